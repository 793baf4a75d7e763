// SPDX-License-Identifier: Apache-2.0

/// The bits of one restart interval, without the zeros that were stuffed behind FF bytes.
///
/// Reading behind the end gives bits that mean nothing, never a byte outside of the block: check
/// `isOverrun` after each run of MCUs.
@unsafe struct EntropyBits {
  /// The bytes a reader may touch behind the last one.
  static let padding = 8
  /// The bits of `window` that are surely there.
  static let windowBitCount = 57

  private let bytes: UnsafeRawPointer
  private let end: Int
  /// The number of bits that were read.
  private(set) var position = 0

  /// `bytes` are `byteCount` bytes and the padding.
  init(_ bytes: UnsafeRawPointer, byteCount: Int) {
    unsafe self.bytes = bytes
    unsafe end = byteCount * 8
  }

  /// The next bits, the first one on top.
  var window: UInt64 {
    @inline(__always) get { unsafe window(at: position) }
  }

  @inline(__always)
  private func window(at position: Int) -> UInt64 {
    let place = unsafe min(position, end)
    let word = unsafe bytes.loadUnaligned(fromByteOffset: place >> 3, as: UInt64.self)
    return UInt64(bigEndian: word) &<< UInt64(place & 7)
  }

  /// The bit that comes `distance` bits later.
  @inline(__always)
  func bit(after distance: Int) -> Bool {
    unsafe Int64(bitPattern: window(at: position &+ distance)) < 0
  }

  @inline(__always)
  mutating func skip(_ count: Int) {
    unsafe position &+= count
  }

  /// Whether more bits were read than there are.
  var isOverrun: Bool { unsafe position > end }

  /// Whether nothing but the bits that fill the last byte is left.
  var isAtEnd: Bool { unsafe position <= end && end - position < 8 }
}
