// SPDX-License-Identifier: Apache-2.0

/// A tween: a number that changes from one value to another, quadratic ease-in-out.
///
/// It is not a `TimedMotion`: that clamps rounded values between the ends, rounds durations up, and
/// takes three times the memory.
struct Tween: TimedNumber {
  private(set) var start: Double
  private(set) var target: Double
  private(set) var beginning: Int64
  private(set) var duration: Int64

  /// Returns a tween that does not change.
  static func constant(_ value: Double) -> Tween {
    Tween(from: value, to: value, at: 0, duration: 0)
  }

  /// - Parameters:
  ///   - start: The value until `beginning`.
  ///   - target: The value from the end on.
  ///   - beginning: The time at which it starts, in nanoseconds.
  ///   - duration: The duration, in nanoseconds. With zero the value is the target at once.
  init(from start: Double, to target: Double, at beginning: Int64, duration: Int64) {
    let isConstant = start == target || duration <= 0
    self.start = isConstant ? target : start
    self.target = target
    self.beginning = isConstant ? 0 : beginning
    self.duration = isConstant ? 0 : duration
  }

  var isConstant: Bool { duration == 0 }

  /// The time of arrival, ``never`` for a constant.
  var end: Int64 { isConstant ? .never : beginning + duration }

  func progress(at time: Int64) -> Double {
    TimingCurve.quadInOut.value(
      at: TimingCurve.progress(
        elapsedNanoseconds: time - beginning, durationNanoseconds: duration))
  }

  func value(at time: Int64) -> Double {
    guard !isConstant else { return target }
    let progress = progress(at: time)
    return (1 - progress) * start + progress * target
  }

  /// Returns the same tween between values shifted by a distance.
  func shifted(by distance: Double) -> Tween {
    var copy = self
    copy.start += distance
    copy.target += distance
    return copy
  }

  /// Becomes constant if the tween has ended.
  mutating func finish(at time: Int64) {
    if end <= time { self = .constant(target) }
  }
}
