// SPDX-License-Identifier: Apache-2.0

/// The resistance of a scroll view that is dragged beyond its content.
///
/// A finger that is x beyond an end moves the content by
///
///     f(x) = (1 - 1 / (x c / d + 1)) d = d / (1 + d / (c x))
///
/// with the coefficient c and the dimension d, the length of the viewport. It starts with the slope
/// c and tends to d: however far the finger goes, content stays in sight. The second form has no
/// difference, so nothing cancels for a small x, and each of its steps grows or falls with x after
/// rounding too.
public struct RubberBand: Hashable, Sendable {
  /// The coefficient that scroll views use.
  public static var defaultCoefficient: Double { 0.55 }

  /// d: the displacement that is never passed.
  public let dimension: Double

  /// c: how much of a small overshoot is left.
  public let coefficient: Double

  /// Creates a rubber band.
  ///
  /// - Parameters:
  ///   - dimension: The length of the viewport, zero or more, in the unit of the positions. At zero,
  ///     nothing moves beyond an end.
  ///   - coefficient: The share of a small overshoot that is left, above zero.
  /// - Throws: `MotionError.invalidDimension` or `invalidCoefficient` if a number is out of range,
  ///   infinite or not a number.
  public init(
    dimension: Double, coefficient: Double = RubberBand.defaultCoefficient
  ) throws(MotionError) {
    guard dimension.isNonNegativeAndFinite else { throw .invalidDimension(found: dimension) }
    guard coefficient.isPositiveAndFinite else { throw .invalidCoefficient(found: coefficient) }
    self.init(validDimension: dimension, coefficient: coefficient)
  }

  /// Creates a rubber band from numbers that are known to be good.
  ///
  /// - Parameters:
  ///   - dimension: The length of the viewport, zero or more and finite.
  ///   - coefficient: The share of a small overshoot that is left, positive and finite.
  package init(
    validDimension dimension: Double, coefficient: Double = RubberBand.defaultCoefficient
  ) {
    self.dimension = dimension
    self.coefficient = coefficient
  }
}

extension RubberBand {
  /// Returns how far the content moves beyond an end.
  ///
  /// - Parameter overshoot: How far the finger is beyond the end, of either sign. Not a number counts
  ///   as zero.
  /// - Returns: The displacement, with the sign of the overshoot and at most ``dimension`` large.
  @inlinable
  public func displacement(forOvershoot overshoot: Double) -> Double {
    let pull = coefficient * overshoot.magnitude
    guard pull > 0, dimension > 0 else { return 0 }
    return Double(signOf: overshoot, magnitudeOf: dimension / (1 + dimension / pull))
  }

  /// Returns how far the finger is beyond an end: the inverse of ``displacement(forOvershoot:)``.
  ///
  /// Solved for x, y = f(x) is x = (y / c) d / (d - y).
  ///
  /// - Parameter displacement: How far the content is beyond the end, of either sign. The dimension
  ///   is out of reach; that and more counts as the largest number below it. Not a number counts as
  ///   zero.
  /// - Returns: The overshoot, a finite number with the sign of the displacement.
  public func overshoot(forDisplacement displacement: Double) -> Double {
    guard displacement.magnitude > 0, dimension > 0 else { return 0 }
    let reachable = Swift.min(displacement.magnitude, dimension.nextDown)
    let overshoot = reachable * (dimension / (dimension - reachable)) / coefficient
    return Double(
      signOf: displacement, magnitudeOf: Swift.min(overshoot, .greatestFiniteMagnitude))
  }

  /// Returns how fast the content follows the finger beyond an end.
  ///
  /// - Parameter overshoot: How far the finger is beyond the end, of either sign. Not a number counts
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
  /// Returns where the content is.
  ///
  /// - Parameters:
  ///   - raw: Where the finger has dragged it. Not a number counts as the lower limit.
  ///   - limits: The positions without resistance.
  /// - Returns: `raw` inside of the limits, and outside no more than ``dimension`` beyond them.
  @inlinable
  public func position(for raw: Double, in limits: ClosedRange<Double>) -> Double {
    let bound = raw.clamped(to: limits)
    return raw == bound ? raw : bound + displacement(forOvershoot: raw - bound)
  }

  /// Returns where the finger has dragged the content: the inverse of ``position(for:in:)``.
  ///
  /// - Parameters:
  ///   - position: Where the content is. Not a number counts as the lower limit.
  ///   - limits: The positions without resistance.
  /// - Returns: `position` inside of the limits, and outside farther away from them.
  public func rawPosition(for position: Double, in limits: ClosedRange<Double>) -> Double {
    let bound = position.clamped(to: limits)
    return position == bound ? position : bound + overshoot(forDisplacement: position - bound)
  }

  /// Returns where a drag starts that takes hold of moving content.
  ///
  /// Another surface with a longer rubber band, or a spring, may have brought the content to where
  /// this band never lets it, or only for a finger far out. The part beyond a share of the dimension
  /// is split off, for the caller to let it fade, so that the content neither jumps nor sticks.
  ///
  /// - Parameters:
  ///   - position: Where the content is.
  ///   - limits: The positions without resistance.
  ///   - share: The largest displacement that the band takes over, in dimensions, in `0..<1`.
  /// - Returns: The raw position of the drag, and the signed excess: the position of `raw` plus
  ///   `excess` is `position`.
  /// - Precondition: `position` is finite and `share` in `0..<1`.
  public func grab(
    at position: Double, in limits: ClosedRange<Double>, share: Double = 0.9
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
