// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import Testing

@testable import PageImaging

struct DirectAdam7Tests {
  private static func picture(_ colorType: UInt8, _ bitDepth: Int = 8) -> PNGPicture {
    PNGPicture(
      colorType: colorType, bitDepth: bitDepth, width: 401, height: 303, isInterlaced: true,
      filter: nil, isNoise: false)
  }

  @Test(arguments: [0, 2, 4, 6] as [UInt8], [10, 13, 30, 49])
  func firstPassesShowThePageWhereItIs(colorType: UInt8, height: Int) throws {
    let bytes = Self.picture(colorType).file()
    let options = DecodingOptions(target: .height(height))
    let bitmap = try #require(try PNGOracle.direct(bytes, options))
    guard case .picture(let expected, 0) = PNGOracle.verdict(bytes, options) else {
      Issue.record("libpng refuses")
      return
    }
    // A phase error of 3/8 of the grid's pitch changes the waves by six levels.
    let difference = try #require(Raster(bitmap).meanDifference(to: Raster(expected)))
    #expect(difference < 2)
  }

  @Test func aLargePictureTakesAllPasses() throws {
    let bytes = Self.picture(2).file()
    #expect(try PNGOracle.direct(bytes, DecodingOptions(target: .height(60))) == nil)
    #expect(try PNGOracle.direct(bytes) == nil)
  }

  @Test func strictnessTakesAllPasses() throws {
    let bytes = Self.picture(2).file()
    let options = DecodingOptions(target: .height(10), damagePolicy: .strict)
    #expect(try PNGOracle.direct(bytes, options) == nil)
  }

  @Test(arguments: [(0, 1), (0, 4), (3, 8), (6, 16)] as [(UInt8, Int)])
  func pixelsUnlikeTheirNeighboursTakeAllPasses(colorType: UInt8, bitDepth: Int) throws {
    let bytes = Self.picture(colorType, bitDepth).file()
    #expect(try PNGOracle.direct(bytes, DecodingOptions(target: .height(10))) == nil)
  }

  @Test func aTruncatedPageIsMarked() throws {
    let bytes = Self.picture(2).file()
    let options = DecodingOptions(target: .height(10))
    for count in [1, 4, 12, 20, bytes.count / 3] {
      let part = Array(bytes.dropLast(count))
      #expect(try ImageDecoder.decode(part, options).isDamaged, "without \(count) bytes")
      #expect(PNGOracle.actual(part, options) == PNGOracle.verdict(part, options))
    }
  }

  @Test func damageInTheFirstPassesIsLeftToLibpng() throws {
    var bytes = Self.picture(2).file()
    bytes[600] ^= 0x40
    let options = DecodingOptions(target: .height(10))
    #expect(try PNGOracle.direct(bytes, options) == nil)
    #expect(PNGOracle.actual(bytes, options) == PNGOracle.verdict(bytes, options))
  }

  @Test func gridsHoldThePixelsOfTheirPasses() {
    for grid in [Adam7.Grid.quarters, .halves, .all] {
      for width in 1...20 {
        for height in 1...20 {
          let size = PixelSize(width: width, height: height)
          let count = Adam7.passes[..<grid.passCount].reduce(0) { sum, pass in
            let part = pass.size(of: size)
            return sum + part.width * part.height
          }
          let whole = grid.size(of: size)
          #expect(count == whole.width * whole.height)
        }
      }
    }
  }
}
