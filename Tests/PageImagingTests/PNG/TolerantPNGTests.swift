// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

@testable import PageImaging

/// Files that every viewer shows are decoded with all rows and without damage.
struct TolerantPNGTests {
  /// The bytes between the header and the pixels, or appended to their stream.
  struct Oddity: CustomTestStringConvertible {
    var testDescription: String
    var colorTypes: [UInt8]
    var before: @Sendable (inout PNGBuilder) -> Void = { _ in }
    var behindStream: [UInt8] = []
    /// In a separate chunk.
    var isApart = false
  }

  static let oddities: [Oddity] = [
    Oddity(testDescription: "a palette", colorTypes: [0, 4, 2, 6]) {
      $0.palette(count: 3)
    },
    Oddity(testDescription: "a palette of no whole colors", colorTypes: [0, 4, 2, 6]) {
      $0.chunk("PLTE", [1, 2, 3, 4])
    },
    Oddity(testDescription: "an empty palette", colorTypes: [0, 4, 2, 6]) {
      $0.chunk("PLTE")
    },
    Oddity(testDescription: "a long palette", colorTypes: [0, 2, 6]) { $0.palette(count: 300) },
    Oddity(testDescription: "a palette with a wrong check sum", colorTypes: [0, 2, 6]) {
      $0.raw([0, 0, 0, 3] + Array("PLTE".utf8) + [1, 2, 3, 9, 9, 9, 9])
    },
    Oddity(testDescription: "a transparent color beside opacity", colorTypes: [4]) {
      $0.chunk("tRNS", [0, 9])
    },
    Oddity(testDescription: "transparent lights beside opacity", colorTypes: [6]) {
      $0.chunk("tRNS", [0, 9, 0, 9, 0, 9])
    },
    Oddity(testDescription: "a transparent color of a wrong length", colorTypes: [0, 2]) {
      $0.chunk("tRNS", [1])
    },
    Oddity(testDescription: "an empty transparent color", colorTypes: [0, 2, 3]) {
      $0.chunk("tRNS")
    },
    Oddity(testDescription: "more opacities than colors", colorTypes: [3]) {
      $0.chunk("tRNS", [UInt8](repeating: 0, count: 9))
    },
    Oddity(
      testDescription: "bytes behind the stream", colorTypes: [0, 2, 3, 4, 6],
      behindStream: [1, 2, 3]),
    Oddity(
      testDescription: "many bytes behind the stream", colorTypes: [0, 2],
      behindStream: [UInt8](repeating: 7, count: 40_000)),
    Oddity(
      testDescription: "a chunk behind the stream", colorTypes: [0, 2, 6],
      behindStream: [1, 2, 3], isApart: true),
    Oddity(
      testDescription: "a second stream", colorTypes: [0, 2], behindStream: Zlib.stored([0, 0])),
  ]

  private static func file(
    _ oddity: Oddity?, _ colorType: UInt8, height: Int, isInterlaced: Bool
  ) -> [UInt8] {
    let picture = PNGPicture(
      colorType: colorType, bitDepth: 8, width: 23, height: height, isInterlaced: isInterlaced)
    var builder = PNGBuilder()
    builder.imageHeader(
      width: 23, height: height, colorType: colorType, interlace: isInterlaced ? 1 : 0)
    if colorType == 3 { builder.palette(count: 2) }
    oddity?.before(&builder)
    let stream = Zlib.stored(picture.filteredRows())
    let behind = oddity?.behindStream ?? []
    builder.chunk("IDAT", oddity?.isApart == true ? stream : stream + behind)
    if oddity?.isApart == true { builder.chunk("IDAT", behind) }
    builder.chunk("IEND")
    return builder.bytes
  }

