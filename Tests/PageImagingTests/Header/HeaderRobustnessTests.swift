// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import PageImaging
import Testing

/// Broken files result in a typed error or in a valid header, never in a trap.
struct HeaderRobustnessTests {
  @Test func everyPrefixHasTheHeaderOrATypedError() {
    for bytes in Self.wholeFiles {
      let whole = HeaderReading(bytes).header
      var wasReadable = false
      for count in 0...bytes.count {
        let reading = HeaderReading(Array(bytes.prefix(count)))
        if let header = reading.header {
          #expect(header.storedSize == whole?.storedSize, "\(count) bytes")
          #expect(header.orientation == whole?.orientation, "\(count) bytes")
          wasReadable = true
        } else {
          #expect(!wasReadable, "\(count) bytes")
          let expected: ImagingError = count == 0 ? .emptyInput : .truncated(offset: count)
          #expect(reading.error == expected, "\(count) bytes")
        }
      }
      #expect(wasReadable)
    }
  }

  @Test(arguments: [1, 1001, 2001, 3001] as [UInt64])
  func damagedFileHasASaneHeaderOrATypedError(seed: UInt64) {
    checkProperty(
      seed: seed, runs: 1000,
      generate: { HexBytes(bytes: Self.damaged(using: &$0)) },
      shrink: { $0.bytes.shrinks.map(HexBytes.init) },
      check: { Self.complaint(about: $0.bytes) })
  }

  @Test func noiseBehindASignatureIsSafe() {
    checkProperty(
      seed: 77, runs: 2000,
      generate: { generator in
        let signature = Bool.random(using: &generator) ? [0xFF, 0xD8] : PNGBuilder().bytes
        let count = Int.random(in: 0...200, using: &generator)
        // Half of the bytes are significant for a parser.
        let telling: [UInt8] = [0xFF, 0, 1, 2, 8, 0xC0, 0xDA, 0xE1, 0xD9, 0x49, 0x4D, 0x7F, 0x80]
        let noise = (0..<count).map { _ -> UInt8 in
          let any = UInt8.random(in: 0...255, using: &generator)
          return generator.chance(0.5) ? telling.randomElement(using: &generator) ?? 0 : any
        }
        return HexBytes(bytes: signature + noise)
      },
      shrink: { $0.bytes.shrinks.map(HexBytes.init) },
      check: { Self.complaint(about: $0.bytes) })
  }

  private static let wholeFiles: [[UInt8]] = [
    JPEGBuilder.minimal(orientation: 6, density: (1, 204, 98)),
    {
      var builder = JPEGBuilder()
      builder.adobe(transform: 2)
      builder.segment(0xDB, [UInt8](repeating: 16, count: 65))
      builder.frame(0xC2, identifiers: [1, 2, 3, 4])
      builder.exif(TIFFBuilder(orientation: 8, isLittleEndian: true).bytes)
      builder.scan(components: 4)
      builder.end()
      return builder.bytes
    }(),
    PNGBuilder.minimal(orientation: 5, density: (8031, 3858, 1)),
    {
      var builder = PNGBuilder()
      builder.imageHeader(colorType: 3, interlace: 1)
      builder.palette(count: 4)
      builder.chunk("tRNS", [1, 2])
      builder.chunk("tEXt", Array("Comment\0none".utf8))
      builder.pixels()
      return builder.bytes
    }(),
  ]

  private static let seeds: [[UInt8]] =
    wholeFiles + [
      {
        var builder = JPEGBuilder()
        builder.frame(height: 0)
        builder.scan()
        builder.deferredHeight(33)
        builder.end()
        return builder.bytes
      }()
    ]

  /// Flips, overwrites, truncations, duplications and splices.
  private static func damaged(using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = seeds.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, place + Int.random(in: 1...24, using: &generator))
      switch Int.random(in: 0...5, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF].randomElement(using: &generator) ?? 0
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
      case 4: bytes.removeSubrange(place...)
      default:
        let other = seeds.randomElement(using: &generator) ?? []
        bytes.replaceSubrange(place..<end, with: other.suffix(from: other.count / 2))
      }
    }
    return bytes
  }

  /// Returns the violation in the reading of arbitrary bytes, or nil.
  private static func complaint(about bytes: [UInt8]) -> String? {
    let reading = HeaderReading(bytes)
    if reading != HeaderReading(bytes) { return "Two readings differ" }
    if reading.fetchedByteCount > 256 << 10 { return "The budget was exceeded" }
    if reading.endFetchedByteCount > 320 << 10 { return "The budget of the end was exceeded" }
    if reading.endCheckedByteCount > 1 << 20 { return "The budget of checksums was exceeded" }
    if let offset = reading.error?.offset, !(0...bytes.count).contains(offset) {
      return "The error points to byte \(offset)"
    }
    guard let header = reading.header else { return nil }
    guard header.storedSize.width > 0, header.storedSize.height > 0 else { return "No size" }
    guard header.aspectRatio > 0, header.aspectRatio.isFinite else { return "No aspect ratio" }
    return header.byteCount == bytes.count ? nil : "Wrong number of bytes"
  }
}
