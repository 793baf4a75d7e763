// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import PageImaging
import Testing

struct PNGHeaderTests {
  // MARK: - IHDR

  static let models: [UInt8: (ColorModel, [UInt8])] = [
    0: (.gray, [1, 2, 4, 8, 16]), 2: (.rgb, [8, 16]), 3: (.palette, [1, 2, 4, 8]),
    4: (.grayAlpha, [8, 16]), 6: (.rgbAlpha, [8, 16]),
  ]

  @Test func onlyTheLegalPairsOfColorTypeAndBitDepthAreRead() throws {
    for colorType in UInt8(0)...8 {
      for bitDepth in UInt8(0)...33 {
        let bytes = Self.file { builder in
          builder.imageHeader(bitDepth: bitDepth, colorType: colorType)
          builder.palette()
        }
        guard let (model, depths) = Self.models[colorType], depths.contains(bitDepth) else {
          #expect(headerError(of: bytes)?.code == "malformed", "\(colorType), \(bitDepth)")
          continue
        }
        let header = try header(of: bytes)
        #expect(header.colorModel == model)
        #expect(header.bitDepth == Int(bitDepth))
      }
    }
  }

  @Test func factsAreRead() throws {
    let bytes = Self.file { $0.imageHeader(width: 70_000, height: 3, interlace: 1) }

    let header = try header(of: bytes)

    #expect(header.format == .png)
    #expect(header.storedSize == PixelSize(width: 70_000, height: 3))
    #expect(header.isProgressive)
    #expect(header.byteCount == bytes.count)
    #expect(header.orientation == .upright)
    let details = try Self.details(of: header)
    #expect(details.colorType == 2)
    #expect(details.bitDepth == 8)
    #expect(details.isInterlaced)
    #expect(details.hasTransparency == false)
    #expect(details.imageDataOffset == 33)
  }

  @Test(arguments: [(0, 5), (5, 0), (0x8000_0000, 5), (5, 0xFFFF_FFFF)])
  func impossibleSizeIsInvalid(width: Int, height: Int) {
    let error = headerError(of: PNGBuilder.minimal(width: width, height: height))

    #expect(error == .invalidSize(width: width, height: height, offset: 16))
  }

  @Test func unknownMethodsAreMalformed() {
    let files = [
      Self.file { $0.imageHeader(compression: 1) }, Self.file { $0.imageHeader(filter: 64) },
      Self.file { $0.imageHeader(interlace: 2) },
    ]

    #expect(files.map { headerError(of: $0)?.offset } == [26, 27, 28])
    #expect(files.allSatisfy { headerError(of: $0)?.code == "malformed" })
  }

