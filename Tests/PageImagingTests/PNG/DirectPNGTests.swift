// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

/// Images decoded without libpng equal those of libpng, pixel for pixel.
struct DirectPNGTests {
  @Test(arguments: PNGPicture.layouts.indices)
  func everyLayoutGivesThePixelsOfLibpng(layout: Int) throws {
    let (colorType, bitDepth) = PNGPicture.layouts[layout]
    let isSupported = bitDepth < 16 || colorType < 4
    for side in 1...40 {
      for (width, height) in [(side, side * 7 % 40 + 1), (side * 11 % 40 + 1, side)] {
        let picture = PNGPicture(
          colorType: colorType, bitDepth: bitDepth, width: width, height: height,
          filter: side % 7 < 5 ? UInt8(side % 7) : nil, seed: UInt64(side),
          paletteCount: min(1 << bitDepth, 20))
        let bytes = picture.file()
        let bitmap = try PNGOracle.direct(bytes)
        #expect((bitmap != nil) == isSupported, "\(picture)")
        guard let bitmap else { continue }
        let expected = PNGOracle.verdict(bytes, DecodingOptions())
        #expect(PNGOracle.Verdict.picture(bitmap, warningCount: 0) == expected, "\(picture)")
      }
    }
  }

  @Test func randomPicturesInRandomSizesAreThoseOfLibpng() {
    checkProperty(
      seed: 61, runs: 300, generate: PNGCase.random, shrink: \.shrinks,
      check: { (example: PNGCase) in
        let bytes = example.picture.file(chunkSize: example.chunkSize)
        let options = DecodingOptions(target: .fit(example.target))
        guard let bitmap = try PNGOracle.direct(bytes, options) else { return "libpng was asked" }
        let expected = PNGOracle.verdict(bytes, options)
        return .picture(bitmap, warningCount: 0) == expected ? nil : "the pixels differ"
      })
  }

  @Test(arguments: Fixtures.paths(in: "png/valid"))
  func fixturesAreThoseOfLibpng(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    for target in [DecodingTarget.full, .height(11)] {
      for policy in [DamagePolicy.tolerant, .strict] {
        let options = DecodingOptions(target: target, damagePolicy: policy)
        guard let bitmap = try PNGOracle.direct(bytes, options) else { continue }
        guard try !ImageHeader(reading: ByteSource(bytes)).isProgressive else { continue }
        let header = try ImageHeader(reading: ByteSource(bytes))
        let upright = try bitmap.turned(by: header.orientation)
        let expected = PNGOracle.verdict(bytes, options)
        #expect(PNGOracle.Verdict.picture(upright, warningCount: 0) == expected)
      }
    }
  }

  @Test func everyOpacityOfEverySampleIsThatOfLibpng() throws {
    // All pairs of a sample and an opacity, as gray pixels with an alpha channel.
    var rows: [UInt8] = []
    for sample in 0...255 {
      rows.append(0)
      for alpha in 0...255 { rows += [UInt8(sample), UInt8(alpha)] }
    }
    var builder = PNGBuilder()
    builder.imageHeader(width: 256, height: 256, colorType: 4)
    builder.chunk("IDAT", Zlib.stored(rows, blockSize: 60_000))
    builder.chunk("IEND")
    let bitmap = try #require(try PNGOracle.direct(builder.bytes))
    let expected = PNGOracle.verdict(builder.bytes, DecodingOptions())
    #expect(PNGOracle.Verdict.picture(bitmap, warningCount: 0) == expected)
  }

  @Test func aFileIsReadLikeItsBytes() throws {
    let name = "png/valid/rgb-8.png"
    let options = DecodingOptions(target: .height(9))
    let source = try ByteSource(path: Fixtures.path(name))
    let header = try ImageHeader(reading: source)
    let plan = try DecodingPlan(header, options: options)
    let fromFile = try DecoderInput.with(source) { input throws(ImagingError) in
      try DirectPNG.decode(input, header: header, plan: plan, options: options)
    }
    #expect(try fromFile == PNGOracle.direct(Fixtures.bytes(name), options))
    #expect(fromFile != nil)
  }

  @Test func memoryThatIsNotAllowedIsNotTaken() throws {
    let picture = PNGPicture(colorType: 2, bitDepth: 8, width: 30, height: 30)
    var options = DecodingOptions(target: .height(10))
    options.limits.decodeMemory = 100_000
    #expect(try PNGOracle.direct(picture.file(), options) == nil)
    #expect(PNGOracle.actual(picture.file(), options) == PNGOracle.verdict(picture.file(), options))
  }
}

/// An image, its division into chunks, and its requested size.
private struct PNGCase: CustomStringConvertible {
  var picture: PNGPicture
  var chunkSize: Int
  var target: PixelSize

  var description: String { "\(picture), chunks of \(chunkSize), into \(target)" }

  static func random(using generator: inout SeededGenerator) -> PNGCase {
    let layout = PNGPicture.layouts[Int.random(in: 0..<12, using: &generator)]
    let depth = layout.bitDepth
    let picture = PNGPicture(
      colorType: layout.colorType, bitDepth: depth,
      width: .random(in: 1...150, using: &generator),
      height: .random(in: 1...150, using: &generator), filter: nil,
      seed: generator.next(), paletteCount: min(1 << depth, 200))
    return PNGCase(
      picture: picture, chunkSize: .random(in: 1...3000, using: &generator),
      target: PixelSize(
        width: .random(in: 1...80, using: &generator),
        height: .random(in: 1...80, using: &generator)))
  }

  var shrinks: [PNGCase] {
    var results: [PNGCase] = []
    func add(_ change: (inout PNGCase) -> Void) {
      var copy = self
      change(&copy)
      results.append(copy)
    }
    for value in picture.width.shrinks where value > 0 { add { $0.picture.width = value } }
    for value in picture.height.shrinks where value > 0 { add { $0.picture.height = value } }
    for value in target.width.shrinks where value > 0 { add { $0.target.width = value } }
    if picture.filter == nil { for filter in 0...4 { add { $0.picture.filter = UInt8(filter) } } }
    return results
  }
}
