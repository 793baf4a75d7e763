// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

struct PageShapeTests {
  private let fax = PixelSize(width: 1728, height: 1143)

  @Test func faxPageHasPixelsThatAreNotSquare() throws {
    let plain = try PageShape(fax)
    let dense = try PageShape(fax, density: Size(width: 204, height: 98))

    #expect(plain.aspectRatio.isApproximately(1.5118, tolerance: 0.00005))
    #expect(dense.aspectRatio.isApproximately(0.72626, tolerance: 0.000005))
  }

  @Test(arguments: 0...9)
  func quarterTurnSwapsTheSides(orientation: Int) throws {
    let size = try PageShape(PixelSize(width: 300, height: 200), orientation: orientation)

    let expected = (5...8).contains(orientation) ? 2.0 / 3 : 1.5
    #expect(size.aspectRatio.isApproximately(expected, tolerance: 1e-12))
  }

  @Test(arguments: [Int.min, -1, Int.max])
  func wrongOrientationCountsAsUpright(orientation: Int) throws {
    let size = try PageShape(PixelSize(width: 300, height: 200), orientation: orientation)

    #expect(size.aspectRatio == 1.5)
  }

  @Test func densityBelongsToTheStoredPixels() throws {
    let size = try PageShape(fax, density: Size(width: 204, height: 98), orientation: 6)

    #expect(size.aspectRatio.isApproximately(1 / 0.72626, tolerance: 0.00002))
  }

  @Test(arguments: [
    (100.0, 100.0, 1.5), (100, 101, 1.5), (101, 100, 1.5), (100, 102, 1.53), (102, 100, 1.5 / 1.02),
    (0, 100, 1.5), (-1, -1, 1.5), (.nan, 100, 1.5), (100, .infinity, 1.5), (1e308, 1e-308, 1.5),
  ])
  func densityCountsIfItIsValidAndDiffersVisibly(
    horizontal: Double, vertical: Double, ratio: Double
  ) throws {
    let size = try PageShape(
      PixelSize(width: 300, height: 200), density: Size(width: horizontal, height: vertical))

    #expect(size.aspectRatio.isApproximately(ratio, tolerance: 1e-12))
  }

  @Test(arguments: [
    PixelSize(width: 0, height: 10), PixelSize(width: 10, height: -1),
    PixelSize(width: Int(Int32.max) + 1, height: 1), PixelSize(width: 1, height: .max),
    PixelSize(width: .min, height: .min),
  ])
  func sideMustHaveAPixelAndFit(size: PixelSize) {
    #expect(throws: PageShapeError.invalidSize(size)) { try PageShape(size) }
  }

  @Test(arguments: [0, -1, -0.0, Double.infinity, -Double.infinity])
  func ratioMustBePositiveAndFinite(ratio: Double) {
    #expect(throws: PageShapeError.invalidAspectRatio(found: ratio)) {
      try PageShape(aspectRatio: ratio)
    }
    #expect(throws: PageShapeError.self) { try PageShape(aspectRatio: .nan) }
  }

  @Test(arguments: [PageShapeError.invalidSize(.zero), .invalidAspectRatio(found: 0)])
  func errorIsOneSentence(error: PageShapeError) {
    #expect("\(error)".hasPrefix("A page must") || "\(error)".hasPrefix("The aspect ratio"))
    #expect("\(error)".hasSuffix("."))
  }

  @Test(arguments: [1e-9, 0.2, 1, 5, 1e9])
  func extremeRatioIsKept(ratio: Double) throws {
    #expect(try PageShape(aspectRatio: ratio).aspectRatio == ratio)
  }

  @Test func longestSidesAreAllowed() throws {
    let side = PixelSize.maximumSide

    #expect(try PageShape(PixelSize(width: side, height: side)).aspectRatio == 1)
    #expect(try PageShape(PixelSize(width: side, height: 1)).aspectRatio == 2_147_483_647)
  }

  @Test func shapeIsANumberInJSON() throws {
    let size = try JSONDecoder().decode([PageShape].self, from: Data("[0.75]".utf8))

    #expect(size.map(\.aspectRatio) == [0.75])
    #expect(try JSONEncoder().encode(size) == Data("[0.75]".utf8))
  }

  @Test(arguments: ["[0]", "[-1]", "[null]", "[\"1\"]", "[1e999]"])
  func wrongShapeInJSONIsRefused(text: String) {
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode([PageShape].self, from: Data(text.utf8))
    }
  }
}
