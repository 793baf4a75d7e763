// SPDX-License-Identifier: Apache-2.0

extension PageZoom {
  /// Shows a page.
  ///
  /// Another page starts at scale 1, and a gesture on the previous one ends: its later calls are
  /// ignored. The same page with another shape, because its size became known or its image was
  /// replaced, keeps its scale and its point in the center of the viewport.
  ///
  /// - Parameters:
  ///   - page: The page, `nil` for none.
  ///   - aspectRatio: Width divided by height of the displayed page; `nil` if it is unknown, then
  ///     the page fills the viewport.
  ///   - time: The time of the change.
  /// - Throws: `ZoomError.invalidAspectRatio` if the ratio is not positive and finite.
  /// - Complexity: O(1).
  public mutating func show(
    _ page: PageID?, aspectRatio: Double?, at time: Duration
  ) throws(ZoomError) {
    if let aspectRatio, !aspectRatio.isPositiveAndFinite {
      throw .invalidAspectRatio(found: aspectRatio)
    }
    let now = enter(at: time)
    guard page != self.page else {
      guard aspectRatio != self.aspectRatio else { return }
      return relayout(at: now) { $0.aspectRatio = aspectRatio }
    }
    self.page = page
    self.aspectRatio = aspectRatio
    scaleMotion = TimedMotion(restingAt: 1)
    (horizontal, vertical, gesture) = (ZoomAnchor(), ZoomAnchor(), .none)
  }

  /// Shows the page in another area of the screen.
  ///
  /// It is allowed at any time. The scale is kept, and the point of the page in the center, except
  /// where the edges of the page prevent it. A page at rest only stores the new area, so that a
  /// change that is reverted has no effect, even if the area was empty in between.
  ///
  /// - Parameters:
  ///   - viewport: The new area, in points; sides in `0...1e9`.
  ///   - time: The time of the change.
  /// - Throws: `ZoomError.invalidViewport` if a side is out of range.
  /// - Complexity: O(1).
  public mutating func setViewport(
    _ viewport: Size, at time: Duration
  ) throws(ZoomError) {
    guard viewport.isUsable else { throw .invalidViewport(viewport) }
    let now = enter(at: time)
    guard viewport != self.viewport else { return }
    relayout(at: now) { $0.viewport = viewport }
  }

  private mutating func relayout(at time: Int64, _ change: (inout PageZoom) -> Void) {
    let excess = excess(at: time)
    let isResting = gesture == .none && !scaleMotion.isMoving
    if !isResting { hold(location: nil, at: time) }
    change(&self)
    switch gesture {
    case .none: break
    case .pinch(let pinch): hold(location: pinch.location, at: time)
    case .drag(let drag): adopt(drag, excess: excess, at: time)
    }
  }
}

// MARK: - Frames

extension PageZoom {
  /// Returns the frame at a time.
  ///
  /// It has no side effects: equal calls return equal frames.
  ///
  /// - Parameter time: The time. A time before the last call is replaced by it.
  /// - Returns: The scale and the rectangle of the page.
  /// - Complexity: O(1).
  public func frame(at time: Duration) -> ZoomFrame {
    var frame = ZoomFrame()
    self.frame(at: time, into: &frame)
    return frame
  }

  /// Writes the frame at a time into an existing one.
  ///
  /// - Parameters:
  ///   - time: The time. A time before the last call is replaced by it.
  ///   - frame: The frame to write. Its contents are replaced.
  /// - Complexity: O(1). Nothing is allocated before ``nextBoundary()``.
  public func frame(at time: Duration, into frame: inout ZoomFrame) {
    let now = moment(of: time)
    guard now >= upcoming else { return write(into: &frame, at: now) }
    state(at: now).write(into: &frame, at: now)
  }

  private func write(into frame: inout ZoomFrame, at time: Int64) {
    frame.time = Duration(galleryTime: time)
    frame.page = page
    frame.viewport = viewport
    frame.scale = scaleMotion.value(at: time)
    let size = fittedSize
    let offset = shownOffset(at: time)
    frame.contentRect = Rect(
      origin: Point(x: 0 - offset.x, y: 0 - offset.y),
      size: Size(width: size.width * frame.scale, height: size.height * frame.scale))
    frame.excess = excess(at: time)
    frame.isAnimating = upcoming != .never
  }
}
