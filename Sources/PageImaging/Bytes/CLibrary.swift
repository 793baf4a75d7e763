// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The memory and math functions of the C library.
enum CLibrary {
  /// Returns whether two blocks of the same length hold the same bytes.
  static func areEqual(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
    guard let one = first.baseAddress, let other = second.baseAddress else { return true }
    return unsafe memcmp(one, other, min(first.count, second.count)) == 0
  }

  /// Allocates memory and sets each byte to `fill`; `nil` if that fails, whereas a failed
  /// allocation of Swift ends the program.
  static func allocate(byteCount: Int, fill: UInt8) -> UnsafeMutableRawBufferPointer? {
    guard byteCount >= 0, byteCount < Int.max else { return nil }
    // One more byte, so that an empty block has an address too.
    guard let block = unsafe fill == 0 ? calloc(1, byteCount + 1) : malloc(byteCount + 1) else {
      return nil
    }
    if fill != 0 { unsafe memset(block, Int32(fill), byteCount) }
    return unsafe UnsafeMutableRawBufferPointer(start: block, count: byteCount)
  }

  /// Frees a block that `allocate` returned.
  static func release(_ block: UnsafeMutableRawBufferPointer) {
    unsafe free(block.baseAddress)
  }

  /// Returns the index of the first `byte` in `bytes`; `nil` if there is none.
  static func firstIndex(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    return unsafe memchr(base, Int32(byte), bytes.count).map { unsafe UnsafeRawPointer($0) - base }
  }

  /// Returns the sine of an angle in radians.
  static func sine(_ angle: Double) -> Double { sin(angle) }

  /// Returns the cosine of an angle in radians.
  static func cosine(_ angle: Double) -> Double { cos(angle) }
}
