// SPDX-License-Identifier: Apache-2.0

/// The exponential, the logarithm, the sine and the cosine, from the four operations alone.
///
/// The functions of the C library are not used, for two reasons. They round differently from one
/// library to the next, and a browser must show the very bits that a service computes. And a build
/// for WebAssembly without an operating system has no C library to link.
///
/// All functions follow one plan. The argument is reduced to a small interval, with a constant
/// split in parts so short that multiples of them are exact. There a Taylor series, cut where the
/// rest is below 2⁻⁵⁶ of the sum, gives the value. The leading term is added last, so that the
/// result is within one unit in the last place; of 1, for a sine or a cosine.
@usableFromInline
package enum ElementaryFunctions {
  /// The upper 33 bits of ln 2.
  ///
  /// Its product with an exponent of a `Double` is exact.
  @inlinable
  static var logarithmOf2High: Double { 0x1.62e42fee00000p-1 }

  /// The rest of ln 2.
  @inlinable
  static var logarithmOf2Low: Double { 0x1.a39ef35793c76p-33 }

  /// Returns 2 to the power of an exponent of a normal `Double`.
  @inlinable
  static func powerOf2(_ exponent: Int) -> Double {
    Double(bitPattern: UInt64(bitPattern: Int64(exponent + 1023)) << 52)
  }
}
