// SPDX-License-Identifier: Apache-2.0

private import CGalleryInflate

/// The CRC-32 of PNG chunks: the polynomial of ISO 3309, least significant bit first.
struct CRC32 {
  /// The checksum of the bytes so far.
  private(set) var value: UInt32 = 0

  /// Creates the checksum of no bytes, or continues from the checksum `value` of earlier bytes.
  init(continuing value: UInt32 = 0) {
    self.value = value
  }

  /// Adds bytes.
  ///
  /// - Complexity: O(number of bytes), in one call of ISA-L.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    value = unsafe cgallery_crc32(
      value, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
  }
}

extension CRC32 {
  /// Creates the checksum of `bytes`.
  ///
  /// - Complexity: O(number of bytes).
  init(of bytes: ArraySlice<UInt8>) {
    self.init()
    unsafe bytes.withUnsafeBytes { unsafe add($0) }
  }
}
