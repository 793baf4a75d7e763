// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

extension Gallery {
  /// Begins a drag of a surface.
  ///
  /// - Parameter surface: The surface that the finger touches.
  /// - Returns: `false` without pages, or during a drag of the other surface.
  @discardableResult
  public func beginDrag(_ surface: GallerySurface) -> Bool {
    perform { state, now in state.beginDrag(surface, at: now) }
  }

  /// Moves the dragged surface.
  ///
  /// - Parameter translation: The translation since the drag began, in points, positive to the
  ///   right or down.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `GalleryError.notFinite` if the translation is not finite.
  @discardableResult
  public func drag(translation: Double) throws(GalleryError) -> Bool {
    try perform { state, now throws(GalleryError) in
      try state.drag(translation: translation, at: now)
    }
  }

  /// Ends the drag.
  ///
  /// - Parameter velocity: The velocity of the finger, in points per second.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `GalleryError.notFinite` if the velocity is not finite.
  @discardableResult
  public func endDrag(velocity: Double) throws(GalleryError) -> Bool {
    try perform { state, now throws(GalleryError) in
      try state.endDrag(velocity: velocity, at: now)
    }
  }

  /// Cancels the drag, without a swipe.
  ///
  /// - Returns: `false` if there is no drag.
  @discardableResult
  public func cancelDrag() -> Bool {
    perform { state, now in state.cancelDrag(at: now) }
  }

  /// Handles a tap on the strip, which shows the page of the tapped thumbnail.
  ///
  /// - Parameter location: The location in the strip, in points from its top left corner.
  /// - Returns: The page, `nil` if there is no thumbnail at the location.
  @discardableResult
  public func tap(location: Point) -> PageID? {
    perform { state, now in state.tap(location: location, at: now) }
  }

  /// Shows a page.
  ///
  /// - Parameters:
  ///   - page: The identifier of the page.
  ///   - animated: Whether the transition is animated.
  /// - Returns: `false` without pages.
  /// - Throws: `GalleryError.unknownPage` if there are pages, but none with this identifier.
  @discardableResult
  public func goTo(_ page: PageID, animated: Bool = true) throws(GalleryError) -> Bool {
    try perform { state, now throws(GalleryError) in
      try state.goTo(page: page, animated: animated, at: now)
    }
  }

  /// Moves the gallery to other areas of the screen; the visible page stays the same.
  ///
  /// - Parameter viewport: The areas.
  /// - Throws: `GalleryError.layout` if the areas are too small for a layout. Then nothing changes.
  public func setViewport(_ viewport: GalleryViewport) throws(GalleryError) {
    try perform { state, now throws(GalleryError) in
      try state.setViewport(viewport, at: now)
    }
  }

  /// Sets the shape of a page, when it becomes known.
  ///
  /// - Parameters:
  ///   - size: The shape, `nil` if it is unknown.
  ///   - page: The identifier of the page.
  /// - Throws: `GalleryError.unknownPage` if there is no page with this identifier.
  public func setSize(_ size: PageShape?, of page: PageID) throws(GalleryError) {
    try perform { state, now throws(GalleryError) in
      try state.setSize(size, of: page, at: now)
    }
  }

  /// Sets whether animations are reduced.
  ///
  /// - Parameter isReduced: Whether animations are skipped.
  public func setReducedMotion(_ isReduced: Bool) {
    perform { state, now in state.setReducedMotion(isReduced, at: now) }
  }
}
