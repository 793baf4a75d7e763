// SPDX-License-Identifier: Apache-2.0

extension ElementaryFunctions {
  /// The largest angle that ``sineAndCosine(_:)`` reduces without loss of precision.
  @inlinable
  static var largestAngle: Double { 1_000_000 }

  /// Returns the sine and the cosine of an angle.
  ///
  /// With x = n π/2 + r and |r| <= π/4 they are those of r, swapped and negated depending on n.
  ///
  /// - Parameter x: The angle in radians, clamped to ±`largestAngle`.
  /// - Returns: Two numbers in `-1...1`, with an error of at most 2⁻⁵²: one unit in the last place
  ///   of 1.
  @inlinable
  package static func sineAndCosine(_ x: Double) -> (sine: Double, cosine: Double) {
    let angle = Swift.max(-largestAngle, Swift.min(largestAngle, x))
    let multiple = (angle * 0.6366197723675814 + 0.5).rounded(.down)
    // π/2 in parts of 33 bits. A multiple has at most 20 bits, so the products are exact.
    let first = angle - multiple * 0x1.921fb54400000p0
    let r = first - multiple * 0x1.0b4611a600000p-34 - multiple * 0x1.3198a2e037073p-69
    let z = r * r
    let sine = r - r * z * sineTail(z)
    let cosine = 1 - (0.5 * z - z * z * cosineTail(z))
    switch Int(multiple) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// Returns (r - sin r) / r³ for z = r², |r| <= π/4.
  @inlinable
  static func sineTail(_ z: Double) -> Double {
    var sum = 1 / 355_687_428_096_000.0
    sum = 1 / 1_307_674_368_000.0 - z * sum
    sum = 1 / 6_227_020_800.0 - z * sum
    sum = 1 / 39_916_800.0 - z * sum
    sum = 1 / 362_880.0 - z * sum
    sum = 1 / 5_040.0 - z * sum
    sum = 1 / 120.0 - z * sum
    return 1 / 6.0 - z * sum
  }

  /// Returns (cos r - 1 + r²/2) / r⁴ for z = r², |r| <= π/4.
  @inlinable
  static func cosineTail(_ z: Double) -> Double {
    var sum = 1 / 20_922_789_888_000.0
    sum = 1 / 87_178_291_200.0 - z * sum
    sum = 1 / 479_001_600.0 - z * sum
    sum = 1 / 3_628_800.0 - z * sum
    sum = 1 / 40_320.0 - z * sum
    sum = 1 / 720.0 - z * sum
    return 1 / 24.0 - z * sum
  }
}
