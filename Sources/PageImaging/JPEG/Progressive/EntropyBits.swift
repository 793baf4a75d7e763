// SPDX-License-Identifier: Apache-2.0

/// The bits of one restart interval, without byte stuffing.
///
/// Reads after the end return meaningless bits, but never access memory after the padding: check
/// `isOverrun` after each run of MCUs.
@unsafe struct EntropyBits {
  /// The number of bytes after the last one that may be read.
  static let padding = 8
  /// The number of bits of `window` that are always valid.
  static let windowBitCount = 57

  private let bytes: UnsafeRawPointer
  private let end: Int
  /// The number of bits taken so far.
  private(set) var position = 0

  /// Creates a reader of `byteCount` bytes, which the padding follows.
  init(_ bytes: UnsafeRawPointer, byteCount: Int) {
    unsafe self.bytes = bytes
    unsafe end = byteCount * 8
  }

  /// The next bits, the first one most significant.
  var window: UInt64 {
    @inline(__always) get { unsafe window(at: position) }
  }

  @inline(__always)
  private func window(at position: Int) -> UInt64 {
    let place = unsafe min(position, end)
    let word = unsafe bytes.loadUnaligned(fromByteOffset: place >> 3, as: UInt64.self)
    return UInt64(bigEndian: word) &<< UInt64(place & 7)
  }

  /// Returns the bit that is `distance` bits after the next one.
  @inline(__always)
  func bit(after distance: Int) -> Bool {
    unsafe Int64(bitPattern: window(at: position &+ distance)) < 0
  }

  @inline(__always)
  mutating func skip(_ count: Int) {
    unsafe position &+= count
  }

  /// Whether more bits were taken than exist.
  var isOverrun: Bool { unsafe position > end }

  /// Whether at most the fill bits of the last byte are left.
  var isAtEnd: Bool { unsafe position <= end && end - position < 8 }
}
