// SPDX-License-Identifier: Apache-2.0

/// The reason why numbers cannot describe a motion.
public enum MotionError: Error, Hashable, Sendable {
  /// A damping ratio is outside of ``Spring/dampingRatios``.
  case invalidDampingRatio(found: Double)

  /// A response is outside of ``Spring/responses``.
  case invalidResponse(found: Duration)

  /// A stiffness belongs to a response outside of ``Spring/responses``.
  case invalidStiffness(found: Double)

  /// A deceleration rate is not above zero or above ``Deceleration/largestRate``.
  case invalidDecelerationRate(found: Double)

  /// A control point is outside of `0...1` along x or of ``CubicBezier/ordinates`` along y.
  case invalidControlPoint(x: Double, y: Double)

  /// The dimension of a rubber band is negative, infinite or not a number.
  case invalidDimension(found: Double)

  /// The coefficient of a rubber band is not a positive finite number.
  case invalidCoefficient(found: Double)
}
