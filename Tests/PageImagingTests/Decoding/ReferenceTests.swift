// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

struct ReferenceTests {
  @Test(arguments: Fixtures.paths(in: "png/valid"))
  func pngDecodesToItsReference(name: String) throws {
    // When
    let decoded = try ImageDecoder.decode(
      Fixtures.bytes(name), DecodingOptions(damagePolicy: .strict))

    // Then: exactly, except that libpng rounds down when it composes samples of 16 bits.
    let expected = OrientationOracle.upright(
      try Fixtures.reference(of: name), decoded.header.orientation)
    let difference = try #require(
      Raster(decoded.bitmap).asColor.largestDifference(to: expected.asColor))
    #expect(difference <= (decoded.header.bitDepth == 16 ? 1 : 0))
    #expect(!decoded.isDamaged)
  }

  @Test(arguments: Fixtures.paths(in: "jpeg/valid"))
  func jpegDecodesToItsReference(name: String) throws {
    // When
    let decoded = try ImageDecoder.decode(
      Fixtures.bytes(name), DecodingOptions(damagePolicy: .strict))

    // Then: decoders may round the transform and the colors differently by one or two levels.
    let expected = OrientationOracle.upright(
      try Fixtures.reference(of: name), decoded.header.orientation)
    let difference = try #require(
      Raster(decoded.bitmap).asColor.largestDifference(to: expected.asColor))
    #expect(difference <= 3)
    #expect(!decoded.isDamaged)
  }

  @Test(arguments: Fixtures.paths(in: "jpeg/valid") + Fixtures.paths(in: "png/valid"))
  func aFileAndItsBytesGiveTheSamePicture(name: String) throws {
    // Given
    let options = DecodingOptions(target: .height(20), damagePolicy: .strict)

    // When
    let fromFile = try ImageDecoder.decode(
      ByteSource(path: Fixtures.path(name)), options: options)
    let fromMemory = try ImageDecoder.decode(Fixtures.bytes(name), options)

    // Then
    #expect(fromFile.bitmap == fromMemory.bitmap)
    #expect(fromFile.header == fromMemory.header)
  }

  @Test(arguments: Fixtures.paths(in: "jpeg/valid") + Fixtures.paths(in: "png/valid"))
  func aSmallerPictureIsThatOfTheDefinition(name: String) throws {
    try withEvery("height", in: [3, 12]) { height in
      // Given
      let full = try ImageDecoder.decode(
        Fixtures.bytes(name), DecodingOptions(honorsPixelDensity: false))

      // When
      let small = try ImageDecoder.decode(
        Fixtures.bytes(name),
        DecodingOptions(target: .height(height), honorsPixelDensity: false))

      // Then: within some levels of a resize of all pixels; blocks of the JPEG transform are means,
      // whereas the definition weights.
      let whole = Raster(full.bitmap)
      let expected = ResamplingOracle.resize(
        whole, box: SourceBox(covering: full.bitmap.size), to: small.bitmap.size)
      let difference = try #require(Raster(small.bitmap).meanDifference(to: expected))
      #expect(difference <= 6, "\(TestTrace.current)")
    }
  }

  @Test(arguments: Fixtures.paths(in: "jpeg/invalid") + Fixtures.paths(in: "png/invalid"))
  func anInvalidFileIsRefusedByATypedError(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    #expect(throws: ImagingError.self) {
      try ImageDecoder.decode(bytes, DecodingOptions(damagePolicy: .strict))
    }
  }
}
