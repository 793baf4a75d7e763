// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import PageImaging

/// Small images have the brightness and the structure of their pages, regardless of the decoder.
///
/// The reference is a full decode by libjpeg itself, or for PNG the written pixels; each pixel of
/// the small image is compared with the mean of the covered area.
struct QualityTests {
  private static let qualities = [5, 15, 30, 50, 75, 95]

  @Test(arguments: QualityClass.allCases)
  func flatPagesKeepTheirBrightness(kind: QualityClass) throws {
    try withEvery("quality", in: Self.qualities) { quality in
      try withEvery("level", in: [254, 203, 77] as [UInt8]) { level in
        // Given
        let file = try #require(
          kind.page(width: 240, height: 256, quality: quality) { _, _ in level })
        let page = try #require(PlaneOfMeans(ofJPEG: file))

        // Reduced to 1/5.3, 1/10.7 and 1/16: each uses another scale or decoder.
        try withEvery("side", in: [48, 24, 16]) { side in
          // When
          let small = try ImageDecoder.decode(file, DecodingOptions(target: .longSide(side)))

          // Then
          let bias = PlaneOfMeans(Raster(small.bitmap)).mean - page.mean
          #expect(abs(bias) <= 0.51, "\(bias), \(TestTrace.current)")
        }
      }
    }
  }

  @Test(arguments: QualityClass.allCases)
  func pagesKeepTheirBrightnessAndStructure(kind: QualityClass) throws {
    try withEvery("quality", in: Self.qualities) { quality in
      // Given
      let file = try #require(
        kind.page(width: 397, height: 420, quality: quality, Self.letters))
      let page = try #require(PlaneOfMeans(ofJPEG: file))

      try withEvery("side", in: [80, 69, 40, 26]) { side in
        // When
        let small = Raster(
          try ImageDecoder.decode(file, DecodingOptions(target: .longSide(side))).bitmap)

        // Then
        let reference = page.reduced(toWidth: small.width, height: small.height)
        let score = PictureScore(small, reference: reference)
        #expect(abs(score.bias) <= 1, "\(score), \(TestTrace.current)")
        #expect(score.similarity >= 0.9, "\(score), \(TestTrace.current)")
      }
    }
  }

  @Test(arguments: PNGPicture.layouts.filter { $0.colorType != 3 }, [false, true])
  func pngsKeepTheirBrightnessAndStructure(
    layout: (colorType: UInt8, bitDepth: Int), isInterlaced: Bool
  ) throws {
    // Given: opaque pages with as many shades as the bits allow.
    let largest = 1 << layout.bitDepth - 1
    let channels = [1, 1, 3, 1, 2, 1, 4][Int(layout.colorType)]
    let hasAlpha = layout.colorType >= 4
    let picture = PNGPicture(
      colorType: layout.colorType, bitDepth: layout.bitDepth, width: 197, height: 240,
      isInterlaced: isInterlaced, filter: 2,
      content: { x, y, channel in
        hasAlpha && channel == channels - 1
          ? largest : (Int(Self.slopes(x, y)) * largest + 127) / 255
      })
    let file = picture.file()
    let page = PlaneOfMeans(
      Raster(width: 197, height: 240, channels: 1) { x, y, _ in
        UInt8((Int(Self.slopes(x, y)) * largest + 127) / 255 * 255 / largest)
      })

    try withEvery("side", in: [45, 24, 15]) { side in
      // When
      let small = Raster(
        try ImageDecoder.decode(file, DecodingOptions(target: .longSide(side))).bitmap)

      // Then
      let reference = page.reduced(toWidth: small.width, height: small.height)
      let score = PictureScore(small, reference: reference)
      #expect(abs(score.bias) <= 1, "\(score), \(TestTrace.current)")
      #expect(score.similarity >= 0.9, "\(score), \(TestTrace.current)")
    }
  }

  /// Dark lines of words, some large ones, on paper that becomes darker to one side.
  ///
  /// The strokes are 45 pixels apart: a distance below 2 pixels of the smallest image is no
  /// structure there, and with finer strokes the means of the reference alone would contain a false
  /// one.
  private static func letters(_ x: Int, _ y: Int) -> UInt8 {
    let paper = 238 - x / 12
    let isInLine = y % 42 > 8 && y % 42 < 36 && x > 30 && x < 360
    guard isInLine else { return UInt8(paper) }
    let isWord = (x / 37 + y / 42 * 3) % 4 != 0
    let isStroke = (x + y / 3) / 15 % 3 == 0
    return UInt8(isWord && isStroke ? 35 : paper)
  }

  /// Gradients longer than any cell of the first passes of an interlaced page.
  private static func slopes(_ x: Int, _ y: Int) -> UInt8 {
    UInt8(40 + abs((2 * x + y) % 380 - 190))
  }
}
