// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

/// Every error of a file is reported by libpng.
struct DirectPNGVerdictTests {
  private static let picture = PNGPicture(colorType: 2, bitDepth: 8, width: 21, height: 19)

  /// Damaged files, each with one defect.
  private static let unsound: [(what: String, bytes: [UInt8])] = {
    let rows = picture.filteredRows()
    let stream = Zlib.stored(rows)
    func file(_ stream: [UInt8], behind: (inout PNGBuilder) -> Void = { $0.chunk("IEND") })
      -> [UInt8]
    {
      var builder = picture.builder()
      builder.chunk("IDAT", stream)
      behind(&builder)
      return builder.bytes
    }
    var wrongFilter = rows
    wrongFilter[5 * 64] = 5
    var wrongSum = stream
    wrongSum[wrongSum.count - 1] ^= 1
    var indexed = PNGPicture(colorType: 3, bitDepth: 8, width: 9, height: 9, paletteCount: 250)
    let indexedRows = Zlib.stored(indexed.filteredRows())
    indexed.paletteCount = 100
    var shortPalette = indexed.builder()
    shortPalette.chunk("IDAT", indexedRows)
    shortPalette.chunk("IEND")
    var withKey = picture.builder()
    withKey.chunk("tRNS", [0, 1, 0, 2, 0, 3])
    withKey.chunk("IDAT", stream)
    withKey.chunk("IEND")
    return [
      ("a filter that is none", file(Zlib.stored(wrongFilter))),
      ("a wrong check sum of the pixels", file(wrongSum)),
      ("a row too many", file(Zlib.stored(rows + rows.prefix(64)))),
      ("a byte too few", file(Zlib.stored(Array(rows.dropLast())))),
      ("bytes behind the stream", file(stream + [1, 2, 3])),
      ("a second stream", file(stream + stream)),
      ("a dictionary", file([0x78, 0x20] + stream.dropFirst(2))),
      ("no end", file(stream) { _ in }),
      ("an end with a body", file(stream) { $0.chunk("IEND", [0]) }),
      (
        "an unknown critical chunk",
        file(stream) {
          $0.chunk("ABCD"); $0.chunk("IEND")
        }
      ),
      (
        "pixels in two places",
        file(stream) {
          $0.chunk("teXt"); $0.chunk("IDAT"); $0.chunk("IEND")
        }
      ),
      (
        "a late palette",
        file(stream) {
          $0.chunk("PLTE", [1, 2, 3]); $0.chunk("IEND")
        }
      ),
      (
        "a late transparency",
        file(stream) {
          $0.chunk("tRNS", [1, 2]); $0.chunk("IEND")
        }
      ),
      ("a chunk cut off", file(stream) { $0.raw([0, 0, 1, 0]) }),
      (
        "a wrong check sum of a chunk",
        file(stream) { $0.raw([0, 0, 0, 0] + Array("teXtABCD".utf8)) }
      ),
      ("an index without a colour", shortPalette.bytes),
      ("a transparent colour", withKey.bytes),
    ]
  }()

  @Test(arguments: unsound.indices)
  func unsoundFilesAreLeftToLibpng(index: Int) throws {
    let (what, bytes) = Self.unsound[index]
    #expect(try PNGOracle.direct(bytes) == nil, "\(what)")
    for policy in [DamagePolicy.tolerant, .strict] {
      for target in [DecodingTarget.full, .height(5), .fill(PixelSize(width: 9, height: 2))] {
        let options = DecodingOptions(target: target, damagePolicy: policy)
        #expect(PNGOracle.actual(bytes, options) == PNGOracle.verdict(bytes, options), "\(what)")
      }
    }
  }

  @Test func chunksWithoutPixelsAreSkipped() throws {
    var builder = Self.picture.builder()
    builder.chunk("tEXt", Array("Title".utf8))
    builder.chunk("IDAT")
    builder.chunk("IDAT", Zlib.stored(Self.picture.filteredRows()))
    builder.chunk("tIME", [UInt8](repeating: 1, count: 7))
    builder.chunk("IEND")
    #expect(try PNGOracle.direct(builder.bytes) != nil)
  }

  private static let subjects =
    Fixtures.paths(in: "png/valid").compactMap { try? Fixtures.bytes($0) }
    + [PNGPicture(colorType: 0, bitDepth: 8, width: 40, height: 40).file(chunkSize: 300)]

  @Test func damagedFilesGetTheVerdictOfLibpng() {
    checkProperty(
      seed: 7_000, runs: 3_000, generate: Corruption.random, shrink: \.shrinks,
      check: { (corruption: Corruption) in
        let original = Self.subjects[corruption.subject % Self.subjects.count]
        let bytes = corruption.applied(to: original)
        // The passes after those that a small image needs are not read.
        let isInterlaced = bytes.count > 28 && bytes[28] == 1
        let options = DecodingOptions(
          target: corruption.isSmall && !isInterlaced ? .height(7) : .full,
          damagePolicy: corruption.isStrict ? .strict : .tolerant)
        let actual = PNGOracle.actual(bytes, options)
        let expected = PNGOracle.verdict(bytes, options)
        return actual == expected ? nil : "\(actual) instead of \(expected)"
      })
  }
}

/// The damage of a file.
private struct Corruption: CustomStringConvertible {
  var subject: Int
  /// Positions, as fractions of the file, and the changes of their bytes.
  var flips: [(position: Double, mask: UInt8)]
  var keptShare: Double?
  /// Whether the checksums of chunks are corrected.
  var repairs: Bool
  var isSmall: Bool
  var isStrict: Bool

  var description: String {
    "file \(subject), flips \(flips), kept \(keptShare ?? 1), repaired \(repairs),"
      + " small \(isSmall), strict \(isStrict)"
  }

  static func random(using generator: inout SeededGenerator) -> Corruption {
    let count = Int.random(in: 0...3, using: &generator)
    return Corruption(
      subject: .random(in: 0..<1000, using: &generator),
      flips: (0..<count).map { _ in
        (.random(in: 0..<1, using: &generator), 1 << UInt8.random(in: 0...7, using: &generator))
      },
      keptShare: generator.chance(0.2) ? .random(in: 0..<1, using: &generator) : nil,
      repairs: generator.chance(0.6), isSmall: .random(using: &generator),
      isStrict: .random(using: &generator))
  }

  func applied(to original: [UInt8]) -> [UInt8] {
    var bytes = original
    for flip in flips { bytes[Int(flip.position * Double(bytes.count))] ^= flip.mask }
    if repairs { Self.repair(&bytes) }
    if let keptShare { bytes.removeLast(Int((1 - keptShare) * Double(bytes.count))) }
    return bytes
  }

  /// Corrects the checksums, as far as the lengths lead.
  private static func repair(_ bytes: inout [UInt8]) {
    var offset = 8
    while offset + 12 <= bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = offset + 8 + length
      guard end + 4 <= bytes.count else { return }
      let sum = CRC32(of: bytes[offset + 4..<end])
      for index in 0..<4 {
        bytes[end + index] = UInt8(truncatingIfNeeded: sum.value >> (24 - 8 * UInt32(index)))
      }
      offset = end + 4
    }
  }

  var shrinks: [Corruption] {
    var results = flips.shrinks.map { flips in
      var copy = self
      copy.flips = flips
      return copy
    }
    if keptShare != nil {
      var copy = self
      copy.keptShare = nil
      results.append(copy)
    }
    return results
  }
}
