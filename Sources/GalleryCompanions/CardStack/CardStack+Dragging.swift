// SPDX-License-Identifier: Apache-2.0

extension CardStack {
  /// Begins a drag of the top card, which stops at its current place.
  ///
  /// - Parameters:
  ///   - location: The place of the finger in the container, in points.
  ///   - time: The time of the touch.
  /// - Returns: `false` without a card, in a container without area, and if there is a drag
  ///   already.
  /// - Throws: `CardStackError.notFinite` if a coordinate is infinite or NaN.
  @discardableResult
  public mutating func beginDrag(
    location: Point, at time: Duration
  ) throws(CardStackError) -> Bool {
    guard location.isFinite else { throw .notFinite(.location, found: location) }
    let now = enter(at: time)
    guard drag == nil, let top = topPlace, container.hasArea else { return false }
    let placement = visuals[top].placement(at: now)
    var drag = CardDrag(
      finger: PlaneDrag(from: placement.offset, at: now),
      isUpperHalf: location.y < container.height / 2)
    let asked = rotation(forOffset: placement.offset.x, isUpperHalf: drag.isUpperHalf)
    drag.twist = TimedMotion(
      from: placement.rotation - asked, to: 0, duration: Self.resetDuration, at: now,
      pace: configuration.pace)
    // The card may be in an animation that the cards behind do not follow.
    drag.pullExcess = TimedMotion(
      from: pull.value(at: now) - pull(forOffset: placement.offset), to: 0,
      duration: Self.promotionDuration, at: now, pace: configuration.pace)
    pull = TimedMotion(restingAt: 0)
    visuals[top].fly(from: placement, to: placement, duration: 0, at: now, pace: AnimationSpeed())
    self.drag = drag
    schedule()
    return true
  }

  /// Updates the drag.
  ///
  /// Ignored unless a drag is active.
  ///
  /// - Parameters:
  ///   - translation: The translation of the finger since the touch, in points.
  ///   - time: The time of the move.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `CardStackError.notFinite` if a coordinate is infinite or NaN.
  @discardableResult
  public mutating func drag(
    translation: Point, at time: Duration
  ) throws(CardStackError) -> Bool {
    guard translation.isFinite else { throw .notFinite(.translation, found: translation) }
    let now = enter(at: time)
    guard drag != nil else { return false }
    drag?.finger.move(to: translation.limited, at: now)
    return true
  }

  /// Ends the drag: the card leaves or returns.
  ///
  /// It leaves in the allowed direction in which it was dragged farthest, if its distance reaches
  /// ``Configuration/distanceThreshold`` or its speed ``Configuration/speedThreshold``.
  ///
  /// - Parameters:
  ///   - velocity: The velocity of the finger in points per second. It counts as zero if the last
  ///     move is 0.1 s old or older.
  ///   - time: The time of the release.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `CardStackError.notFinite` if a coordinate is infinite or NaN.
  @discardableResult
  public mutating func endDrag(
    velocity: Point, at time: Duration
  ) throws(CardStackError) -> Bool {
    guard velocity.isFinite else { throw .notFinite(.velocity, found: velocity) }
    let now = enter(at: time)
    guard let drag else { return false }
    if let direction = direction(
      forOffset: drag.offset, velocity: drag.finger.isFresh(at: now) ? velocity : .zero)
    {
      sendAway(to: direction, at: now)
    } else {
      reset(at: now)
    }
    return true
  }

  /// Ends a drag that the system cancelled: the card returns.
  ///
  /// - Parameter time: The time at which the drag ends.
  /// - Returns: `false` if there is no drag.
  @discardableResult
  public mutating func cancelDrag(at time: Duration) -> Bool {
    let now = enter(at: time)
    guard drag != nil else { return false }
    reset(at: now)
    return true
  }

  /// Animates the dragged card back to its place.
  mutating func reset(at time: Int64) {
    guard let drag, let top = topPlace else { return }
    let placement = placement(of: drag, at: time)
    pull = TimedMotion(
      from: pull(at: time), to: 0, duration: Self.resetDuration, at: time,
      pace: configuration.pace)
    self.drag = nil
    visuals[top].fly(
      from: placement, to: .inSlot, duration: Self.resetDuration, at: time,
      pace: configuration.pace)
    schedule()
  }
}

extension Size {
  /// Whether both sides are above zero.
  var hasArea: Bool { width > 0 && height > 0 }
}
