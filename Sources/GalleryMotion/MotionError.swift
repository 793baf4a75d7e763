// SPDX-License-Identifier: Apache-2.0

/// The reason why the parameters of a motion are invalid.
public enum MotionError: Error, Hashable, Sendable {
  /// A damping ratio is outside ``Spring/dampingRatios``.
  case invalidDampingRatio(found: Double)

  /// A response is outside ``Spring/responses``.
  case invalidResponse(found: Duration)

  /// A stiffness belongs to a response outside ``Spring/responses``.
  case invalidStiffness(found: Double)

  /// A deceleration rate is not in 0 (excluded) to ``Deceleration/largestRate``.
  case invalidDecelerationRate(found: Double)

  /// A control point is outside `0...1` along x or outside ``CubicBezier/ordinates`` along y.
  case invalidControlPoint(x: Double, y: Double)

  /// The dimension of a rubber band is negative, infinite or NaN.
  case invalidDimension(found: Double)

  /// The coefficient of a rubber band is not positive and finite.
  case invalidCoefficient(found: Double)
}
