// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import PageImaging
import Testing

struct JPEGHeaderTests {
  // MARK: - Frame header

  /// Marker, whether it is progressive, whether it is arithmetic.
  static let frames: [(UInt8, Bool, Bool)] = [
    (0xC0, false, false), (0xC1, false, false), (0xC2, true, false), (0xC9, false, true),
    (0xCA, true, true),
  ]

  @Test(arguments: frames)
  func decodedFrameIsRead(code: UInt8, isProgressive: Bool, isArithmetic: Bool) throws {
    let bytes = Self.file { $0.frame(code, width: 258, height: 772, sampling: 0x21) }

    let header = try header(of: bytes)

    #expect(header.format == .jpeg)
    #expect(header.storedSize == PixelSize(width: 258, height: 772))
    #expect(header.bitDepth == 8)
    #expect(header.isProgressive == isProgressive)
    #expect(header.byteCount == bytes.count)
    let details = try Self.details(of: header)
    #expect(details.isArithmetic == isArithmetic)
    #expect(details.declaredHeight == 772)
    #expect(details.deferredHeight == nil)
    #expect(Array(bytes[details.heightOffset..<details.heightOffset + 2]) == [3, 4])
    #expect(details.components.count == 3)
    #expect(details.components.identifiers == [1, 2, 3, 0])
    #expect(details.components.horizontalSampling == [2, 2, 2, 0])
    #expect(details.components.verticalSampling == [1, 1, 1, 0])
  }

  static let otherProcesses: [UInt8] = [
    0xC3, 0xC5, 0xC6, 0xC7, 0xC8, 0xCB, 0xCD, 0xCE, 0xCF, 0xDE, 0xDF, 0xF7,
  ]

  @Test(arguments: otherProcesses)
  func otherProcessIsUnsupported(code: UInt8) {
    let error = headerError(of: Self.file { $0.frame(code) })

    #expect(error?.code == "unsupported")
    #expect(error?.offset == 2)
  }

  @Test(arguments: [0, 1, 7, 9, 12, 16, 255] as [UInt8])
  func otherPrecisionIsUnsupported(_ bits: UInt8) {
    let error = headerError(of: Self.file { $0.frame(precision: bits) })

    #expect(error == .unsupported(feature: "\(bits) bits per sample", offset: 6))
  }

  @Test(arguments: [0, 5, 10, 80]) func otherComponentCountIsUnsupported(_ count: Int) {
    let identifiers = (0..<count).map { UInt8($0) }
    let error = headerError(of: Self.file { $0.frame(identifiers: identifiers) })

    #expect(error == .unsupported(feature: "\(count) color components", offset: 11))
  }

  @Test func lengthMustFitTheComponents() {
    for (length, count) in [(7, 0), (8, 1), (10, 1), (12, 1), (16, 3), (18, 3), (20, 3)] {
      let body = [8, 0, 48, 0, 64, UInt8(count)] + [UInt8](repeating: 0x11, count: 64)
      let bytes = Self.file { $0.segment(0xC0, Array(body.prefix(length - 2))) }
      #expect(headerError(of: bytes)?.code == "malformed", "\(length), \(count)")
    }
  }

  @Test func samplingFactorIsOneToFour() {
    withEvery("horizontal", in: 0...15) { horizontal in
      withEvery("vertical", in: 0...15) { vertical in
        let bytes = Self.file { $0.frame(sampling: UInt8(horizontal << 4 | vertical)) }
        let isLegal = (1...4).contains(horizontal) && (1...4).contains(vertical)
        #expect((headerError(of: bytes) == nil) == isLegal, "\(TestTrace.current)")
      }
    }
  }

  @Test func widthMustBePositive() {
    let error = headerError(of: Self.file { $0.frame(width: 0, height: 9) })

    #expect(error == .invalidSize(width: 0, height: 9, offset: 7))
  }

  @Test func sideAboveTheCodecIsUnsupported() throws {
    #expect(try header(of: JPEGBuilder.minimal(width: 65_500)).storedSize.width == 65_500)
    #expect(headerError(of: JPEGBuilder.minimal(width: 65_501))?.code == "unsupported")
    #expect(headerError(of: JPEGBuilder.minimal(height: 65_501))?.code == "unsupported")
  }

  // MARK: - Walking

  @Test func garbageAndFillBytesAreSkipped() throws {
    let garbage: [[UInt8]] = [
      [0], [1, 2, 3], [0xFF], [0xFF, 0xFF, 0xFF], [0xFF, 0x00], [0xFF, 0xFF, 0x00, 7],
      [0xFF, 0x01], [0xFF, 0xD3], [0xFF, 0xE5, 0, 0], [0xFF, 0xFE, 0, 1], [0xFF, 0xDC, 0, 0],
    ]
    for noise in garbage {
      let bytes = Self.file { builder in
        builder.raw(noise)
        builder.segment(0xFE, [9, 9])
        builder.raw(noise)
        builder.frame()
        builder.raw(noise)
      }
      #expect(try header(of: bytes).storedSize.width == 64, "\(HexBytes(bytes: noise))")
    }
  }

  /// Bytes before the frame header, and their error.
  static let misplaced: [(String, [UInt8])] = [
    ("second start", [0xFF, 0xD8]), ("end", [0xFF, 0xD9]), ("reserved", [0xFF, 0x02, 0, 2]),
    ("reserved", [0xFF, 0xBF, 0, 2]), ("reserved", [0xFF, 0xF0, 0, 2]),
    ("reserved", [0xFF, 0xFD, 0, 2]), ("scan", [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]),
    ("empty scan", [0xFF, 0xDA, 0, 6, 0, 0, 63, 0]), ("long scan", [0xFF, 0xDA, 0, 9, 1, 1, 1]),
    ("short table", [0xFF, 0xDB, 0, 1]), ("short table", [0xFF, 0xC4, 0, 0]),
    ("short table", [0xFF, 0xCC, 0, 1]), ("long interval", [0xFF, 0xDD, 0, 5, 0, 0, 0]),
  ]

