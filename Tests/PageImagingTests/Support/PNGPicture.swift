// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

/// A PNG of random samples in any layout, with any filters, compressed or not.
struct PNGPicture: CustomStringConvertible {
  var colorType: UInt8
  var bitDepth: Int
  var width: Int
  var height: Int
  var isInterlaced = false
  /// The filter of every row, or nil for random ones.
  var filter: UInt8?
  var seed: UInt64 = 1
  /// Whether samples are random; otherwise they are waves that a smaller image can show.
  var isNoise = true
  /// Colors in the palette; random indexes stay below.
  var paletteCount = 2
  /// The sample at x, y and channel, instead of random ones.
  var content: (@Sendable (_ x: Int, _ y: Int, _ channel: Int) -> Int)?

  /// All layouts that the format allows.
  static let layouts: [(colorType: UInt8, bitDepth: Int)] = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8),
    (4, 8), (4, 16), (6, 8), (6, 16),
  ]

  var description: String {
    "color type \(colorType), \(bitDepth) bits, \(width) x \(height)"
      + "\(isInterlaced ? ", interlaced" : ""), filter \(filter.map(String.init) ?? "any"),"
      + " seed \(seed)"
  }

  private var channels: Int { [1, 1, 3, 1, 2, 1, 4][Int(colorType)] }

  /// The complete file.
  func file(chunkSize: Int = 1000) -> [UInt8] {
    var builder = self.builder()
    let stream = Zlib.stored(filteredRows())
    for start in Swift.stride(from: 0, to: stream.count, by: chunkSize) {
      builder.chunk("IDAT", Array(stream[start..<min(start + chunkSize, stream.count)]))
    }
    builder.chunk("IEND")
    return builder.bytes
  }

  /// The chunks before the pixels.
  func builder() -> PNGBuilder {
    var builder = PNGBuilder()
    builder.imageHeader(
      width: width, height: height, bitDepth: UInt8(bitDepth), colorType: colorType,
      interlace: isInterlaced ? 1 : 0)
    if colorType == 3 {
      var generator = SeededGenerator(seed: seed &+ 1)
      builder.chunk(
        "PLTE", (0..<3 * paletteCount).map { _ in .random(in: 0...255, using: &generator) })
      builder.chunk("tRNS", (0..<(paletteCount + 1) / 2).map { UInt8($0 * 37 & 255) })
    }
    return builder
  }

  /// The bytes to compress: each row after its filter byte.
  func filteredRows() -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    for pass in isInterlaced ? Self.passes : [(0, 0, 1, 1)] {
      let columns = Array(Swift.stride(from: pass.0, to: width, by: pass.2))
      let rows = Array(Swift.stride(from: pass.1, to: height, by: pass.3))
      guard !columns.isEmpty else { continue }
      var above: [UInt8]?
      for y in rows {
        let row = packed(columns, y, &generator)
        let kind = filter ?? UInt8.random(in: 0...4, using: &generator)
        bytes.append(kind)
        bytes += filtered(row, above ?? row.map { _ in 0 }, kind)
        above = row
      }
    }
    return bytes
  }

  /// The start of each pass, horizontally and vertically, and its steps (PNG specification, section
  /// 8.2).
  private static let passes = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]

  private func packed(
    _ columns: [Int], _ y: Int, _ generator: inout SeededGenerator
  ) -> [UInt8] {
    var row: [UInt8] = []
    var bits = 0
    var bitCount = 0
    for x in columns {
      for channel in 0..<channels {
        bits = bits << bitDepth | sample(x, y, channel, &generator)
        bitCount += bitDepth
        while bitCount >= 8 {
          row.append(UInt8(bits >> (bitCount - 8) & 255))
          bitCount -= 8
        }
        bits &= 0xFFFF
      }
    }
    // The padding of the last byte is arbitrary.
    if bitCount > 0 { row.append(UInt8((bits << (8 - bitCount) | 0xFF >> bitCount) & 255)) }
    return row
  }

  private func sample(
    _ x: Int, _ y: Int, _ channel: Int, _ generator: inout SeededGenerator
  ) -> Int {
    if let content { return content(x, y, channel) }
    if colorType == 3 { return Int.random(in: 0..<paletteCount, using: &generator) }
    if isNoise { return Int.random(in: 0..<1 << bitDepth, using: &generator) }
    let wave = abs((x + y / 2 + 20 * channel) % 120 - 60) * 4
    return bitDepth == 16 ? wave * 257 : wave
  }

  /// The definitions of section 9.2, byte by byte.
  private func filtered(_ row: [UInt8], _ above: [UInt8], _ kind: UInt8) -> [UInt8] {
    let step = max(1, channels * bitDepth / 8)
    return row.indices.map { index in
      let a = index >= step ? Int(row[index - step]) : 0
      let b = Int(above[index])
      let c = index >= step ? Int(above[index - step]) : 0
      let predictor = [0, a, b, (a + b) / 2, Self.paeth(a, b, c)][Int(kind)]
      return UInt8((Int(row[index]) - predictor) & 255)
    }
  }

  private static func paeth(_ a: Int, _ b: Int, _ c: Int) -> Int {
    let estimate = a + b - c
    let (pa, pb, pc) = (abs(estimate - a), abs(estimate - b), abs(estimate - c))
    if pa <= pb && pa <= pc { return a }
    return pb <= pc ? b : c
  }
}

/// The zlib format (RFC 1950) without compression.
enum Zlib {
  static func stored(_ bytes: [UInt8], blockSize: Int = 700) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + blockSize, bytes.count)
      let count = end - start
      stream.append(end == bytes.count ? 1 : 0)
      stream += [
        UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255),
      ]
      stream += bytes[start..<end]
      start = end
    } while start < bytes.count
    return stream + adler32(bytes)
  }

  static func adler32(_ bytes: [UInt8]) -> [UInt8] {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65521
      high = (high + low) % 65521
    }
    return [UInt8(high >> 8), UInt8(high & 255), UInt8(low >> 8), UInt8(low & 255)]
  }
}
