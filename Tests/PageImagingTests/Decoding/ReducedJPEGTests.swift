// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

/// The reduced decoder compared with libjpeg-turbo; differences are in levels of 0 to 255.
struct ReducedJPEGTests {
  /// Returns a page decoded by libjpeg-turbo alone, as the strict policy does.
  private static func slowly(
    _ bytes: [UInt8], _ target: DecodingTarget
  ) throws -> Raster {
    let options = DecodingOptions(target: target, damagePolicy: .strict)
    return Raster(try ImageDecoder.decode(bytes, options).bitmap)
  }

  /// Returns a page of waves, which are long enough to make block artifacts negligible.
  private static func page(_ sampling: [SIMD2<UInt8>], width: Int, height: Int) throws -> [UInt8] {
    let request = LibJPEGRequest(
      width: width, height: height, sampling: sampling, quality: 95, contrast: 20, seed: 5)
    return try #require(request.encoded())
  }

  @Test func thumbnailsAreCloseToThoseOfLibJPEG() throws {
    for sampling in LibJPEGRequest.samplings {
      for (width, height, side) in [(400, 300, 24), (403, 299, 24), (300, 401, 40), (97, 130, 9)] {
        let bytes = try Self.page(sampling, width: width, height: height)
        let target = DecodingTarget.longSide(side)

        let fast = Raster(
          try ImageDecoder.decode(bytes, DecodingOptions(target: target)).bitmap)
        let slow = try Self.slowly(bytes, target)

        let difference = try #require(fast.meanDifference(to: slow))
        #expect(difference < 1.5, "\(sampling) \(width) x \(height) to \(side): \(difference)")
      }
    }
  }

  @Test func aCroppedPartIsTheSamePart() throws {
    let bytes = try Self.page(LibJPEGRequest.samplings[4], width: 640, height: 480)
    let target = DecodingTarget.fill(PixelSize(width: 20, height: 40))

    let fast = Raster(try ImageDecoder.decode(bytes, DecodingOptions(target: target)).bitmap)

    #expect(try #require(fast.meanDifference(to: Self.slowly(bytes, target))) < 1.5)
  }

  /// The reduced decoder gives up at missing bytes, and libjpeg-turbo reports the damage.
  @Test func aBrokenPageIsLeftToLibJPEG() throws {
    // Given
    let whole = try Self.page(LibJPEGRequest.samplings[4], width: 400, height: 300)
    let expected = try Self.slowly(whole, .height(20))
    // The rows of the thumbnail above the damage.
    let cuts = [(2, 16), (1, 16), (whole.count / 4, 10), (whole.count / 2, 5)]
    for (count, rows) in cuts.map({ (whole.count - $0, $1) }) {
      let bytes = Array(whole[..<count])
      let options = DecodingOptions(target: .height(20))

      // When
      let decoded = try ImageDecoder.decode(bytes, options)

      // Then
      let header = try ImageHeader(reading: ByteSource(bytes))
      let plan = try DecodingPlan(header, options: options)
      #expect(try ReducedJPEG.decode(ByteSource(bytes), header, plan, options, .full) == nil)
      #expect(decoded.isDamaged && decoded.warningCount >= 1)
      let raster = Raster(decoded.bitmap)
      for y in 0..<rows { #expect(raster.row(y) == expected.row(y), "row \(y) of \(count) bytes") }
    }
  }

  /// At a height of 200 of 300 the target needs more than four coefficients per block.
  @Test func anOrdinaryPageTakesTheFastPath() throws {
    let bytes = try Self.page(LibJPEGRequest.samplings[4], width: 400, height: 300)
    let header = try ImageHeader(reading: ByteSource(bytes))
    for (side, isFast) in [(8, true), (20, true), (40, true), (200, false)] {
      let options = DecodingOptions(target: .height(side))
      let plan = try DecodingPlan(header, options: options)
      let bitmap = try ReducedJPEG.decode(ByteSource(bytes), header, plan, options, .full)
      #expect((bitmap != nil) == isFast, "\(side)")
    }
  }

  @Test func strictnessLeavesAllToLibJPEG() throws {
    let bytes = try Self.page(LibJPEGRequest.samplings[4], width: 400, height: 300)
    let header = try ImageHeader(reading: ByteSource(bytes))
    let options = DecodingOptions(target: .height(20), damagePolicy: .strict)
    let plan = try DecodingPlan(header, options: options)
    #expect(try ReducedJPEG.decode(ByteSource(bytes), header, plan, options, .full) == nil)
  }
}
