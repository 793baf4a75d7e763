// SPDX-License-Identifier: Apache-2.0

/// A motion that follows a timing curve for a fixed time.
public struct EasedMotion: Hashable, Sendable {
  /// The value at time zero.
  public let start: Double

  /// The value at the end.
  public let target: Double

  /// The timing curve.
  public let curve: TimingCurve

  /// The duration, a whole number of nanoseconds.
  @usableFromInline
  package let durationInNanoseconds: Int64

  /// Creates a motion.
  ///
  /// - Parameters:
  ///   - start: The value at time zero.
  ///   - target: The value at the end.
  ///   - curve: The timing curve.
  ///   - duration: The duration. Zero or less leads to the target at once. A fraction of a
  ///     nanosecond is dropped; the limit is 31 years.
  /// - Precondition: `start` and `target` are finite.
  public init(
    from start: Double, to target: Double, curve: TimingCurve = .quadInOut, duration: Duration
  ) {
    self.init(
      from: start, to: target, curve: curve, durationInNanoseconds: Int64(duration.inNanoseconds))
  }

  /// Creates a motion whose duration is a number of nanoseconds.
  init(from start: Double, to target: Double, curve: TimingCurve, durationInNanoseconds: Int64) {
    precondition(start.isFinite && target.isFinite, "the ends of a motion must be finite")
    self.start = start
    self.target = target
    self.curve = curve
    self.durationInNanoseconds = Swift.max(
      0, Swift.min(Duration.longestMotionInNanoseconds, durationInNanoseconds))
  }
}

extension EasedMotion: NanosecondMotion {
  /// The time until the value reaches the target.
  public var duration: Duration { .nanoseconds(durationInNanoseconds) }

  /// Returns the value at a time.
  ///
  /// - Parameter time: The time since the start.
  /// - Returns: A value from `start` to `target`, or beyond if the curve leaves `0...1`.
  public func value(at time: Duration) -> Double { value(nanoseconds: time.inNanoseconds) }

  /// Returns the velocity at a time.
  ///
  /// - Parameter time: The time since the start.
  /// - Returns: The change of the value per second, infinite where the curve is vertical or the
  ///   velocity overflows.
  public func velocity(at time: Duration) -> Double { velocity(nanoseconds: time.inNanoseconds) }

  /// Returns the value at a time in nanoseconds.
  ///
  /// - Parameter nanoseconds: The time since the start.
  /// - Returns: The same value as ``value(at:)``.
  @inlinable
  package func value(nanoseconds: Double) -> Double {
    guard nanoseconds >= 0 else { return start }
    let share = curve.value(at: progress(nanoseconds: nanoseconds))
    // A curve may lead so far beyond the ends that both terms overflow. The sum of two opposite
    // infinities would be NaN.
    let first = ((1 - share) * start).clamped(to: Self.finiteNumbers)
    // Between the ends, rounding must not lead outside.
    let ends = Swift.min(start, target)...Swift.max(start, target)
    return (first + share * target).clamped(to: (0...1).contains(share) ? ends : Self.finiteNumbers)
  }

  /// Returns the velocity at a time in nanoseconds.
  ///
  /// - Parameter nanoseconds: The time since the start.
  /// - Returns: The same velocity as ``velocity(at:)``, per second.
  @inlinable
  package func velocity(nanoseconds: Double) -> Double {
    let progress = progress(nanoseconds: nanoseconds)
    guard progress < 1 else { return 0 }
    let seconds = Double(durationInNanoseconds) / 1e9
    // The slope may be zero, and zero times an infinite speed would be NaN.
    let speed = ((target - start) / seconds).clamped(to: Self.finiteNumbers)
    // A motion without distance has no velocity, not even on a vertical curve.
    return speed == 0 ? 0 : curve.slope(at: progress) * speed
  }

  @inlinable
  static var finiteNumbers: ClosedRange<Double> {
    -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  }

  @inlinable
  func progress(nanoseconds: Double) -> Double {
    TimingCurve.progress(elapsed: nanoseconds, duration: Double(durationInNanoseconds))
  }
}