  @Test(arguments: oddities)
  func soundPicturesLoseNothing(oddity: Oddity) {
    for colorType in oddity.colorTypes {
      withEvery("height", in: [1, 2, 31, 70]) { height in
        withEvery("interlaced", in: [false, true]) { isInterlaced in
          // Given
          let plain = Self.file(nil, colorType, height: height, isInterlaced: isInterlaced)
          let odd = Self.file(oddity, colorType, height: height, isInterlaced: isInterlaced)
          for target in [DecodingTarget.full, .height(5)] {
            let options = DecodingOptions(target: target)

            // When
            let expected = PNGOracle.verdict(plain, options)
            let direct = PNGOracle.actual(plain, options)
            let found = PNGOracle.actual(odd, options)

            // Then: for an interlaced file the direct decoder may read the first passes only.
            let ways = isInterlaced ? [expected, direct] : [expected]
            #expect(ways.contains(found), "\(colorType), \(TestTrace.current)")
            #expect(found.isWhole, "\(colorType), \(TestTrace.current)")
            #expect(
              PNGOracle.verdict(odd, options) == expected,
              "libpng: \(colorType), \(TestTrace.current)")
          }
        }
      }
    }
  }

  @Test(arguments: oddities)
  func aFileIsAsItsBytes(oddity: Oddity) throws {
    let bytes = Self.file(oddity, oddity.colorTypes[0], height: 40, isInterlaced: false)
    let url = TestFiles.folder.appending(path: "odd-\(UUID()).png")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }

    let decoded = try ImageDecoder.decode(
      ByteSource(path: url.path(percentEncoded: false)), options: DecodingOptions())

    #expect(try decoded.bitmap == ImageDecoder.decode(bytes).bitmap)
    #expect(decoded.warningCount == 0)
  }

  @Test func ofTwoTransparentColorsTheFirstThatFitsCounts() throws {
    let rows = Zlib.stored([0, 5, 9])
    func file(_ chunks: (inout PNGBuilder) -> Void) -> [UInt8] {
      var builder = PNGBuilder()
      builder.imageHeader(width: 2, height: 1, colorType: 0)
      chunks(&builder)
      builder.chunk("IDAT", rows)
      builder.chunk("IEND")
      return builder.bytes
    }
    let decoded = try ImageDecoder.decode(
      file {
        $0.chunk("tRNS", [1])
        $0.chunk("tRNS", [0, 9])
        $0.chunk("tRNS", [0, 5])
      })

    #expect(Raster(decoded.bitmap).samples == [5, 255])
    #expect(!decoded.isDamaged)
  }

  @Test func moreRowsThanTheHeaderSaysAreDamageThatCostsNoRow() throws {
    let picture = PNGPicture(colorType: 0, bitDepth: 8, width: 20, height: 30)
    let rows = picture.filteredRows()
    var builder = picture.builder()
    builder.chunk("IDAT", Zlib.stored(rows + rows.prefix(21)))
    builder.chunk("IEND")

    let decoded = try ImageDecoder.decode(builder.bytes)

    #expect(try decoded.bitmap == ImageDecoder.decode(picture.file()).bitmap)
    #expect(decoded.isDamaged)
  }

  /// Chunks that would need memory when inflated are refused before the pixels, and skipped after
  /// them.
  @Test(arguments: ["zTXt", "iCCP", "iTXt", "sPLT"])
  func longChunksTakeNoMemory(name: String) throws {
    let picture = PNGPicture(colorType: 0, bitDepth: 8, width: 20, height: 30)
    let body = Array("name\0\0".utf8) + Zlib.stored([UInt8](repeating: 65, count: 60_000))
    let options = DecodingOptions(limits: DecodingLimits(ancillaryBytes: 50_000))
    var before = picture.builder()
    before.chunk(name, body)
    before.chunk("IDAT", Zlib.stored(picture.filteredRows()))
    before.chunk("IEND")
    var behind = picture.builder()
    behind.chunk("IDAT", Zlib.stored(picture.filteredRows()))
    behind.chunk(name, body)
    behind.chunk("IEND")

    #expect(
      throws: ImagingError.limitExceeded(
        limit: .ancillaryBytes, found: body.count, allowed: 50_000)
    ) {
      try ImageDecoder.decode(before.bytes, options)
    }
    let decoded = try ImageDecoder.decode(behind.bytes, options)
    #expect(try decoded.bitmap == ImageDecoder.decode(picture.file()).bitmap)
  }

  @Test func strictnessRefusesAPaletteOfGray() {
    let bytes = Self.file(Self.oddities[0], 0, height: 9, isInterlaced: false)
    let error = #expect(throws: ImagingError.self) {
      try ImageDecoder.decode(bytes, DecodingOptions(damagePolicy: .strict))
    }
    #expect(error?.code == "codec" && error?.description.contains("PLTE") == true)
  }
}
