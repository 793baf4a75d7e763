// SPDX-License-Identifier: Apache-2.0

/// The resistance of a scroll view that is dragged beyond its content.
///
/// A finger that is x beyond an end moves the content by
///
///     f(x) = (1 - 1 / (x c / d + 1)) d = d / (1 + d / (c x))
///
/// with the coefficient c and the dimension d, the length of the viewport. Its slope starts at c
/// and its limit is d, so that some content stays visible. The code uses the second form: it has no
/// cancellation for a small x, and each of its steps is monotonic in x even after rounding.
public struct RubberBand: Hashable, Sendable {
  /// The coefficient that scroll views use.
  public static var defaultCoefficient: Double { 0.55 }

  /// d: the displacement that is approached and never exceeded.
  public let dimension: Double

  /// c: the fraction of a small overshoot by which the content moves.
  public let coefficient: Double

  /// Creates a rubber band.
  ///
  /// - Parameters:
  ///   - dimension: The length of the viewport, zero or more, in the unit of the positions. At zero,
  ///     nothing moves beyond an end.
  ///   - coefficient: The fraction of a small overshoot by which the content moves, above zero.
  /// - Throws: `MotionError.invalidDimension` or `invalidCoefficient` if a number is out of range,
  ///   infinite or NaN.
  public init(
    dimension: Double, coefficient: Double = RubberBand.defaultCoefficient
  ) throws(MotionError) {
    guard dimension.isNonNegativeAndFinite else { throw .invalidDimension(found: dimension) }
    guard coefficient.isPositiveAndFinite else { throw .invalidCoefficient(found: coefficient) }
    self.init(validDimension: dimension, coefficient: coefficient)
  }

  /// Creates a rubber band from numbers that are known to be valid.
  ///
  /// - Parameters:
  ///   - dimension: The length of the viewport, zero or more and finite.
  ///   - coefficient: The fraction of a small overshoot by which the content moves, positive and
  ///     finite.
  package init(
    validDimension dimension: Double, coefficient: Double = RubberBand.defaultCoefficient
  ) {
    self.dimension = dimension
    self.coefficient = coefficient
  }
}

extension RubberBand {
  /// Returns the displacement of the content beyond an end.
  ///
  /// - Parameter overshoot: The distance of the finger beyond the end, of either sign. NaN counts
  ///   as zero.
  /// - Returns: The displacement, with the sign of the overshoot, at most ``dimension``.
  @inlinable
  public func displacement(forOvershoot overshoot: Double) -> Double {
    let pull = coefficient * overshoot.magnitude
    guard pull > 0, dimension > 0 else { return 0 }
    return Double(signOf: overshoot, magnitudeOf: dimension / (1 + dimension / pull))
  }

  /// Returns the distance of the finger beyond an end: the inverse of
  /// ``displacement(forOvershoot:)``.
  ///
  /// Solved for x, y = f(x) is x = (y / c) d / (d - y).
  ///
  /// - Parameter displacement: The displacement of the content beyond the end, of either sign. The
  ///   dimension or more counts as the largest number below it, because no finger reaches it. NaN
  ///   counts as zero.
  /// - Returns: The overshoot, a finite number with the sign of the displacement.
  public func overshoot(forDisplacement displacement: Double) -> Double {
    guard displacement.magnitude > 0, dimension > 0 else { return 0 }
    let reachable = Swift.min(displacement.magnitude, dimension.nextDown)
    let overshoot = reachable * (dimension / (dimension - reachable)) / coefficient
    return Double(
      signOf: displacement, magnitudeOf: Swift.min(overshoot, .greatestFiniteMagnitude))
  }

  /// Returns the ratio of the content's speed to the finger's beyond an end.
  ///
  /// - Parameter overshoot: The distance of the finger beyond the end, of either sign. NaN counts
  ///   as zero.
  /// - Returns: The derivative c / (x c / d + 1)², from the coefficient down to zero.
  public func slope(atOvershoot overshoot: Double) -> Double {
    guard dimension > 0 else { return 0 }
    guard overshoot.magnitude > 0 else { return coefficient }
    let stretch = 1 + coefficient * overshoot.magnitude / dimension
    return coefficient / stretch / stretch
  }
}

extension RubberBand {
  /// Returns the position of the content.
  ///
  /// - Parameters:
  ///   - raw: The position that the finger asks for. NaN counts as the lower limit.
  ///   - limits: The positions without resistance.
  /// - Returns: `raw` inside the limits, and outside no more than ``dimension`` beyond them.
  @inlinable
  public func position(for raw: Double, in limits: ClosedRange<Double>) -> Double {
    let bound = raw.clamped(to: limits)
    return raw == bound ? raw : bound + displacement(forOvershoot: raw - bound)
  }

  /// Returns the position that the finger asks for: the inverse of ``position(for:in:)``.
  ///
  /// - Parameters:
  ///   - position: The position of the content. NaN counts as the lower limit.
  ///   - limits: The positions without resistance.
  /// - Returns: `position` inside the limits, and outside farther away from them.
  public func rawPosition(for position: Double, in limits: ClosedRange<Double>) -> Double {
    let bound = position.clamped(to: limits)
    return position == bound ? position : bound + overshoot(forDisplacement: position - bound)
  }

  /// Returns the raw position at which a drag of moving content starts.
  ///
  /// Another surface with a longer rubber band, or a spring, may have moved the content to a
  /// position that this band does not allow, or only for a finger far away. The part beyond a share
  /// of the dimension is returned as excess. The caller lets it fade, so that the content neither
  /// jumps nor sticks.
  ///
  /// - Parameters:
  ///   - position: The position of the content.
  ///   - limits: The positions without resistance.
  ///   - share: The largest displacement that the band takes over, as a fraction of the dimension,
  ///     in `0..<1`.
  /// - Returns: The raw position of the drag, and the signed excess: the position of `raw` plus
  ///   `excess` is `position`.
  /// - Precondition: `position` is finite and `share` in `0..<1`.
  public func grab(
    position: Double, in limits: ClosedRange<Double>, share: Double = 0.9
  ) -> (raw: Double, excess: Double) {
    precondition(position.isFinite, "the position of a drag must be finite")
    precondition((0..<1).contains(share), "the share of a rubber band must be in 0..<1")
    let bound = position.clamped(to: limits)
    let displacement = position - bound
    let taken = Swift.min(displacement.magnitude, share * dimension)
    let held = Double(signOf: displacement, magnitudeOf: taken)
    return (bound + overshoot(forDisplacement: held), displacement - held)
  }
}
