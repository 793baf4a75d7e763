// SPDX-License-Identifier: Apache-2.0

extension PageZoom {
  /// Shows a page.
  ///
  /// Another page starts at scale 1, and a gesture on the one before ends: its later calls are
  /// ignored. The same page in another shape, whose size became known or whose picture was
  /// replaced, keeps its scale and the place in the middle of the viewport.
  ///
  /// - Parameters:
  ///   - page: The page, `nil` for none.
  ///   - aspectRatio: Width divided by height of the displayed page; `nil` if it is unknown, then
  ///     the page fills the viewport.
  ///   - time: The time of the change.
  /// - Throws: `ZoomError.invalidAspectRatio` if the ratio is not a positive finite number.
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
  /// It is legal at any time. The scale stays, and the place of the page that is in the middle, but
  /// for the edges of the page. A page at rest only remembers the new area, so that changes that
  /// are taken back leave nothing behind, also if the area was empty in between.
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
    if !isResting { hold(at: nil, time) }
    change(&self)
    switch gesture {
    case .none: break
    case .pinch(let pinch): hold(at: pinch.location, time)
    case .pan(let pan): adopt(pan, excess: excess, at: time)
    }
  }
}

// MARK: - Frames

extension PageZoom {
  /// Returns what is shown at a time.
  ///
  /// It changes nothing: the same question has the same answer.
  ///
  /// - Parameter time: The time to look at. Times before the last call count as that one.
  /// - Returns: The scale and the place of the page.
  /// - Complexity: O(1).
  public func frame(at time: Duration) -> ZoomFrame {
    var frame = ZoomFrame()
    self.frame(at: time, into: &frame)
    return frame
  }

  /// Writes what is shown at a time into a frame.
  ///
  /// - Parameters:
  ///   - time: The time to look at. Times before the last call count as that one.
  ///   - frame: The frame that receives the answer. What it held before is forgotten.
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
