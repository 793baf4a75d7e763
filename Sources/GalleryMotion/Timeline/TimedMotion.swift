// SPDX-License-Identifier: Apache-2.0

/// A number over time: at rest, or moving since a known time.
@usableFromInline
package struct TimedMotion: Hashable, Sendable {
  /// The path of the number, relative to its start time.
  @usableFromInline
  package enum Path: Hashable, Sendable {
    /// A number at rest.
    case rest(Double)

    /// A timing curve.
    case eased(EasedMotion)

    /// A spring.
    case spring(SpringMotion)

    /// Friction.
    case decay(DecayMotion)
  }

  /// The path of the number.
  @usableFromInline
  package internal(set) var path: Path

  /// The time at which the number began to move, in nanoseconds; zero at rest.
  @usableFromInline
  package internal(set) var beginning: Int64

  /// The time of arrival, ``Swift/Int64/never`` at rest.
  @usableFromInline
  package internal(set) var end: Int64

  /// The speed factor of the motion.
  @usableFromInline
  package internal(set) var speed: Double

  /// Creates a number at rest.
  ///
  /// - Parameter value: The number.
  @inlinable
  package init(restingAt value: Double) {
    path = .rest(value)
    beginning = 0
    end = .never
    speed = 1
  }

  /// Creates a moving number.
  ///
  /// A motion without duration is at its target at once, and with reduced motion every motion is.
  ///
  /// - Parameters:
  ///   - path: The path of the number.
  ///   - beginning: The time at which it begins to move, in nanoseconds.
  ///   - pace: The speed of animations.
  package init(_ path: Path, at beginning: Int64, pace: AnimationSpeed) {
    let length = pace.duration(nanoseconds: path.durationInNanoseconds)
    self.path = length > 0 ? path : .rest(path.target)
    self.beginning = length > 0 ? beginning : 0
    end = length > 0 ? beginning + length : .never
    speed = length > 0 ? pace.speed : 1
  }

  /// Creates a number that follows a timing curve.
  ///
  /// - Parameters:
  ///   - start: The number at the beginning.
  ///   - target: The number at the end.
  ///   - curve: The timing curve.
  ///   - duration: The duration at a speed of 1, in nanoseconds.
  ///   - beginning: The time at which it begins to move, in nanoseconds.
  ///   - pace: The speed of animations.
  package init(
    from start: Double, to target: Double, curve: TimingCurve = .quadInOut, duration: Int64,
    at beginning: Int64, pace: AnimationSpeed
  ) {
    guard start != target else {
      self.init(restingAt: target)
      return
    }
    let motion = EasedMotion(
      from: start, to: target, curve: curve, durationInNanoseconds: duration)
    self.init(.eased(motion), at: beginning, pace: pace)
  }

  /// Creates a number that fades to zero in 0.15 s: the excess of a drag.
  ///
  /// - Parameters:
  ///   - start: The number at the beginning.
  ///   - beginning: The time at which it begins to move, in nanoseconds.
  ///   - pace: The speed of animations.
  package init(fadingFrom start: Double, at beginning: Int64, pace: AnimationSpeed) {
    self.init(from: start, to: 0, duration: 150_000_000, at: beginning, pace: pace)
  }

  /// Whether the number is moving.
  @inlinable
  package var isMoving: Bool { end != .never }

  /// The value at the end.
  @inlinable
  package var target: Double { path.target }

  /// Returns the number at a time.
  ///
  /// - Parameter time: The time, in nanoseconds.
  /// - Returns: The target from the end on.
  @inlinable
  package func value(at time: Int64) -> Double {
    guard time < end else { return path.target }
    return path.value(nanoseconds: Double(time - beginning) * speed)
  }

  /// Returns the change per second, at a speed factor of 1.
  ///
  /// - Parameter time: The time, in nanoseconds.
  /// - Returns: Zero at rest.
  @inlinable
  package func velocity(at time: Int64) -> Double {
    isMoving && time < end ? path.velocity(nanoseconds: Double(time - beginning) * speed) : 0
  }

  /// Comes to rest if the motion has ended.
  ///
  /// - Parameter time: The time, in nanoseconds.
  @inlinable
  package mutating func finish(at time: Int64) {
    if end <= time { self = TimedMotion(restingAt: target) }
  }

  /// Stops at the current value.
  ///
  /// - Parameter time: The time, in nanoseconds.
  @inlinable
  package mutating func stop(at time: Int64) {
    if isMoving { self = TimedMotion(restingAt: value(at: time)) }
  }
}

extension TimedMotion.Path {
  /// The time until the number reaches the target, in nanoseconds.
  @inlinable
  package var durationInNanoseconds: Int64 {
    switch self {
    case .rest: 0
    case .eased(let motion): motion.durationInNanoseconds
    case .spring(let motion): motion.durationInNanoseconds
    case .decay(let motion): motion.durationInNanoseconds
    }
  }

  /// The number at the end.
  @inlinable
  package var target: Double {
    switch self {
    case .rest(let value): value
    case .eased(let motion): motion.target
    case .spring(let motion): motion.target
    case .decay(let motion): motion.target
    }
  }

  @inlinable
  func value(nanoseconds: Double) -> Double {
    switch self {
    case .rest(let value): value
    case .eased(let motion): motion.value(nanoseconds: nanoseconds)
    case .spring(let motion): motion.value(nanoseconds: nanoseconds)
    case .decay(let motion): motion.value(nanoseconds: nanoseconds)
    }
  }

  @inlinable
  func velocity(nanoseconds: Double) -> Double {
    switch self {
    case .rest: 0
    case .eased(let motion): motion.velocity(nanoseconds: nanoseconds)
    case .spring(let motion): motion.velocity(nanoseconds: nanoseconds)
    case .decay(let motion): motion.velocity(nanoseconds: nanoseconds)
    }
  }
}
