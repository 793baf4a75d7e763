// SPDX-License-Identifier: Apache-2.0

extension ElementaryFunctions {
  /// Returns e to the power of a number.
  ///
  /// With x = k ln 2 + r and |r| <= ln 2 / 2 it is 2ᵏ eʳ.
  ///
  /// - Parameter x: The exponent.
  /// - Returns: A number within one unit in the last place (ULP) of the exact value.
  @inlinable
  package static func exponential(_ x: Double) -> Double {
    // Beyond these bounds the result overflows or rounds to zero.
    guard x <= 709.782712893384 else { return x.isNaN ? x : .infinity }
    guard x >= -745.1332191019412 else { return 0 }
    let multiple = (x * 1.4426950408889634 + 0.5).rounded(.down)
    // x - k ln 2 in two parts: `high` is exact, `low` is a rounded correction.
    let high = x - multiple * logarithmOf2High
    let low = multiple * logarithmOf2Low
    let r = high - low
    let value = 1 + (high - (low - r * r * exponentialTail(r)))
    let exponent = Int(multiple)
    // Two factors: an exponent that is out of range for one may be in range for the product.
    return value * powerOf2(exponent >> 1) * powerOf2(exponent - exponent >> 1)
  }

  /// Returns (eʳ - 1 - r) / r², for |r| <= ln 2 / 2.
  @inlinable
  static func exponentialTail(_ r: Double) -> Double {
    var sum = 1 / 6_227_020_800.0
    sum = sum * r + 1 / 479_001_600.0
    sum = sum * r + 1 / 39_916_800.0
    sum = sum * r + 1 / 3_628_800.0
    sum = sum * r + 1 / 362_880.0
    sum = sum * r + 1 / 40_320.0
    sum = sum * r + 1 / 5_040.0
    sum = sum * r + 1 / 720.0
    sum = sum * r + 1 / 120.0
    sum = sum * r + 1 / 24.0
    sum = sum * r + 1 / 6.0
    return sum * r + 0.5
  }

  /// Returns the natural logarithm of a number.
  ///
  /// It is minus infinity for zero and NaN for negative numbers.
  ///
  /// With x = 2ᵏ (1 + f) and 1 + f in √½...√2 it is k ln 2 + ln(1 + f). With s = f / (2 + f), the
  /// latter is 2 artanh s = 2s + s R, where R = 2 (s²/3 + s⁴/5 + s⁶/7 + ...). Because 2s = f - s f,
  /// and s f = h - s h with h = f²/2, it is also f - (h - s (h + R)), whose leading term is exact.
  ///
  /// - Parameter x: The number.
  /// - Returns: A number within one unit in the last place of the exact value.
  package static func logarithm(_ x: Double) -> Double {
    guard x > 0, x.isFinite else {
      if x == 0 { return -.infinity }
      return x > 0 ? x : .nan
    }
    var exponent = Int(x.exponent)
    var significand = x.significand
    if significand > 0x1.6a09e667f3bcdp0 {
      significand *= 0.5
      exponent += 1
    }
    let f = significand - 1
    let s = f / (2 + f)
    let h = 0.5 * f * f
    let k = Double(exponent)
    let correction = s * (h + logarithmTail(s * s)) + k * logarithmOf2Low
    return k * logarithmOf2High - ((h - correction) - f)
  }

  /// Returns 2 (z/3 + z²/5 + z³/7 + ...), for z in `0...0.0295`.
  private static func logarithmTail(_ z: Double) -> Double {
    var sum = 2 / 23.0
    sum = sum * z + 2 / 21.0
    sum = sum * z + 2 / 19.0
    sum = sum * z + 2 / 17.0
    sum = sum * z + 2 / 15.0
    sum = sum * z + 2 / 13.0
    sum = sum * z + 2 / 11.0
    sum = sum * z + 2 / 9.0
    sum = sum * z + 2 / 7.0
    sum = sum * z + 2 / 5.0
    sum = sum * z + 2 / 3.0
    return sum * z
  }
}
