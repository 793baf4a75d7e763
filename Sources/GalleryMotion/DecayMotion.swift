// SPDX-License-Identifier: Apache-2.0

/// A motion that decelerates exponentially to a target.
///
///     x(t) = target - distance exp(-kt)
///     x'(t) = k distance exp(-kt)
public struct DecayMotion: Hashable, Sendable {
  /// The value at time zero.
  public let start: Double

  /// The value at rest.
  public let target: Double

  /// The duration, a whole number of nanoseconds.
  @usableFromInline
  package let durationInNanoseconds: Int64
  /// k, per second.
  @usableFromInline
  let decayRate: Double

  init(deceleration: Deceleration, start: Double, target: Double, threshold: Double) {
    precondition(start.isFinite && target.isFinite, "the ends of a motion must be finite")
    precondition(!threshold.isNaN, "the threshold of a motion must be a number")
    self.start = start
    self.target = target
    decayRate = deceleration.decayRate
    let distance = (target - start).magnitude
    guard distance.isFinite, (decayRate * distance).isFinite, distance > 0 else {
      durationInNanoseconds = 0
      return
    }
    // distance exp(-kt) = threshold. The quotient of the two may overflow.
    let logarithm =
      ElementaryFunctions.logarithm(distance)
      - ElementaryFunctions.logarithm(Swift.max(threshold, .leastNonzeroMagnitude))
    durationInNanoseconds = Int64(nanosecondsRoundedUpFromSeconds: logarithm / decayRate)
  }
}

extension DecayMotion: NanosecondMotion {
  /// The time until the value reaches the target.
  public var duration: Duration { .nanoseconds(durationInNanoseconds) }

  /// Returns the value at a time.
  ///
  /// - Parameter time: The time since the start.
  /// - Returns: A value from `start` to `target`.
  public func value(at time: Duration) -> Double { value(nanoseconds: time.inNanoseconds) }

  /// Returns the velocity at a time.
  ///
  /// - Parameter time: The time since the start.
  /// - Returns: The change of the value per second.
  public func velocity(at time: Duration) -> Double { velocity(nanoseconds: time.inNanoseconds) }

  /// Returns the value at a time in nanoseconds.
  ///
  /// - Parameter nanoseconds: The time since the start.
  /// - Returns: The same value as ``value(at:)``.
  @inlinable
  package func value(nanoseconds: Double) -> Double {
    guard nanoseconds < Double(durationInNanoseconds) else { return target }
    guard nanoseconds > 0 else { return start }
    let value = target - (target - start) * remainingShare(nanoseconds: nanoseconds)
    // The distance from a small start to a large target is rounded, possibly upward.
    return value.clamped(to: Swift.min(start, target)...Swift.max(start, target))
  }

  /// Returns the velocity at a time in nanoseconds.
  ///
  /// - Parameter nanoseconds: The time since the start.
  /// - Returns: The same velocity as ``velocity(at:)``, per second.
  @inlinable
  package func velocity(nanoseconds: Double) -> Double {
    let nanoseconds = Swift.max(0, nanoseconds)
    guard nanoseconds < Double(durationInNanoseconds) else { return 0 }
    return decayRate * (target - start) * remainingShare(nanoseconds: nanoseconds)
  }

  @inlinable
  func remainingShare(nanoseconds: Double) -> Double {
    ElementaryFunctions.exponential(-decayRate * (nanoseconds / 1e9))
  }
}
