// SPDX-License-Identifier: Apache-2.0

/// The check sum of PNG chunks: the polynomial of ISO 3309, low bit first.
struct CRC32 {
  private var state: UInt32 = 0xFFFF_FFFF

  /// The check sum of the bytes so far.
  var value: UInt32 { ~state }

  /// Adds a byte.
  mutating func add(_ byte: UInt8) {
    state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1
    }
  }
}
