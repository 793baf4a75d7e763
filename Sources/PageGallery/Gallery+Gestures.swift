// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

extension Gallery {
  /// Takes hold of a surface.
  ///
  /// - Parameter surface: The surface that the finger touches.
  /// - Returns: `false` without pages, or while the other surface is held.
  @discardableResult
  public func beginDrag(_ surface: GallerySurface) -> Bool {
    perform { session, now in session.beginDrag(surface, at: now) }
  }

  /// Moves the surface that is held.
  ///
  /// - Parameter translation: The distance since the drag began, in points, positive to the right
  ///   or down.
  /// - Returns: `false` if no surface is held.
  /// - Throws: `GalleryError.notFinite` if the translation is no number.
  @discardableResult
  public func drag(translation: Double) throws(GalleryError) -> Bool {
    try perform { session, now throws(GalleryError) in
      try session.drag(translation: translation, at: now)
    }
  }

  /// Lets go of the surface that is held.
  ///
  /// - Parameter velocity: The speed of the finger, in points a second.
  /// - Returns: `false` if no surface is held.
  /// - Throws: `GalleryError.notFinite` if the velocity is no number.
  @discardableResult
  public func endDrag(velocity: Double) throws(GalleryError) -> Bool {
    try perform { session, now throws(GalleryError) in
      try session.endDrag(velocity: velocity, at: now)
    }
  }

  /// Lets go of the surface that is held, as if nothing had been meant.
  ///
  /// - Returns: `false` if no surface is held.
  @discardableResult
  public func cancelDrag() -> Bool {
    perform { session, now in session.cancelDrag(at: now) }
  }

  /// Taps on the strip, which shows the page of the thumbnail.
  ///
  /// - Parameter point: The place in the strip, in points from its left upper corner.
  /// - Returns: The page, `nil` if no thumbnail is there.
  @discardableResult
  public func tap(_ point: Point) -> PageID? {
    perform { session, now in session.tap(point, at: now) }
  }

  /// Shows a page.
  ///
  /// - Parameters:
  ///   - page: The name of the page.
  ///   - animated: Whether it takes time.
  /// - Returns: `false` without pages.
  /// - Throws: `GalleryError.unknownPage` if there are pages, but none of that name.
  @discardableResult
  public func goTo(_ page: PageID, animated: Bool = true) throws(GalleryError) -> Bool {
    try perform { session, now throws(GalleryError) in
      try session.goTo(page: page, animated: animated, at: now)
    }
  }

  /// Shows the gallery in other areas of the screen; what is seen stays the same.
  ///
  /// - Parameter viewport: The areas.
  /// - Throws: `GalleryError.layout` if nothing can be laid out in them. Then nothing changes.
  public func setViewport(_ viewport: GalleryViewport) throws(GalleryError) {
    try perform { session, now throws(GalleryError) in
      try session.setViewport(viewport, at: now)
    }
  }

  /// Says how large a page is, when that becomes known.
  ///
  /// - Parameters:
  ///   - size: The shape, `nil` if it is unknown.
  ///   - page: The name of the page.
  /// - Throws: `GalleryError.unknownPage` if there is no page of that name.
  public func setSize(_ size: PageShape?, of page: PageID) throws(GalleryError) {
    let isOther = try perform { session, now throws(GalleryError) in
      let old = session.page(page)?.size
      try session.setSize(size, of: page, at: now)
      return session.page(page)?.size != old
    }
    // Subscribers with little time are not to fall behind for nothing.
    if isOther { tellShape(of: page) }
  }

  /// Says whether what moves by itself should move less.
  ///
  /// - Parameter isReduced: Whether animations are left out.
  public func setReducedMotion(_ isReduced: Bool) {
    perform { session, now in session.setReducedMotion(isReduced, at: now) }
  }
}
