// SPDX-License-Identifier: Apache-2.0

extension SplitSelector {
  /// Begins a drag of a column, which stops at its current position.
  ///
  /// Both columns can be dragged at the same time.
  ///
  /// - Parameters:
  ///   - side: The column.
  ///   - time: The time of the touch.
  /// - Returns: `false` without items.
  @discardableResult
  public mutating func beginDrag(_ side: SplitSide, at time: Duration) -> Bool {
    let now = enter(at: time)
    guard count > 0 else { return false }
    let drag = ElasticDrag(
      from: self[side].position(at: now, limits), in: limits, track, at: now
    ) { TimedMotion(fadingFrom: $0, at: now, pace: configuration.pace) }
    change(side, at: now) { $0.grab(with: drag) }
    return true
  }

  /// Updates the drag of a column.
  ///
  /// Ignored unless a drag is active.
  ///
  /// - Parameters:
  ///   - side: The column.
  ///   - translation: The translation of the finger since the touch in points, downward.
  ///   - time: The time of the move.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `SplitSelectorError.notFinite` for a translation that is infinite or NaN.
  @discardableResult
  public mutating func drag(
    _ side: SplitSide, translation: Double, at time: Duration
  ) throws(SplitSelectorError) -> Bool {
    guard translation.isFinite else { throw .notFinite(.translation, found: translation) }
    let now = enter(at: time)
    guard var drag = self[side].drag else { return false }
    drag.move(to: translation.clamped(to: -1e9...1e9), at: now)
    change(side, at: now) { $0.grab(with: drag) }
    return true
  }

  /// Ends the drag of a column, which comes to rest on a row.
  ///
  /// - Parameters:
  ///   - side: The column.
  ///   - velocity: The velocity of the finger in points per second, downward; clamped to 100,000.
  ///     It counts as zero if the last move is 0.1 s old or older.
  ///   - time: The time of the release.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `SplitSelectorError.notFinite` for a velocity that is infinite or NaN.
  @discardableResult
  public mutating func endDrag(
    _ side: SplitSide, velocity: Double, at time: Duration
  ) throws(SplitSelectorError) -> Bool {
    guard velocity.isFinite else { throw .notFinite(.velocity, found: velocity) }
    return release(side, velocity: velocity, at: time)
  }

  /// Ends a drag that the system cancelled: as a release without velocity.
  ///
  /// - Parameters:
  ///   - side: The column.
  ///   - time: The time at which the drag ends.
  /// - Returns: `false` if there is no drag.
  @discardableResult
  public mutating func cancelDrag(_ side: SplitSide, at time: Duration) -> Bool {
    release(side, velocity: 0, at: time)
  }

  private mutating func release(
    _ side: SplitSide, velocity: Double, at time: Duration
  ) -> Bool {
    let now = enter(at: time)
    guard let drag = self[side].drag else { return false }
    let stride = drag.finger.stride
    let rows = stride > 0 ? drag.finger.releaseVelocity(ofFinger: velocity, at: now) / stride : 0
    let path = snap(from: self[side].position(at: now, limits), velocity: rows, drag.band)
    let motion = TimedMotion(path, at: now, pace: configuration.pace)
    change(side, at: now) { $0.move(along: motion) }
    if !motion.isMoving {
      outbox.append(
        .settled(side, index: self[side].index, at: Duration(galleryTime: now)))
    }
    return true
  }
}

// MARK: - Snapping

extension SplitSelector {
  /// The conversion of a finger's translation to rows.
  var track: DragTrack {
    DragTrack(
      stride: viewport.hasArea ? itemLength : 0,
      band: RubberBand(validDimension: viewport.hasArea ? viewport.height / itemLength : 0))
  }

  /// Returns the motion of a released column to the row nearest to the position at which friction
  /// alone would stop it.
  ///
  /// It is a deceleration if that reaches the row with an initial velocity near the finger's. To
  /// the row that is already in the middle it is a spring, so that a short flick does not bounce
  /// back hard.
  private func snap(
    from position: Double, velocity: Double, _ band: RubberBand
  ) -> TimedMotion.Path {
    let threshold = 0.25 / itemLength
    let bound = position.clamped(to: limits)
    if position != bound {
      let limit = Spring.bounce.outwardVelocityLimit(forExtraOvershoot: 0.5 * band.dimension)
      let limited = position > bound ? Swift.min(velocity, limit) : Swift.max(velocity, -limit)
      return .spring(
        Spring.bounce.motion(from: position, to: bound, velocity: limited, threshold: threshold))
    }
    let projection = position + Deceleration.fast.projectedDistance(velocity: velocity)
    let target = projection.roundedHalfUp().clamped(to: limits)
    let isSameRow = target == position.roundedHalfUp()
    let distance = target - position
    guard !isSameRow, Deceleration.fast.canLand(afterDistance: distance, velocity: velocity) else {
      return .spring(
        Spring.snapping.motion(
          from: position, to: target, velocity: velocity, threshold: threshold))
    }
    return .decay(Deceleration.fast.motion(from: position, to: target, threshold: threshold))
  }
}
