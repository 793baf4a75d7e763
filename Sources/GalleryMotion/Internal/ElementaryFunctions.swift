// SPDX-License-Identifier: Apache-2.0

/// The exponential, the logarithm, the sine and the cosine, computed with the four basic operations
/// only.
///
/// The functions of the C library are not used, for two reasons. They round differently in
/// different libraries, but a browser must reproduce the bits that a service computes. A
/// WebAssembly build without an operating system has no C library to link.
///
/// All functions use the same method. The argument is reduced to a small interval by a constant
/// that is split into parts so short that multiples of them are exact. There the value is a Taylor
/// series, truncated where the remainder is below 2⁻⁵⁶ of the sum. The leading term is added last,
/// so that the error is within one unit in the last place (of 1, for a sine or a cosine).
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
