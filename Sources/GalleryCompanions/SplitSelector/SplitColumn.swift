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

  private(set) var drag: SplitDrag?

  /// The selected row: the one nearest to the middle.
  private(set) var index: Int

  /// The next time at which another row becomes the nearest to the middle.
  private(set) var crossing = Int64.never

  init(restingAt index: Int) {
    motion = TimedMotion(restingAt: Double(index))
    self.index = index
  }

  func position(at time: Int64, _ limits: ClosedRange<Double>) -> Double {
    drag?.position(at: time, limits) ?? motion.value(at: time)
  }

  /// The row at which the column will rest.
  var destination: Int { drag == nil ? Int(motion.target) : index }

  /// The next time at which something ends.
  var nextEnd: Int64 { Swift.min(crossing, motionEnd) }

  private var motionEnd: Int64 { drag?.excess.end ?? motion.end }

  /// Ends what ends at a time, and finds the next crossing.
  ///
  /// - Returns: Whether a motion to a row has ended.
  mutating func pass(_ time: Int64, _ limits: ClosedRange<Double>) -> Bool {
    let isArriving = drag == nil && motion.end <= time
    motion.finish(at: time)
    drag?.excess.finish(at: time)
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

  mutating func grab(with drag: SplitDrag) {
    self.drag = drag
  }
}

/// A drag of a column.
struct SplitDrag: Hashable, Sendable {
  private(set) var track: SplitTrack
  private(set) var raw: Double
  private var anchor: Double
  private var origin = 0.0
  private var translation = 0.0

  /// The part of the position that the rubber band cannot hold, which fades to zero.
  var excess: TimedMotion

  /// The time of the last move, in nanoseconds.
  private(set) var lastMove: Int64

  init(
    position: Double, track: SplitTrack, limits: ClosedRange<Double>, at time: Int64, pace: Pace
  ) {
    let (raw, rest) = track.band.grab(at: position, in: limits)
    self.track = track
    self.raw = raw
    anchor = raw
    excess = TimedMotion(from: rest, to: 0, duration: Self.fadeDuration, at: time, pace: pace)
    lastMove = time
  }

  private static var fadeDuration: Int64 { 150_000_000 }

  func position(at time: Int64, _ limits: ClosedRange<Double>) -> Double {
    track.band.position(for: raw, in: limits) + excess.value(at: time)
  }

  mutating func move(to translation: Double, at time: Int64) {
    lastMove = time
    self.translation = translation
    guard track.stride > 0 else { return }
    raw = anchor - (translation - origin) / track.stride
  }

  /// Continues in another viewport or with other rows, from the shown position.
  mutating func adopt(
    _ track: SplitTrack, from shown: Double, limits: ClosedRange<Double>, at time: Int64,
    pace: Pace
  ) {
    var copy = SplitDrag(position: shown, track: track, limits: limits, at: time, pace: pace)
    (copy.origin, copy.translation, copy.lastMove) = (translation, translation, lastMove)
    self = copy
  }
}

/// The conversion of a finger's translation to rows.
struct SplitTrack: Hashable, Sendable {
  /// The points per row, zero in a viewport without area.
  var stride: Double

  /// The rubber band beyond the ends, in rows: as long as the viewport.
  var band: RubberBand
}
