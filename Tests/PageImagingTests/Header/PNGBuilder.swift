// SPDX-License-Identifier: Apache-2.0

/// A writer of the bytes of a small PNG, chunk by chunk.
struct PNGBuilder {
  /// The bytes written so far, beginning with the signature.
  private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A file with the minimum of chunks for a header.
  static func minimal(
    width: Int = 32, height: Int = 24, orientation: Int? = nil, density: (Int, Int, UInt8)? = nil
  ) -> [UInt8] {
    var builder = PNGBuilder()
    builder.imageHeader(width: width, height: height)
    if let density { builder.density(x: density.0, y: density.1, unit: density.2) }
    if let orientation { builder.chunk("eXIf", TIFFBuilder(orientation: orientation).bytes) }
    builder.pixels()
    return builder.bytes
  }

  mutating func raw(_ more: [UInt8]) { bytes += more }

  mutating func chunk(_ name: String, _ body: [UInt8] = []) {
    let checked = Array(name.utf8) + body
    bytes += bigEndian(body.count, 4) + checked + bigEndian(Self.checkSum(checked), 4)
  }

  mutating func imageHeader(
    width: Int = 32, height: Int = 24, bitDepth: UInt8 = 8, colorType: UInt8 = 2,
    compression: UInt8 = 0, filter: UInt8 = 0, interlace: UInt8 = 0
  ) {
    chunk(
      "IHDR",
      bigEndian(width, 4) + bigEndian(height, 4)
        + [bitDepth, colorType, compression, filter, interlace])
  }

  mutating func density(x: Int, y: Int, unit: UInt8) {
    chunk("pHYs", bigEndian(x, 4) + bigEndian(y, 4) + [unit])
  }

  mutating func palette(count: Int = 2) {
    chunk("PLTE", [UInt8](repeating: 7, count: 3 * count))
  }

  mutating func pixels() {
    chunk("IDAT", [1, 2, 3])
    chunk("IEND")
  }

  /// The checksum as defined by the standard, bit by bit.
  private static func checkSum(_ bytes: [UInt8]) -> Int {
    var value = 0xFFFF_FFFF
    for byte in bytes {
      value ^= Int(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
    return value ^ 0xFFFF_FFFF
  }
}
