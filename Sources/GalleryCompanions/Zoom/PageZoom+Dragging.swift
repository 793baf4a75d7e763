// SPDX-License-Identifier: Apache-2.0

/// A drag of a page.
struct ZoomDrag: Hashable, Sendable {
  /// The finger, from the offset of the page at `origin`.
  var finger: PlaneDrag

  /// The translation from which the drag counts.
  var origin = Point.zero

  /// The translation that counts.
  var way: Point {
    Point(x: finger.translation.x - origin.x, y: finger.translation.y - origin.y)
  }

  /// The offset that the finger asks for.
  var offset: Point { Point(x: finger.start.x - way.x, y: finger.start.y - way.y) }
}

extension PageZoom {
  /// Begins a drag of the page.
  ///
  /// Running animations stop at their current values, and another gesture ends.
  ///
  /// - Parameter time: The time of the touch.
  /// - Returns: `false` without a visible page.
  @discardableResult
  public mutating func beginDrag(at time: Duration) -> Bool {
    let now = enter(at: time)
    guard isVisible else { return false }
    hold(location: nil, at: now)
    scaleMotion.stop(at: now)
    gesture = .drag(ZoomDrag(finger: PlaneDrag(from: shownOffset(at: now), at: now)))
    return true
  }

  /// Updates the drag.
  ///
  /// The page follows until its edge is at the edge of the viewport. The excess depends on the
  /// translation alone: a finger that reverses its direction first reduces the excess.
  ///
  /// - Parameters:
  ///   - translation: The translation of the finger since the touch, in points.
  ///   - time: The time of the move.
  /// - Returns: The excess, which is left for paging, in points. `nil` if there is no drag.
  /// - Throws: `ZoomError.notFinite` if a coordinate is infinite or NaN.
  @discardableResult
  public mutating func drag(
    translation: Point, at time: Duration
  ) throws(ZoomError) -> Point? {
    guard translation.isFinite else { throw .notFinite(.translation, found: translation) }
    let now = enter(at: time)
    guard case .drag(var drag) = gesture else { return nil }
    drag.finger.move(to: translation.limited, at: now)
    gesture = .drag(drag)
    place(drag, at: now)
    return excess(at: now)
  }

  /// Ends the drag.
  ///
  /// A page that follows the finger decelerates and stops at its edge at the latest. Along an axis
  /// with an excess, or along which the page fits, the page does not move: the velocity is left for
  /// paging.
  ///
  /// - Parameters:
  ///   - velocity: The velocity of the finger in points per second; clamped to ±100,000. It counts
  ///     as zero if the last move is 0.1 s old or older.
  ///   - time: The time of the release.
  /// - Returns: The velocity that is left for paging. `nil` if there is no drag.
  /// - Throws: `ZoomError.notFinite` if a coordinate is infinite or NaN.
  @discardableResult
  public mutating func endDrag(
    velocity: Point, at time: Duration
  ) throws(ZoomError) -> Point? {
    guard velocity.isFinite else { throw .notFinite(.velocity, found: velocity) }
    let now = enter(at: time)
    guard case .drag(let drag) = gesture else { return nil }
    let velocity = drag.finger.isFresh(at: now) ? velocity : .zero
    let excess = excess(at: now)
    gesture = .none
    returnToLimits(location: Point(x: viewport.width / 2, y: viewport.height / 2), at: now)
    guard !scaleMotion.isMoving else { return velocity }
    return roll(velocity, excess: excess, at: now)
  }

  /// Ends a drag that the system cancelled: as a release without velocity.
  ///
  /// - Parameter time: The time at which the drag ends.
  /// - Returns: `false` if there is no drag.
  @discardableResult
  public mutating func cancelDrag(at time: Duration) -> Bool {
    let now = enter(at: time)
    guard case .drag = gesture else { return false }
    gesture = .none
    returnToLimits(location: Point(x: viewport.width / 2, y: viewport.height / 2), at: now)
    return true
  }
}

// MARK: - Offsets

extension PageZoom {
  func shownOffset(at time: Int64) -> Point {
    let lengths = lengths(scale: scaleMotion.value(at: time))
    return Point(
      x: horizontal.offset(at: time, lengths.horizontal),
      y: vertical.offset(at: time, lengths.vertical))
  }

  /// Returns the excess: the part of the translation that the page does not take.
  func excess(at time: Int64) -> Point {
    guard case .drag(let drag) = gesture else { return .zero }
    let lengths = lengths(scale: scaleMotion.value(at: time))
    return Point(
      x: Self.excess(drag.way.x, drag.offset.x, lengths.horizontal),
      y: Self.excess(drag.way.y, drag.offset.y, lengths.vertical))
  }

  private static func excess(
    _ way: Double, _ offset: Double, _ lengths: ZoomAnchor.Lengths
  ) -> Double {
    lengths.slack > 0 ? offset.clamped(to: 0...lengths.slack) - offset : way
  }

  /// Continues a drag after lengths have changed: from the shown offset, with the same excess.
  mutating func adopt(_ drag: ZoomDrag, excess: Point, at time: Int64) {
    let lengths = lengths(scale: scaleMotion.value(at: time))
    let offset = shownOffset(at: time)
    var drag = drag
    drag.finger.start = Point(
      x: Self.start(offset.x, excess.x, lengths.horizontal),
      y: Self.start(offset.y, excess.y, lengths.vertical))
    drag.origin = Point(
      x: drag.finger.translation.x - excess.x, y: drag.finger.translation.y - excess.y)
    gesture = .drag(drag)
    place(drag, at: time)
  }

  /// A page with an excess stays at its edge.
  private static func start(
    _ offset: Double, _ excess: Double, _ lengths: ZoomAnchor.Lengths
  ) -> Double {
    guard lengths.slack > 0, excess != 0 else { return offset }
    return excess > 0 ? 0 : lengths.slack
  }

  /// Moves the page to the offset of a drag.
  private mutating func place(_ drag: ZoomDrag, at time: Int64) {
    let lengths = lengths(scale: scaleMotion.value(at: time))
    guard isVisible else { return }
    horizontal.set(
      offset: drag.offset.x, location: viewport.width / 2, lengths.horizontal)
    vertical.set(
      offset: drag.offset.y, location: viewport.height / 2, lengths.vertical)
  }

  private mutating func roll(_ velocity: Point, excess: Point, at time: Int64) -> Point {
    let lengths = lengths(scale: scaleMotion.value(at: time))
    var left = velocity
    if excess.x == 0, lengths.horizontal.slack > 0 {
      left.x = 0
      horizontal.roll(
        velocity: -DragTracker.limited(velocity.x), lengths.horizontal, at: time,
        pace: configuration.pace)
    }
    if excess.y == 0, lengths.vertical.slack > 0 {
      left.y = 0
      vertical.roll(
        velocity: -DragTracker.limited(velocity.y), lengths.vertical, at: time,
        pace: configuration.pace)
    }
    return left
  }
}
