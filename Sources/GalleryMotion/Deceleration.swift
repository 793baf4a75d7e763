// SPDX-License-Identifier: Apache-2.0

/// The slowing down of a scroll view after the finger has left it.
///
/// The velocity falls by the same factor every millisecond: v(t) = v₀ rate^(1000 t), which is
/// v₀ exp(-kt) with k = -1000 ln rate.
public struct Deceleration: Hashable, Sendable {
  /// The largest rate: a fling would take a quarter of an hour to lose half of its speed.
  public static var largestRate: Double { 0.999_999 }

  /// The share of its velocity that a motion keeps for a millisecond.
  public let rate: Double

  /// k: how fast the velocity falls, per second.
  public let decayRate: Double

  /// Creates a deceleration.
  ///
  /// - Parameter rate: The share of its velocity that a motion keeps for a millisecond, above 0 and
  ///   at most ``largestRate``.
  /// - Throws: `MotionError.invalidDecelerationRate` if the rate is out of range or not a number.
  public init(rate: Double) throws(MotionError) {
    guard rate > 0, rate <= Self.largestRate else { throw .invalidDecelerationRate(found: rate) }
    self.init(uncheckedRate: rate)
  }

  private init(uncheckedRate rate: Double) {
    self.rate = rate
    decayRate = -1000 * ElementaryFunctions.logarithm(rate)
  }

  /// The rate of a scroll view that rolls on for long: 0.998.
  public static var normal: Deceleration { Deceleration(uncheckedRate: 0.998) }

  /// The rate of a scroll view that stops soon: 0.99.
  public static var fast: Deceleration { Deceleration(uncheckedRate: 0.99) }
}

extension Deceleration {
  /// Returns how far a motion rolls on until it rests.
  ///
  /// It is the integral of the velocity over all time: v₀ / k.
  ///
  /// - Parameter velocity: The velocity at time zero, per second.
  /// - Returns: The distance, with the sign of the velocity.
  public func projectedDistance(velocity: Double) -> Double { velocity / decayRate }

  /// Returns the velocity from which a motion rolls on for a given distance.
  ///
  /// - Parameter distance: The distance, with its sign.
  /// - Returns: k times the distance, per second.
  public func requiredVelocity(forDistance distance: Double) -> Double { decayRate * distance }

  /// Returns whether a motion can land on a target by rolling on, with no visible change of speed.
  ///
  /// Its velocity must lead to the target, and be the required one but for a factor. If it is not,
  /// a spring brings the motion to the target in a more natural way.
  ///
  /// - Parameters:
  ///   - distance: The distance to the target, with its sign.
  ///   - velocity: The velocity, per second.
  ///   - factor: How many times larger or smaller the required velocity may be, at least 1.
  /// - Returns: `false` also if a number is zero or not finite.
  public func canLand(
    afterDistance distance: Double, velocity: Double, factor: Double = 2
  ) -> Bool {
    let required = requiredVelocity(forDistance: distance)
    guard required.isFinite, velocity.isFinite, required != 0, velocity != 0 else { return false }
    let (wanted, found) = (required.magnitude, velocity.magnitude)
    return (required > 0) == (velocity > 0) && wanted <= found * factor && found <= wanted * factor
  }

  /// Returns a motion that rolls to a target.
  ///
  /// Its first velocity is the required one.
  ///
  /// - Parameters:
  ///   - start: The value at time zero.
  ///   - target: The value at rest.
  ///   - threshold: The distance that counts as arrived. One that is not above zero counts as the
  ///     least positive number.
  /// - Returns: A motion that ends when it is `threshold` away from the target, at once if its way
  ///   or velocity is too large for a number.
  /// - Precondition: `start` and `target` are finite, `threshold` is a number.
  public func motion(from start: Double, to target: Double, threshold: Double) -> DecayMotion {
    DecayMotion(deceleration: self, start: start, target: target, threshold: threshold)
  }

  /// Returns a motion that rolls on until it rests.
  ///
  /// - Parameters:
  ///   - start: The value at time zero.
  ///   - velocity: The velocity at time zero, per second.
  ///   - threshold: The distance that counts as arrived. One that is not above zero counts as the
  ///     least positive number.
  /// - Returns: A motion to the projected target. It stays at the start if the target is too large
  ///   for a number.
  /// - Precondition: `start` and `velocity` are finite, `threshold` is a number.
  public func motion(from start: Double, velocity: Double, threshold: Double) -> DecayMotion {
    precondition(velocity.isFinite, "the velocity of a motion must be finite")
    let target = start + projectedDistance(velocity: velocity)
    return motion(from: start, to: target.isFinite ? target : start, threshold: threshold)
  }
}