  @Test(arguments: misplaced) func misplacedSegmentIsMalformed(name: String, bytes: [UInt8]) {
    let error = headerError(
      of: Self.file { builder in
        builder.raw(bytes)
        builder.frame()
      })

    #expect(error?.code == "malformed", "\(name)")
    #expect((2...4).contains(error?.offset ?? -1), "\(name)")
  }

  @Test func secondFrameIsMalformed() {
    let bytes = Self.file { builder in
      builder.frame()
      builder.frame()
    }

    #expect(headerError(of: bytes) == .malformed(what: "there are two frame headers", offset: 21))
  }

  @Test func segmentPastTheEndIsTruncated() {
    for code: UInt8 in [0xE1, 0xFE, 0xDB, 0xC0] {
      let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, code, 0x40, 0, 8, 0, 1, 0, 1, 1, 1, 0x11]
      #expect(headerError(of: bytes) == .truncated(offset: bytes.count))
    }
  }

  @Test func headerEndsWithTheHeaderOfTheScan() {
    var builder = JPEGBuilder()
    builder.frame()
    let start = builder.bytes.count
    builder.scan()
    let needed = start + 10

    #expect(headerError(of: Array(builder.bytes.prefix(needed))) == nil)
    let cut = Array(builder.bytes.prefix(needed - 1))
    #expect(headerError(of: cut) == .truncated(offset: needed - 1))
  }

  // MARK: - Color

  /// Identifiers, whether there is a JFIF segment, the Adobe transform, the color model of the
  /// samples.
  static let colors: [([UInt8], Bool, UInt8?, ColorModel)] = [
    ([1], true, nil, .gray), ([1], false, 0, .gray), ([7], false, nil, .gray),
    ([1, 2], false, nil, .unknown),
    ([1, 2, 3], true, nil, .yCbCr), ([1, 2, 3], false, nil, .yCbCr),
    ([82, 71, 66], false, nil, .rgb), ([82, 71, 66], true, nil, .yCbCr),
    ([82, 71, 66], false, 1, .yCbCr), ([1, 2, 3], false, 0, .rgb), ([1, 2, 3], true, 0, .yCbCr),
    ([1, 2, 3], false, 1, .yCbCr), ([1, 2, 3], false, 2, .yCbCr), ([0, 1, 2], false, nil, .yCbCr),
    ([1, 2, 3, 4], false, nil, .cmyk), ([1, 2, 3, 4], false, 0, .cmyk),
    ([1, 2, 3, 4], false, 2, .ycck), ([1, 2, 3, 4], false, 1, .ycck),
    ([1, 2, 3, 4], true, nil, .cmyk),
  ]

  @Test(arguments: colors) func colorFollowsTheRulesOfTheCodec(
    identifiers: [UInt8], hasJFIF: Bool, transform: UInt8?, expected: ColorModel
  ) throws {
    let bytes = Self.file { builder in
      if hasJFIF { builder.jfif() }
      builder.frame(identifiers: identifiers)
      if let transform { builder.adobe(transform: transform) }
    }

    let header = try header(of: bytes)

    #expect(header.colorModel == expected)
    let details = try Self.details(of: header)
    #expect(details.hasJFIFMarker == hasJFIF)
    #expect(details.adobeTransform == transform)
  }

  @Test func shortOrForeignSegmentsMeanNothing() throws {
    let bytes = Self.file { builder in
      builder.segment(0xE0, Array("JFIF\0".utf8))
      builder.segment(0xE0, Array("JFXX\0".utf8) + [UInt8](repeating: 0, count: 20))
      builder.segment(0xEE, Array("Adobe".utf8))
      builder.segment(0xEE, Array("Adorn".utf8) + [UInt8](repeating: 0, count: 20))
      builder.frame()
    }

    let header = try header(of: bytes)

    #expect(header.density == nil)
    #expect(try Self.details(of: header).hasJFIFMarker == false)
    #expect(try Self.details(of: header).adobeTransform == nil)
  }

  // MARK: - Density

  @Test(arguments: [(0, .aspect), (1, .inch), (2, .centimeter)] as [(UInt8, PixelDensity.Unit)])
  func densityHasTheUnitOfTheFile(code: UInt8, unit: PixelDensity.Unit) throws {
    let header = try header(of: JPEGBuilder.minimal(density: (code, 300, 600)))

    #expect(header.density == PixelDensity(x: 300, y: 600, unit: unit))
  }

  @Test(arguments: [(1, 0, 300), (1, 300, 0), (3, 300, 300), (255, 1, 1)] as [(UInt8, Int, Int)])
  func senselessDensityIsNone(code: UInt8, x: Int, y: Int) throws {
    #expect(try header(of: JPEGBuilder.minimal(density: (code, x, y))).density == nil)
  }

  /// A file with these segments before its scan.
  private static func file(_ segments: (inout JPEGBuilder) -> Void) -> [UInt8] {
    var builder = JPEGBuilder()
    segments(&builder)
    builder.scan()
    builder.end()
    return builder.bytes
  }

  private static func details(of header: ImageHeader) throws -> JPEGDetails {
    guard case .jpeg(let details) = header.details else { throw MissingDetails() }
    return details
  }
}

/// An error: the header is of another format than expected.
struct MissingDetails: Error {}
