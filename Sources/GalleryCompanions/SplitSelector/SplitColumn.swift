// SPDX-License-Identifier: Apache-2.0

/// One of the two columns of a ``SplitSelector``.
public enum SplitSide: String, Hashable, Sendable, CaseIterable {
  /// The left column.
  case left
  /// The right column.
  case right
}

#if !hasFeature(Embedded)
  extension SplitSide: Codable {}
#endif

/// The state of a column: a position in rows, `i` when row `i` is in the middle.
struct SplitColumn: Hashable, Sendable {
  /// The position without a drag.
  private(set) var motion: TimedMotion

  private(set) var drag: ElasticDrag<TimedMotion>?

  /// The selected row: the one nearest to the middle.
  private(set) var index: Int

  /// The next time at which another row becomes the nearest to the middle.
  private(set) var crossing = Int64.never

  init(restingAt index: Int) {
    motion = TimedMotion(restingAt: Double(index))
    self.index = index
  }

  func position(at time: Int64, _ limits: ClosedRange<Double>) -> Double {
    drag?.position(at: time, in: limits) ?? motion.value(at: time)
  }

  /// The row at which the column will rest.
  var destination: Int { drag == nil ? Int(motion.target) : index }

  /// The next time at which something ends.
  var nextEnd: Int64 { Swift.min(crossing, motionEnd) }

  private var motionEnd: Int64 { drag?.excess.end ?? motion.end }

  /// Ends what ends at a time, and finds the next crossing.
  ///
  /// - Returns: Whether a motion to a row has ended.
  mutating func pass(at time: Int64, _ limits: ClosedRange<Double>) -> Bool {
    let isArriving = drag == nil && motion.end <= time
    motion.finish(at: time)
    drag?.finishExcess(at: time)
    if crossing <= time || isArriving { follow(at: time, limits) }
    return isArriving
  }

  /// Selects the row nearest to the middle, and finds the time of the next crossing.
  mutating func follow(at time: Int64, _ limits: ClosedRange<Double>) {
    index = row(at: time, limits)
    crossing = nextCrossing(after: time, limits)
  }

  private func row(at time: Int64, _ limits: ClosedRange<Double>) -> Int {
    Int(position(at: time, limits).roundedHalfUp().clamped(to: limits))
  }

  /// Positions move in one direction while they can still reach another row, so the time is found
  /// by bisection, to a nanosecond.
  private func nextCrossing(after time: Int64, _ limits: ClosedRange<Double>) -> Int64 {
    var (low, high) = (time, motionEnd)
    guard high != .never, row(at: high, limits) != index else { return .never }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if row(at: middle, limits) == index { low = middle } else { high = middle }
    }
    return high
  }

  // MARK: - Changes

  mutating func move(along motion: TimedMotion) {
    self.motion = motion
    drag = nil
  }

  mutating func grab(with drag: ElasticDrag<TimedMotion>) {
    self.drag = drag
  }
}
