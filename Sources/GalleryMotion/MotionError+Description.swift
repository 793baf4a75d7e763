// SPDX-License-Identifier: Apache-2.0

// Formatting a `Double` needs tables that an Embedded build does not contain.
#if !hasFeature(Embedded)

  extension MotionError: CustomStringConvertible {
    /// One sentence with the value found and the values allowed.
    public var description: String {
      switch self {
      case .invalidDampingRatio(let found):
        "The damping ratio must be in \(Spring.dampingRatios), but it is \(found)."
      case .invalidResponse(let found):
        "The response must be in \(Spring.responses), but it is \(found)."
      case .invalidStiffness(let found):
        "The response of a stiffness must be in \(Spring.responses), but the stiffness is \(found)."
      case .invalidDecelerationRate(let found):
        "The deceleration rate must be above 0 and at most \(Deceleration.largestRate), "
          + "but it is \(found)."
      case .invalidControlPoint(let x, let y):
        "A control point must be in 0...1 along x and in \(CubicBezier.ordinates) along y, "
          + "but it is at (\(x), \(y))."
      case .invalidDimension(let found):
        "The dimension of a rubber band must be zero or more and finite, but it is \(found)."
      case .invalidCoefficient(let found):
        "The coefficient of a rubber band must be positive and finite, but it is \(found)."
      }
    }
  }

#endif