  @Test func everyFlippedBitOfTheFirstChunkIsSeen() {
    let bytes = PNGBuilder.minimal()
    for bit in 8 * 8..<33 * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(headerError(of: damaged) != nil, "bit \(bit)")
    }
  }

  @Test func firstChunkMustBeTheHeader() {
    let apple = Self.file { $0.chunk("CgBI", [0x50, 0, 0x20, 2]) }
    let text = Self.file { $0.chunk("tEXt", [1]) }
    let short = Self.file { $0.chunk("IHDR", [1]) }

    #expect(headerError(of: apple)?.code == "unsupported")
    #expect(headerError(of: text) == .malformed(what: "the first chunk is not IHDR", offset: 8))
    #expect(headerError(of: short)?.code == "malformed")
    #expect(headerError(of: PNGBuilder().bytes) == .truncated(offset: 8))
  }

  // MARK: - Walking

  static let misplaced: [(String, @Sendable (inout PNGBuilder) -> Void)] = [
    ("end", { $0.chunk("IEND") }), ("second header", { $0.imageHeader() }),
    ("unknown critical", { $0.chunk("ABCD") }), ("bad letters", { $0.chunk("ab1d") }),
    ("two palettes", { for _ in 0..<2 { $0.palette() } }),
    ("length", { $0.raw([0x80, 0, 0, 0] + Array("tEXt".utf8)) }),
  ]

  @Test(arguments: misplaced.indices) func misplacedChunkIsMalformed(index: Int) {
    let (name, add) = Self.misplaced[index]
    let bytes = Self.file { builder in
      builder.imageHeader()
      add(&builder)
    }

    #expect(headerError(of: bytes)?.code == "malformed", "\(name)")
    #expect((33...60).contains(headerError(of: bytes)?.offset ?? 0), "\(name)")
  }

  @Test func chunkPastTheEndIsTruncatedUnlessItHoldsPixels() throws {
    var builder = PNGBuilder()
    builder.imageHeader()
    let before = builder.bytes
    let text = before + bigEndian(1000, 4) + Array("tEXt".utf8) + [1, 2, 3]
    let pixels = before + bigEndian(1000, 4) + Array("IDAT".utf8)

    #expect(headerError(of: text) == .truncated(offset: text.count))
    #expect(try header(of: pixels).storedSize.width == 32)
  }

  @Test func ancillaryChunkIsLimited() {
    let limits = DecodingLimits(ancillaryBytes: 10)
    let (fits, exceeds) = (Self.ancillary(10), Self.ancillary(11))

    #expect(headerError(of: fits, limits: limits) == nil)
    #expect(
      headerError(of: exceeds, limits: limits)
        == .limitExceeded(limit: .ancillaryBytes, found: 11, allowed: 10))
  }

  @Test func damageInAncillaryChunksIsIgnored() throws {
    var bytes = PNGBuilder.minimal(density: (2835, 2835, 1))
    bytes[33 + 8 + 9] ^= 0xFF
    let odd = Self.file { builder in
      builder.imageHeader()
      builder.chunk("pHYs", [1])
      builder.chunk("eXIf", [1, 2])
      builder.chunk("tRNS", [9])
    }

    #expect(try header(of: bytes).density?.x == 2835)
    #expect(try header(of: odd).density == nil)
  }

  // MARK: - Palette and transparency

  @Test(arguments: [(0, false), (3, true), (4, false), (768, true), (771, false)])
  func paletteHasAByteTriplePerColor(length: Int, isLegal: Bool) {
    let body = [UInt8](repeating: 1, count: length)
    let needed = Self.file { builder in
      builder.imageHeader(colorType: 3)
      builder.chunk("PLTE", body)
    }
    let spare = Self.file { builder in
      builder.imageHeader(colorType: 2)
      builder.chunk("PLTE", body)
    }

    #expect((headerError(of: needed) == nil) == isLegal)
    #expect(headerError(of: spare) == nil)
  }

  @Test func missingPaletteIsMalformed() {
    let bytes = Self.file { $0.imageHeader(colorType: 3) }

    #expect(headerError(of: bytes) == .malformed(what: "the palette is missing", offset: 33))
  }

  /// Color type, length of the transparency chunk, whether it is used.
  static let transparency: [(UInt8, Int?, Bool)] = [
    (0, nil, false), (0, 2, true), (0, 3, false), (2, 6, true), (2, 2, false), (3, nil, false),
    (3, 1, true), (3, 2, true), (3, 3, false), (3, 0, false), (4, nil, true), (6, nil, true),
    (6, 6, true),
  ]

  @Test(arguments: transparency)
  func transparencyIsKnown(colorType: UInt8, length: Int?, expected: Bool) throws {
    let bytes = Self.file { builder in
      builder.imageHeader(colorType: colorType)
      builder.palette(count: 2)
      if let length { builder.chunk("tRNS", [UInt8](repeating: 0, count: length)) }
    }

    #expect(try Self.details(of: header(of: bytes)).hasTransparency == expected)
  }

  @Test func transparencyAheadOfThePaletteMeansNothing() throws {
    let bytes = Self.file { builder in
      builder.imageHeader(colorType: 3)
      builder.chunk("tRNS", [0])
      builder.palette()
    }

    #expect(try Self.details(of: header(of: bytes)).hasTransparency == false)
  }

  // MARK: - Density and orientation

  static let densities: [(Int, Int, UInt8, PixelDensity.Unit?)] = [
    (2835, 2834, 1, .meter), (1, 2, 0, .aspect), (0, 5, 1, nil), (5, 0, 1, nil), (5, 5, 2, nil),
    (0xFFFF_FFFF, 0xFFFF_FFFF, 1, .meter),
  ]

  @Test(arguments: densities)
  func densityIsRead(x: Int, y: Int, code: UInt8, unit: PixelDensity.Unit?) throws {
    let header = try header(of: PNGBuilder.minimal(density: (x, y, code)))

    #expect(header.density == unit.flatMap { PixelDensity(x: Double(x), y: Double(y), unit: $0) })
  }

  @Test func theFirstOrientationCounts() throws {
    let bytes = Self.file { builder in
      builder.imageHeader()
      builder.chunk("eXIf", TIFFBuilder(orientation: 6).bytes)
      builder.chunk("eXIf", TIFFBuilder(orientation: 3).bytes)
    }
    var late = PNGBuilder()
    late.imageHeader()
    late.chunk("IDAT")
    late.chunk("eXIf", TIFFBuilder(orientation: 6).bytes)

    #expect(try header(of: bytes).orientation == .rightTop)
    #expect(try header(of: late.bytes).orientation == .rightTop)
  }

  private static func ancillary(_ length: Int) -> [UInt8] {
    file { builder in
      builder.imageHeader()
      builder.chunk("tEXt", [UInt8](repeating: 65, count: length))
    }
  }

  /// A file with these chunks before its pixels.
  private static func file(_ chunks: (inout PNGBuilder) -> Void) -> [UInt8] {
    var builder = PNGBuilder()
    chunks(&builder)
    builder.pixels()
    return builder.bytes
  }

  private static func details(of header: ImageHeader) throws -> PNGDetails {
    guard case .png(let details) = header.details else { throw MissingDetails() }
    return details
  }
}
