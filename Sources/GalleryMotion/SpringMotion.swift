// SPDX-License-Identifier: Apache-2.0

/// The motion of a number that a spring pulls to a target.
///
/// With the displacement x₀ and the velocity v₀ at time zero, β = ζ ω and k = v₀ + β x₀,
///
///     x(t) = exp(-βt) (x₀ C(t) + k S(t))
///     x'(t) = exp(-βt) (v₀ C(t) - (β v₀ + ω² x₀) S(t))
///
/// where C = 1 and S = t for a critical spring; below, C = cos w t and S = sin w t / w with
/// w = ω √(1 - ζ²). The forms agree in the limit, because sin w t / w tends to t.
public struct SpringMotion: Hashable, Sendable {
  /// The value at time zero.
  public let start: Double

  /// The value at rest.
  public let target: Double

  /// The duration, a whole number of nanoseconds.
  @usableFromInline
  package let durationInNanoseconds: Int64
  /// v₀ after limiting.
  @usableFromInline
  let initialVelocity: Double
  /// β, per second.
  @usableFromInline
  package let decayRate: Double
  /// w, in radians per second; zero if critical.
  @usableFromInline
  let swingFrequency: Double
  /// k = v₀ + β x₀.
  @usableFromInline
  let push: Double
  /// β v₀ + ω² x₀.
  @usableFromInline
  let pull: Double

  init(spring: Spring, start: Double, target: Double, velocity: Double, threshold: Double) {
    precondition(start.isFinite && target.isFinite, "the ends of a motion must be finite")
    precondition(velocity.isFinite, "the velocity of a motion must be finite")
    precondition(!threshold.isNaN, "the threshold of a motion must be a number")
    let displacement = start - target
    let (ratio, frequency) = (spring.dampingRatio, spring.angularFrequency)
    let isCritical = ratio == 1
    self.start = start
    self.target = target
    decayRate = spring.decayRate
    initialVelocity =
      isCritical
      ? Self.limited(velocity, displacement: displacement, decayRate: decayRate) : velocity
    swingFrequency = isCritical ? 0 : frequency * ((1 - ratio) * (1 + ratio)).squareRoot()
    push = initialVelocity + decayRate * displacement
    pull = decayRate * initialVelocity + frequency * frequency * displacement
    // |S(t)| <= t and |C(t)| <= 1, so these bound the value and the velocity for all times, and the
    // arguments of the logarithms of the settling time.
    let largestValue = target.magnitude + 2 * (displacement.magnitude + push.magnitude / decayRate)
    let largestVelocity = initialVelocity.magnitude + pull.magnitude / decayRate
    let isFinite = largestValue.isFinite && largestVelocity.isFinite && pull.isFinite
    guard isFinite, !isCritical || displacement != 0 else {
      durationInNanoseconds = 0
      return
    }
    durationInNanoseconds = Int64(
      nanosecondsRoundedUpFromSeconds: Self.settlingTime(
        displacement: displacement, push: push, decayRate: decayRate,
        swingFrequency: swingFrequency,
        threshold: Swift.max(threshold, .leastNonzeroMagnitude)))
  }
}

extension SpringMotion {
  /// The base of the natural logarithm.
  static var e: Double { 2.718281828459045 }

  /// Returns the velocity, limited so that a critical spring does not overshoot its target.
  ///
  /// x₀ + (v₀ + β x₀) t keeps its sign if both coefficients have it: v₀ toward the target is at
  /// most β |x₀|.
  private static func limited(
    _ velocity: Double, displacement: Double, decayRate: Double
  ) -> Double {
    let limit = decayRate * displacement.magnitude
    if displacement > 0 { return Swift.max(velocity, -limit) }
    return displacement < 0 ? Swift.min(velocity, limit) : 0
  }

  /// Returns a time in seconds from which on the displacement is at most the threshold.
  ///
  /// Each of the two terms may use half of the threshold. The first one, |x₀| exp(-βt), is below it
  /// from ln(2 |x₀| / threshold) / β on. The second one is at most |k| t exp(-βt), and t exp(-βt/2)
  /// is at most 2 / (e β), so that |k| 2 / (e β) exp(-βt/2) bounds it: below the half from (2 / β)
  /// ln(4 |k| / (e β threshold)) on.
  ///
  /// For an oscillating spring, also x = A exp(-βt) cos(w t - φ) with A² = x₀² + (k / w)², at most
  /// the threshold from ln(A / threshold) / β on. The smaller bound is used: usually this one,
  /// except for a ratio near 1, where w tends to zero and A grows without limit.
  ///
  /// A quotient may overflow where its logarithm does not, so the logarithms are subtracted
  /// instead.
  private static func settlingTime(
    displacement: Double, push: Double, decayRate: Double, swingFrequency: Double,
    threshold: Double
  ) -> Double {
    let unit = ElementaryFunctions.logarithm(threshold)
    let first = ElementaryFunctions.logarithm(2 * displacement.magnitude) - unit
    let second = ElementaryFunctions.logarithm(push.magnitude * (4 / (e * decayRate))) - unit
    let critical = Swift.max(first, 2 * second) / decayRate
    guard swingFrequency > 0 else { return critical }
    let amplitude = magnitude(displacement, push / swingFrequency)
    return Swift.min(critical, (ElementaryFunctions.logarithm(amplitude) - unit) / decayRate)
  }

  /// Returns the length of a vector whose squares may overflow or underflow.
  private static func magnitude(_ x: Double, _ y: Double) -> Double {
    let longer = Swift.max(x.magnitude, y.magnitude)
    guard longer > 0, longer.isFinite else { return longer }
    let ratio = Swift.min(x.magnitude, y.magnitude) / longer
    return longer * (1 + ratio * ratio).squareRoot()
  }
}

extension SpringMotion: NanosecondMotion {
  /// The time until the value reaches the target.
  public var duration: Duration { .nanoseconds(durationInNanoseconds) }

  /// Returns the value at a time.
  ///
  /// - Parameter time: The time since the start.
  /// - Returns: The target plus the displacement at that time.
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
    let (cosine, sine) = factors(seconds: nanoseconds / 1e9)
    return target + ((start - target) * cosine + push * sine)
  }

  /// Returns the velocity at a time in nanoseconds.
  ///
  /// - Parameter nanoseconds: The time since the start.
  /// - Returns: The same velocity as ``velocity(at:)``, per second.
  @inlinable
  package func velocity(nanoseconds: Double) -> Double {
    let nanoseconds = Swift.max(0, nanoseconds)
    guard nanoseconds < Double(durationInNanoseconds) else { return 0 }
    guard nanoseconds > 0 else { return initialVelocity }
    let (cosine, sine) = factors(seconds: nanoseconds / 1e9)
    return initialVelocity * cosine - pull * sine
  }

  /// Returns exp(-βt) C(t) and exp(-βt) S(t).
  @inlinable
  func factors(seconds: Double) -> (cosine: Double, sine: Double) {
    let envelope = ElementaryFunctions.exponential(-decayRate * seconds)
    guard swingFrequency > 0 else { return (envelope, envelope * seconds) }
    let (sine, cosine) = ElementaryFunctions.sineAndCosine(swingFrequency * seconds)
    return (envelope * cosine, envelope * (sine / swingFrequency))
  }
}
