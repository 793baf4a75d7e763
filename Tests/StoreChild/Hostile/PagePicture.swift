// SPDX-License-Identifier: Apache-2.0

/// Small decodable pages, generated from a number without an encoder.
enum PagePicture {
  /// Returns a PNG whose size, pixels and length depend on a number.
  ///
  /// - Parameter number: A number in `0..<1000`.
  /// - Returns: A gray image whose rows are stored without compression.
  static func bytes(_ number: Int) -> [UInt8] {
    let (width, height) = (16 + number % 13, 20 + number % 17)
    let row = [0] + (0..<width).map { UInt8(truncatingIfNeeded: number &* ($0 + 7) >> 2) }
    let rows = Array(repeatElement(row, count: height).joined())
    let count = UInt16(rows.count)
    let stored = [0x78, 0x01, 0x01] + bytes(of: count.byteSwapped) + bytes(of: ~count.byteSwapped)
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
      + chunk("IHDR", bytes(of: UInt32(width)) + bytes(of: UInt32(height)) + [8, 0, 0, 0, 0])
      + chunk("tEXt", Array("Comment\0page \(number)".utf8))
      + chunk("IDAT", stored + rows + bytes(of: adler(rows)))
      + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + data
    return bytes(of: UInt32(data.count)) + named + bytes(of: sum(named))
  }

  /// Returns the bytes of an integer, the highest byte first.
  private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  private static func sum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (low, high) = (1 as UInt32, 0 as UInt32)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
