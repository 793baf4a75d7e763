// SPDX-License-Identifier: Apache-2.0

/// A timing curve given by two control points, as in CSS.
///
///     1 +             o-----o      The curve leaves (0, 0) toward (x1, y1) and reaches (1, 1)
///       |          (x2,y2) /       from the direction of (x2, y2). Time runs along x, so x1 and
///       |              /           x2 are in 0...1: each x then belongs to one point.
///       |          /
///       |      /
///       |  / (x1,y1)
///     0 o-----o-------------+
///       0                   1
public struct CubicBezier: Hashable, Sendable {
  /// The range of `y1` and `y2`: wider than animations need, and safe from overflow.
  public static var ordinates: ClosedRange<Double> { -1000...1000 }

  /// The time of the first control point.
  public let x1: Double

  /// The value of the first control point.
  public let y1: Double

  /// The time of the second control point.
  public let x2: Double

  /// The value of the second control point.
  public let y2: Double

  /// Creates a curve from its control points.
  ///
  /// - Parameters:
  ///   - x1: The time of the first control point, in `0...1`.
  ///   - y1: The value of the first control point, in ``ordinates``.
  ///   - x2: The time of the second control point, in `0...1`.
  ///   - y2: The value of the second control point, in ``ordinates``.
  /// - Throws: `MotionError.invalidControlPoint` if a point is out of range or NaN.
  public init(x1: Double, y1: Double, x2: Double, y2: Double) throws(MotionError) {
    for (x, y) in [(x1, y1), (x2, y2)] {
      guard (0...1).contains(x), Self.ordinates.contains(y) else {
        throw .invalidControlPoint(x: x, y: y)
      }
    }
    self.init(uncheckedX1: x1, y1: y1, x2: x2, y2: y2)
  }

  init(uncheckedX1 x1: Double, y1: Double, x2: Double, y2: Double) {
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
  }

  /// Returns the fraction of the distance that is covered.
  ///
  /// - Parameter progress: The fraction of the duration, clamped to `0...1`.
  /// - Returns: The y of the point whose x is `progress`, with an error far below 10⁻¹² in x.
  public func value(at progress: Double) -> Double {
    guard progress > 0 else { return 0 }
    guard progress < 1 else { return 1 }
    return Polynomial(y1, y2).value(at: parameter(at: progress))
  }

  /// Returns the slope of the curve.
  ///
  /// - Parameter progress: The fraction of the duration, clamped to `0...1`.
  /// - Returns: dy/dx, one-sided at the ends, infinite where the curve is vertical.
  public func slope(at progress: Double) -> Double {
    let (x, y) = (Polynomial(x1, x2), Polynomial(y1, y2))
    let t = parameter(at: progress)
    // x never decreases; only rounding could make the derivative negative.
    let (dx, dy) = (Swift.max(0, x.derivative(at: t)), y.derivative(at: t))
    guard dx == 0, dy == 0 else { return dy / dx }
    // Where the first derivatives are zero, the second ones give the direction. At the end of the
    // curve they point backward.
    let (ddx, ddy) = (x.secondDerivative(at: t), y.secondDerivative(at: t))
    guard ddx == 0, ddy == 0 else { return (t < 0.5 ? ddy : -ddy) / ddx.magnitude }
    return y.thirdDerivative / x.thirdDerivative
  }
}

extension CubicBezier {
  /// Returns the parameter of the point whose x is the given progress.
  ///
  /// x grows with the parameter, so a bracket around the root always contains it. A Newton step is
  /// used if it stays inside the bracket, otherwise bisection. The search ends when the point is
  /// found, or when no `Double` lies between the bounds.
  func parameter(at progress: Double) -> Double {
    guard progress > 0 else { return 0 }
    guard progress < 1 else { return 1 }
    let x = Polynomial(x1, x2)
    var (lower, upper) = (0.0, 1.0)
    var parameter = progress
    for step in 0..<Self.largestStepCount {
      let error = x.value(at: parameter) - progress
      guard error.magnitude > Self.tolerance else { break }
      if error > 0 { upper = parameter } else { lower = parameter }
      let next = parameter - error / x.derivative(at: parameter)
      let isInside = step < Self.newtonStepCount && lower < next && next < upper
      let candidate = isInside ? next : lower + 0.5 * (upper - lower)
      guard lower < candidate, candidate < upper else { break }
      parameter = candidate
    }
    return parameter
  }

  /// The error in x that is due to rounding alone.
  private static var tolerance: Double { 0x1p-52 }

  /// Newton's method needs four steps for an ordinary curve, more near a flat point.
  private static var newtonStepCount: Int { 12 }

  /// Bisection finds each of the 53 bits of the parameter, and a few more near zero.
  private static var largestStepCount: Int { 12 + 64 }
}

/// One coordinate of a Bezier curve from 0 to 1.
private struct Polynomial {
  let c1: Double
  let c2: Double

  init(_ c1: Double, _ c2: Double) {
    (self.c1, self.c2) = (c1, c2)
  }

  /// Returns 3 (1-t)² t c1 + 3 (1-t) t² c2 + t³.
  func value(at t: Double) -> Double {
    let s = 1 - t
    return t * (3 * s * (s * c1 + t * c2) + t * t)
  }

  func derivative(at t: Double) -> Double {
    let s = 1 - t
    return 3 * (s * s * c1 + 2 * s * t * (c2 - c1) + t * t * (1 - c2))
  }

  func secondDerivative(at t: Double) -> Double {
    6 * ((1 - t) * (c2 - 2 * c1) + t * (1 - 2 * c2 + c1))
  }

  var thirdDerivative: Double { 6 * (1 - 3 * c2 + 3 * c1) }
}
