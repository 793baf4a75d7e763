// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import PageImaging
import Testing

/// The parser against the slow reading of the same well-formed files.
struct HeaderOracleTests {
  @Test(arguments: [10, 5010] as [UInt64]) func randomJPEGsAgree(seed: UInt64) {
    checkProperty(
      seed: seed, runs: 500,
      generate: { HexBytes(bytes: Self.jpeg(using: &$0)) }, shrink: { _ in [] },
      check: { try Self.difference($0.bytes, HeaderOracle(jpeg: $0.bytes)) })
  }

  @Test(arguments: [20, 5020] as [UInt64]) func randomPNGsAgree(seed: UInt64) {
    checkProperty(
      seed: seed, runs: 500,
      generate: { HexBytes(bytes: Self.png(using: &$0)) }, shrink: { _ in [] },
      check: { try Self.difference($0.bytes, HeaderOracle(png: $0.bytes)) })
  }

  private static func difference(_ bytes: [UInt8], _ oracle: HeaderOracle) throws -> String? {
    let header = try header(of: bytes)
    var found = oracle
    found.width = header.storedSize.width
    found.height = header.storedSize.height
    found.orientation = header.orientation.rawValue
    found.densities = header.density.map { [Int($0.x), Int($0.y)] } ?? []
    found.isProgressive = header.isProgressive
    found.bitDepth = header.bitDepth
    return found == oracle ? nil : "Found \(found), expected \(oracle)"
  }

  private static func jpeg(using generator: inout SeededGenerator) -> [UInt8] {
    var builder = JPEGBuilder()
    if generator.chance(0.7) {
      let (x, y) = (Int.random(in: 1...2000, using: &generator), 98)
      builder.jfif(unit: .random(in: 0...2, using: &generator), x: x, y: y)
    }
    let exifIsLate = generator.chance(0.3)
    addNoise(to: &builder, using: &generator)
    if !exifIsLate { builder.exif(block(using: &generator)) }
    let declared = [0, 65_535, 700, 4000].randomElement(using: &generator) ?? 1
    builder.frame(
      [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].randomElement(using: &generator) ?? 0xC0,
      width: .random(in: 1...5000, using: &generator), height: declared)
    addNoise(to: &builder, using: &generator)
    if exifIsLate { builder.exif(block(using: &generator)) }
    builder.scan(pixelCount: .random(in: 0...9000, using: &generator))
    builder.deferredHeight(.random(in: 1...5000, using: &generator))
    builder.end()
    return builder.bytes
  }

  private static func png(using generator: inout SeededGenerator) -> [UInt8] {
    var builder = PNGBuilder()
    builder.imageHeader(
      width: .random(in: 1...9000, using: &generator),
      height: .random(in: 1...9000, using: &generator),
      bitDepth: generator.chance(0.5) ? 8 : 16, interlace: generator.chance(0.5) ? 1 : 0)
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let length = Int.random(in: 0...5000, using: &generator)
      builder.chunk("zTXt", [UInt8](repeating: 1, count: length))
    }
    if generator.chance(0.5) { builder.density(x: 8031, y: 3858, unit: 1) }
    if generator.chance(0.5) { builder.chunk("eXIf", block(using: &generator)) }
    builder.pixels()
    return builder.bytes
  }

  /// Segments that are ignored, some longer than a read, and fill bytes.
  private static func addNoise(
    to builder: inout JPEGBuilder, using generator: inout SeededGenerator
  ) {
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let codes: [UInt8] = [0xFE, 0xE2, 0xDB, 0xC4, 0xED]
      let code = codes.randomElement(using: &generator) ?? 0xFE
      let length = Int.random(in: 0...6000, using: &generator)
      builder.segment(code, [UInt8](repeating: 0xFF, count: length))
      builder.raw([UInt8](repeating: 0xFF, count: .random(in: 0...3, using: &generator)))
    }
  }

  private static func block(using generator: inout SeededGenerator) -> [UInt8] {
    var block = TIFFBuilder(
      orientation: .random(in: 0...9, using: &generator),
      isLittleEndian: generator.chance(0.5))
    block.directoryOffset = Int.random(in: 8...600, using: &generator)
    for tag in 0..<Int.random(in: 0...40, using: &generator) {
      let place = Int.random(in: 0...block.entries.count, using: &generator)
      block.entries.insert(.init(tag: 0x200 + tag, value: tag), at: place)
    }
    return block.bytes
  }
}
