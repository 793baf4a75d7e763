// SPDX-License-Identifier: Apache-2.0

/// A damped spring that pulls a number to a target.
///
/// The displacement x from the target obeys x'' + 2 ζ ω x' + ω² x = 0, with the damping ratio ζ and
/// the angular frequency ω. A ratio of 1 is critical damping: the fastest return without
/// oscillation. Below 1, the spring oscillates around its target.
public struct Spring: Hashable, Sendable {
  /// The damping ratios that a spring can have.
  ///
  /// Below the range a spring oscillates too long; above it, it is too slow.
  public static var dampingRatios: ClosedRange<Double> { 0.01...1 }

  /// The responses that a spring can have: from a microsecond to 10,000 seconds.
  public static var responses: ClosedRange<Duration> { .microseconds(1) ... .seconds(10_000) }

  /// ζ: the damping relative to critical damping, in ``dampingRatios``.
  public let dampingRatio: Double

  /// ω: the angular frequency of the undamped spring, in radians per second.
  public let angularFrequency: Double

  /// Creates a spring from its period.
  ///
  /// - Parameters:
  ///   - dampingRatio: The damping relative to critical damping, in ``dampingRatios``.
  ///   - response: The period without damping, in ``responses``.
  /// - Throws: `MotionError.invalidDampingRatio` or `invalidResponse` if a number is out of range.
  public init(dampingRatio: Double, response: Duration) throws(MotionError) {
    guard Self.dampingRatios.contains(dampingRatio) else {
      throw .invalidDampingRatio(found: dampingRatio)
    }
    guard Self.responses.contains(response) else { throw .invalidResponse(found: response) }
    self.init(
      uncheckedDampingRatio: dampingRatio,
      angularFrequency: 2 * Double.pi / (response.inNanoseconds / 1e9))
  }

  /// Creates a spring that moves a mass of 1.
  ///
  /// - Parameters:
  ///   - dampingRatio: The damping relative to critical damping, in ``dampingRatios``.
  ///   - stiffness: The force per displacement: ω².
  /// - Throws: `MotionError.invalidDampingRatio` if the ratio is out of range;
  ///   `MotionError.invalidStiffness` if the spring's response would be.
  public init(dampingRatio: Double = 1, stiffness: Double) throws(MotionError) {
    guard Self.dampingRatios.contains(dampingRatio) else {
      throw .invalidDampingRatio(found: dampingRatio)
    }
    let frequency = stiffness.squareRoot()
    guard (2 * Double.pi / 1e4...2 * Double.pi / 1e-6).contains(frequency) else {
      throw .invalidStiffness(found: stiffness)
    }
    self.init(uncheckedDampingRatio: dampingRatio, angularFrequency: frequency)
  }

  private init(uncheckedDampingRatio dampingRatio: Double, angularFrequency: Double) {
    self.dampingRatio = dampingRatio
    self.angularFrequency = angularFrequency
  }
}

extension Spring {
  /// The spring that settles a preview on a page: critical, stiffness 200.
  public static var paging: Spring {
    Spring(uncheckedDampingRatio: 1, angularFrequency: 200.0.squareRoot())
  }

  /// The spring that settles a strip on a thumbnail: critical, response 0.4 s.
  public static var snapping: Spring {
    Spring(uncheckedDampingRatio: 1, angularFrequency: 5 * Double.pi)
  }

  /// The spring that returns content from beyond an end: critical, stiffness 100.
  public static var bounce: Spring {
    Spring(uncheckedDampingRatio: 1, angularFrequency: 10)
  }

  /// The spring of thrown content: response 0.4 s, damping ratio 0.8, which oscillates slightly.
  public static var swinging: Spring {
    Spring(uncheckedDampingRatio: 0.8, angularFrequency: 5 * Double.pi)
  }

  /// The period without damping, rounded to a nanosecond.
  public var response: Duration {
    .nanoseconds(Int64((2e9 * Double.pi / angularFrequency).rounded(.toNearestOrEven)))
  }

  /// β = ζ ω: the exponential decay rate of the oscillation, per second.
  public var decayRate: Double { dampingRatio * angularFrequency }

  /// Returns the largest outward velocity that increases the displacement by at most a given
  /// distance.
  ///
  /// A displacement x₀ that grows at v₀ becomes at most x₀ plus the largest value of
  /// v₀ t exp(-βt), which it has at t = 1 / β: v₀ / (e β). This is exact at a displacement of zero
  /// for a critical spring, and an upper bound elsewhere.
  ///
  /// - Parameter maximum: The distance by which the displacement may grow, zero or more.
  /// - Returns: e β times the distance.
  public func outwardVelocityLimit(forExtraOvershoot maximum: Double) -> Double {
    SpringMotion.e * decayRate * maximum
  }

  /// Returns the motion of a number that the spring pulls to a target.
  ///
  /// - Parameters:
  ///   - start: The value at time zero.
  ///   - target: The value at rest.
  ///   - velocity: The velocity at time zero, per second. A critical spring limits a velocity
  ///     toward the target so that the number never overshoots it, and ignores a velocity at the
  ///     target.
  ///   - threshold: The distance from the target at which the motion may end. A threshold of zero
  ///     or less counts as the smallest positive number.
  /// - Returns: A motion that is at most `threshold` away from the target when it ends. It ends at
  ///   once if its distance or velocity overflows.
  /// - Precondition: `start`, `target` and `velocity` are finite, `threshold` is not NaN.
  public func motion(
    from start: Double, to target: Double, velocity: Double, threshold: Double
  ) -> SpringMotion {
    SpringMotion(
      spring: self, start: start, target: target, velocity: velocity, threshold: threshold)
  }
}
