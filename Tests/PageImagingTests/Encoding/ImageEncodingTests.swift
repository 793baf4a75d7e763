// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

struct ImageEncodingTests {
  @Test func pngGivesEveryPixelBack() {
    checkProperty(
      seed: 9, runs: 60,
      generate: { Raster.random(using: &$0, sides: 1...40) },
      shrink: { _ in [] },
      check: { picture in
        let bytes = try picture.bitmap().encoded(as: .png)
        let decoded = try ImageDecoder.decode(bytes, DecodingOptions(damagePolicy: .strict))
        return Raster(decoded.bitmap) == picture ? nil : "other pixels"
      })
  }

  @Test func jpegGivesAPictureBackThatIsCloserAtHigherQuality() throws {
    // Given
    let picture = Raster(width: 50, height: 31, channels: 3) { x, y, c in
      UInt8((x * 4 + y * 2 + c * 40) % 256)
    }

    // When
    let differences = try [10, 50, 95].map { quality in
      let bytes = try picture.bitmap().encoded(as: .jpeg(quality: quality))
      return try #require(
        Raster(try ImageDecoder.decode(bytes).bitmap).meanDifference(to: picture))
    }

    // Then
    #expect(differences[0] > differences[1] && differences[1] > differences[2])
    #expect(differences[2] < 5)
  }

  @Test(arguments: [ImageEncoding.png, .jpeg(quality: 80)])
  func theSamePixelsGiveTheSameBytes(encoding: ImageEncoding) throws {
    let picture = Raster(width: 33, height: 20, channels: 3) { x, y, c in UInt8(x * 5 + y + c) }
    #expect(
      try picture.bitmap().encoded(as: encoding) == picture.bitmap().encoded(as: encoding))
  }

  @Test(arguments: ["jpeg/valid/orientation-6.jpg", "png/valid/exif-orientation-6.png"])
  func metadataOfTheInputStayBehind(name: String) throws {
    // Given
    let bitmap = try ImageDecoder.decode(Fixtures.bytes(name)).bitmap

    // When
    let jpeg = try bitmap.encoded(as: .jpeg(quality: 80))
    let png = try bitmap.encoded(as: .png)

    // Then
    #expect(markers(of: jpeg).allSatisfy { $0 == 0xE0 || !(0xE0...0xFE).contains($0) })
    #expect(chunks(of: png).filter { $0 != "IDAT" } == ["IHDR", "IEND"])
  }

  @Test func aSideThatTheFormatCannotHoldIsRefused() throws {
    // Given
    let wide = try Bitmap(size: PixelSize(width: 65_501, height: 1), format: .gray8)
    let empty = try Bitmap(size: PixelSize(width: 0, height: 4), format: .gray8)

    // Then
    #expect(throws: ImagingError.invalidSize(width: 65_501, height: 1, offset: 0)) {
      try wide.encoded(as: .jpeg(quality: 80))
    }
    #expect(throws: ImagingError.self) { try empty.encoded(as: .png) }
    #expect(throws: Never.self) { try wide.encoded(as: .png) }
  }

  @Test func aQualityOutOfRangeIsAMistakeOfTheCaller() async {
    await #expect(processExitsWith: .failure) {
      let bitmap = try Bitmap(size: PixelSize(width: 1, height: 1), format: .gray8)
      _ = try bitmap.encoded(as: .jpeg(quality: 101))
    }
  }

  /// The second bytes of the markers before the first scan.
  private func markers(of jpeg: [UInt8]) -> [UInt8] {
    var offset = 2
    var found: [UInt8] = []
    while offset + 4 <= jpeg.count, jpeg[offset] == 0xFF, jpeg[offset + 1] != 0xDA {
      found.append(jpeg[offset + 1])
      offset += 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
    }
    return found
  }

  private func chunks(of png: [UInt8]) -> [String] {
    var offset = 8
    var found: [String] = []
    while offset + 8 <= png.count {
      let length = png[offset..<offset + 4].reduce(0) { $0 << 8 + Int($1) }
      found.append(String(decoding: png[offset + 4..<offset + 8], as: UTF8.self))
      offset += 12 + length
    }
    return found
  }
}
