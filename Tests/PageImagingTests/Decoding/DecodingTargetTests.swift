// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

struct DecodingTargetTests {
  /// A 60 x 40 image, left half black, right half white, the top row gray.
  private let page: [UInt8]

  init() throws {
    page = try Raster(width: 60, height: 40, channels: 1) { x, _, _ in x < 30 ? 0 : 255 }
      .bitmap().encoded(as: .png)
  }

  private func size(
    _ target: DecodingTarget, allowsUpscaling: Bool = false
  ) throws -> PixelSize {
    let options = DecodingOptions(target: target, allowsUpscaling: allowsUpscaling)
    return try ImageDecoder.decode(page, options).bitmap.size
  }

  @Test func sidesFollowFromTheAspectRatio() throws {
    #expect(try size(.full) == PixelSize(width: 60, height: 40))
    #expect(try size(.height(20)) == PixelSize(width: 30, height: 20))
    #expect(try size(.height(1)) == PixelSize(width: 2, height: 1))
    #expect(try size(.longSide(30)) == PixelSize(width: 30, height: 20))
    #expect(try size(.longSide(1)) == PixelSize(width: 1, height: 1))
    #expect(try size(.fit(PixelSize(width: 30, height: 90))) == PixelSize(width: 30, height: 20))
    #expect(try size(.fit(PixelSize(width: 90, height: 10))) == PixelSize(width: 15, height: 10))
    #expect(try size(.fit(PixelSize(width: 90, height: 90))) == PixelSize(width: 60, height: 40))
  }

  @Test func aPageIsNotEnlargedUnlessAsked() throws {
    #expect(try size(.height(400)) == PixelSize(width: 60, height: 40))
    #expect(try size(.longSide(61)) == PixelSize(width: 60, height: 40))
    #expect(try size(.fill(PixelSize(width: 120, height: 120))) == PixelSize(width: 40, height: 40))
    #expect(try size(.height(80), allowsUpscaling: true) == PixelSize(width: 120, height: 80))
    #expect(
      try size(.fill(PixelSize(width: 120, height: 120)), allowsUpscaling: true)
        == PixelSize(width: 120, height: 120))
  }

  @Test func fillCutsEvenlyOffBothSides() throws {
    // When
    let target = DecodingTarget.fill(PixelSize(width: 10, height: 20))
    let decoded = try ImageDecoder.decode(page, DecodingOptions(target: target))

    // Then the edge between black and white is in the middle
    let picture = Raster(decoded.bitmap)
    #expect((picture.width, picture.height) == (10, 20))
    #expect(picture[1, 10, 0] < 5 && picture[8, 10, 0] > 250)
    for x in 0..<5 {
      #expect(abs(Int(picture[x, 9, 0]) + Int(picture[9 - x, 9, 0]) - 255) <= 1)
    }
  }

  @Test func pixelsThatAreNotSquareAreMadeSo() throws {
    // Given a page with 204 x 98 pixels per inch
    let bytes = try Fixtures.bytes("png/valid/phys-204x98.png")
    let header = try ImageHeader(reading: ByteSource(bytes))

    // When
    let honored = try ImageDecoder.decode(bytes, DecodingOptions(target: .height(10)))
    let ignored = try ImageDecoder.decode(
      bytes, DecodingOptions(target: .height(10), honorsPixelDensity: false))

    // Then
    let size = honored.bitmap.size
    #expect(abs(Double(size.width) - Double(size.height) * header.aspectRatio) <= 0.5)
    #expect(
      abs(
        Double(ignored.bitmap.size.width)
          - 10 * Double(header.storedSize.width) / Double(header.storedSize.height)) <= 0.5)
    #expect(honored.bitmap.size != ignored.bitmap.size)
  }

  @Test(arguments: Orientation.allCases)
  func turnedPagesAreCutUpright(orientation: Orientation) throws {
    // Given
    let name = "jpeg/valid/orientation-\(orientation.rawValue).jpg"
    let bytes = try Fixtures.bytes(name)
    let upright = try ImageDecoder.decode(bytes)
    let target = PixelSize(width: 5, height: 12)

    // When
    let filled = try ImageDecoder.decode(bytes, DecodingOptions(target: .fill(target)))

    // Then
    let size = upright.bitmap.size
    let width = Double(size.height) * 5 / 12
    let box = SourceBox(
      x: (Double(size.width) - width) / 2, y: 0, width: width, height: Double(size.height))
    let expected = ResamplingOracle.resize(Raster(upright.bitmap), box: box, to: target)
    let difference = try #require(Raster(filled.bitmap).meanDifference(to: expected))
    #expect(filled.bitmap.size == target)
    #expect(difference < 6)
  }

  @Test func aTargetWithoutPixelsIsAMistakeOfTheCaller() async {
    await #expect(processExitsWith: .failure) {
      _ = try ImageDecoder.decode([], DecodingOptions(target: .height(0)))
    }
  }
}
