// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

extension SharedGallery {
  /// Begins a drag of a surface.
  ///
  /// - Parameters:
  ///   - surface: The surface that the finger touches.
  ///   - time: The time of the call.
  /// - Returns: `false` without pages, or during a drag of the other surface.
  @discardableResult
  public mutating func beginDrag(_ surface: GallerySurface, at time: Duration) -> Bool {
    perform(at: time) { session, now in session.beginDrag(surface, at: now) }
  }

  /// Moves the dragged surface.
  ///
  /// - Parameters:
  ///   - translation: The translation since the drag began, in points, positive to the right or
  ///     down.
  ///   - time: The time of the call.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `GalleryError.notFinite` if the translation is not finite.
  @discardableResult
  public mutating func drag(
    translation: Double, at time: Duration
  ) throws(GalleryError) -> Bool {
    try perform(at: time) { session, now throws(GalleryError) in
      try session.drag(translation: translation, at: now)
    }
  }

  /// Ends the drag.
  ///
  /// - Parameters:
  ///   - velocity: The velocity of the finger, in points per second.
  ///   - time: The time of the call.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `GalleryError.notFinite` if the velocity is not finite.
  @discardableResult
  public mutating func endDrag(velocity: Double, at time: Duration) throws(GalleryError) -> Bool {
    try perform(at: time) { session, now throws(GalleryError) in
      try session.endDrag(velocity: velocity, at: now)
    }
  }

  /// Cancels the drag, without a swipe.
  ///
  /// - Parameter time: The time of the call.
  /// - Returns: `false` if there is no drag.
  @discardableResult
  public mutating func cancelDrag(at time: Duration) -> Bool {
    perform(at: time) { session, now in session.cancelDrag(at: now) }
  }

  /// Handles a tap on the strip, which shows the page of the tapped thumbnail.
  ///
  /// - Parameters:
  ///   - location: The location in the strip, in points from its top left corner.
  ///   - time: The time of the call.
  /// - Returns: The page, `nil` if there is no thumbnail at the location.
  @discardableResult
  public mutating func tap(location: Point, at time: Duration) -> PageID? {
    perform(at: time) { session, now in session.tap(location: location, at: now) }
  }

  /// Shows a page.
  ///
  /// - Parameters:
  ///   - page: The identifier of the page.
  ///   - animated: Whether the transition is animated.
  ///   - time: The time of the call.
  /// - Returns: `false` without pages.
  /// - Throws: `GalleryError.unknownPage` if there are pages, but none with this identifier.
  @discardableResult
  public mutating func goTo(
    page: PageID, animated: Bool = true, at time: Duration
  ) throws(GalleryError) -> Bool {
    try perform(at: time) { session, now throws(GalleryError) in
      try session.goTo(page: page, animated: animated, at: now)
    }
  }
}

// MARK: - Settings

extension SharedGallery {
  /// Moves the gallery to other areas of the screen; the visible page stays the same.
  ///
  /// - Parameters:
  ///   - viewport: The areas.
  ///   - time: The time of the call.
  /// - Throws: `GalleryError.layout` if the areas are too small for a layout. Then nothing changes.
  public mutating func setViewport(
    _ viewport: GalleryViewport, at time: Duration
  ) throws(GalleryError) {
    try perform(at: time) { session, now throws(GalleryError) in
      try session.setViewport(viewport, at: now)
    }
  }

  /// Sets the shape of a page, when it becomes known.
  ///
  /// - Parameters:
  ///   - size: The shape, `nil` if it is unknown.
  ///   - page: The identifier of the page.
  ///   - time: The time of the call.
  /// - Throws: `GalleryError.unknownPage` if there is no page with this identifier.
  public mutating func setSize(
    _ size: PageShape?, of page: PageID, at time: Duration
  ) throws(GalleryError) {
    let isOther = try perform(at: time) { session, now throws(GalleryError) in
      let old = session.page(page)?.size
      try session.setSize(size, of: page, at: now)
      return session.page(page)?.size != old
    }
    // Do not report a shape without a change: a slow follower could fall behind.
    if isOther { tellShape(of: page) }
  }

  /// Sets whether animations are reduced.
  ///
  /// - Parameters:
  ///   - isReduced: Whether animations are skipped.
  ///   - time: The time of the call.
  public mutating func setReducedMotion(_ isReduced: Bool, at time: Duration) {
    perform(at: time) { session, now in session.setReducedMotion(isReduced, at: now) }
  }

  /// Calls the session at a time.
  ///
  /// Everything due is handled first: the source may have to be asked for an edit before.
  private mutating func perform<Result, Failure: Error>(
    at time: Duration,
    _ call: (inout GallerySession, Duration) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let now = enter(at: time)
    let result = try call(&session, now)
    pass(to: now)
    return result
  }
}
