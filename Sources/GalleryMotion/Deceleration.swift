// SPDX-License-Identifier: Apache-2.0

/// The deceleration of a scroll view after the finger is lifted.
///
/// The velocity falls by the same factor every millisecond: v(t) = v₀ rate^(1000 t), which is
/// v₀ exp(-kt) with k = -1000 ln rate.
public struct Deceleration: Hashable, Sendable {
  /// The largest rate, at which a fling takes a quarter of an hour to lose half of its speed.
  public static var largestRate: Double { 0.999_999 }

  /// The factor by which the velocity changes per millisecond.
  public let rate: Double

  /// k: the exponential decay rate of the velocity, per second.
  public let decayRate: Double

  /// Creates a deceleration.
  ///
  /// - Parameter rate: The factor by which the velocity changes per millisecond, above 0 and at
  ///   most ``largestRate``.
  /// - Throws: `MotionError.invalidDecelerationRate` if the rate is out of range or NaN.
  public init(rate: Double) throws(MotionError) {
    guard rate > 0, rate <= Self.largestRate else { throw .invalidDecelerationRate(found: rate) }
    self.init(uncheckedRate: rate)
  }

  private init(uncheckedRate rate: Double) {
    self.rate = rate
    decayRate = -1000 * ElementaryFunctions.logarithm(rate)
  }

  /// The rate of a scroll view that decelerates slowly: 0.998.
  public static var normal: Deceleration { Deceleration(uncheckedRate: 0.998) }

  /// The rate of a scroll view that decelerates quickly: 0.99.
  public static var fast: Deceleration { Deceleration(uncheckedRate: 0.99) }
}

extension Deceleration {
  /// Returns the distance that a motion covers until it stops.
  ///
  /// It is the integral of the velocity over all time: v₀ / k.
  ///
  /// - Parameter velocity: The velocity at time zero, per second.
  /// - Returns: The distance, with the sign of the velocity.
  public func projectedDistance(velocity: Double) -> Double { velocity / decayRate }

  /// Returns the initial velocity of a motion that stops after a given distance.
  ///
  /// - Parameter distance: The distance, with its sign.
  /// - Returns: k times the distance, per second.
  public func requiredVelocity(forDistance distance: Double) -> Double { decayRate * distance }

  /// Returns whether a motion can decelerate to a target without a visible change of speed.
  ///
  /// Its velocity must point to the target and be within a factor of the required one. Otherwise a
  /// spring looks more natural.
  ///
  /// - Parameters:
  ///   - distance: The distance to the target, with its sign.
  ///   - velocity: The velocity, per second.
  ///   - factor: The largest ratio between the velocity and the required one, in either direction,
  ///     at least 1.
  /// - Returns: `false` also if a number is zero or not finite.
  public func canLand(
    afterDistance distance: Double, velocity: Double, factor: Double = 2
  ) -> Bool {
    let required = requiredVelocity(forDistance: distance)
    guard required.isFinite, velocity.isFinite, required != 0, velocity != 0 else { return false }
    let (wanted, found) = (required.magnitude, velocity.magnitude)
    return (required > 0) == (velocity > 0) && wanted <= found * factor && found <= wanted * factor
  }

  /// Returns a motion that decelerates to a target.
  ///
  /// It starts at the required velocity.
  ///
  /// - Parameters:
  ///   - start: The value at time zero.
  ///   - target: The value at rest.
  ///   - threshold: The distance from the target at which the motion ends. A threshold of zero or
  ///     less counts as the smallest positive number.
  /// - Returns: A motion that ends at a distance of `threshold` from the target, or at once if its
  ///   distance or velocity overflows.
  /// - Precondition: `start` and `target` are finite, `threshold` is not NaN.
  public func motion(from start: Double, to target: Double, threshold: Double) -> DecayMotion {
    DecayMotion(deceleration: self, start: start, target: target, threshold: threshold)
  }

  /// Returns a motion that decelerates until it stops.
  ///
  /// - Parameters:
  ///   - start: The value at time zero.
  ///   - velocity: The velocity at time zero, per second.
  ///   - threshold: The distance from the target at which the motion ends. A threshold of zero or
  ///     less counts as the smallest positive number.
  /// - Returns: A motion to the projected target. It stays at the start if the target overflows.
  /// - Precondition: `start` and `velocity` are finite, `threshold` is not NaN.
  public func motion(from start: Double, velocity: Double, threshold: Double) -> DecayMotion {
    precondition(velocity.isFinite, "the velocity of a motion must be finite")
    let target = start + projectedDistance(velocity: velocity)
    return motion(from: start, to: target.isFinite ? target : start, threshold: threshold)
  }
}
