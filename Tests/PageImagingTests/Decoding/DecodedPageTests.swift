// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

/// Pages that are encoded as JPEG again, with and without a conversion to RGB.
struct DecodedPageTests {
  private static func page(
    _ sampling: [SIMD2<UInt8>], orientation: Int, width: Int, height: Int
  ) throws -> [UInt8] {
    try page(sampling, width: width, height: height).oriented(orientation)
  }

  private static func page(
    _ sampling: [SIMD2<UInt8>], width: Int, height: Int
  ) throws -> [UInt8] {
    let request = LibJPEGRequest(
      width: width, height: height, sampling: sampling, quality: 95, contrast: 10,
      isVivid: false, seed: 8)
    return try #require(request.encoded())
  }

  @Test func planesShowWhatTheBitmapShows() throws {
    for sampling in LibJPEGRequest.samplings {
      for (width, height, side) in [(400, 300, 23), (301, 403, 37), (130, 97, 8)] {
        let stored = try Self.page(sampling, width: width, height: height)
        for orientation in 1...8 {
          // Given
          let bytes = stored.oriented(orientation)
          let options = DecodingOptions(target: .longSide(side))
          let bitmap = try ImageDecoder.decode(bytes, options).bitmap

          // When
          let page = try ImageDecoder.decodePage(
            ByteSource(bytes), options: options, for: .jpeg(quality: 95))
          let encoded = try page.encoded(as: .jpeg(quality: 95))

          // Then
          let shown = Raster(try ImageDecoder.decode(encoded).bitmap)
          let usual = try bitmap.encoded(as: .jpeg(quality: 95))
          let expected = Raster(try ImageDecoder.decode(usual).bitmap)
          let difference = try #require(shown.meanDifference(to: expected))
          #expect(page.size == bitmap.size && !page.isDamaged)
          #expect(difference < 2, "\(orientation) \(sampling) \(width) to \(side): \(difference)")
        }
      }
    }
  }

  @Test func onlyAnOrdinaryJPEGKeepsItsPlanes() throws {
    let options = DecodingOptions(target: .height(20))
    func hasPlanes(_ bytes: [UInt8], _ encoding: ImageEncoding) throws -> Bool {
      let page = try ImageDecoder.decodePage(
        ByteSource(bytes), options: options, for: encoding)
      guard case .planes = page.pixels else { return false }
      return true
    }
    let color = try Self.page(LibJPEGRequest.samplings[4], orientation: 1, width: 300, height: 400)
    let gray = try Self.page([SIMD2(1, 1)], orientation: 1, width: 300, height: 400)

    #expect(try hasPlanes(color, .jpeg(quality: 80)))
    #expect(try !hasPlanes(color, .png))
    #expect(try !hasPlanes(gray, .jpeg(quality: 80)))
    #expect(try !hasPlanes(Array(color.dropLast(2)), .jpeg(quality: 80)))
  }

  @Test func planesOfAllSmallSizesAreEncoded() throws {
    for width in 1...35 {
      for height in [1, 2, 7, 8, 9, 15, 16, 17, 33] {
        let size = PixelSize(width: width, height: height)
        let planes = try [
          Bitmap(size: size, format: .gray8, fill: 120),
          Bitmap(size: size.halved, format: .gray8, fill: 90),
          Bitmap(size: size.halved, format: .gray8, fill: 160),
        ]

        let bytes = try PlanarPicture(planes: planes).encodedAsJPEG(quality: 100)

        let options = DecodingOptions(damagePolicy: .strict)
        let picture = Raster(try ImageDecoder.decode(bytes, options).bitmap)
        // T.871: R = Y + 1.402 Cr, G = Y - 0.344 Cb - 0.714 Cr, B = Y + 1.772 Cb.
        let exact = Raster(width: width, height: height, channels: 3) { _, _, channel in
          [165, 110, 53][channel]
        }
        #expect(try #require(picture.largestDifference(to: exact)) <= 2)
      }
    }
  }
}

extension [UInt8] {
  /// A JPEG with an orientation.
  fileprivate func oriented(_ orientation: Int) -> [UInt8] {
    var start = JPEGBuilder()
    start.exif(TIFFBuilder(orientation: orientation).bytes)
    return start.bytes + self[2...]
  }
}
