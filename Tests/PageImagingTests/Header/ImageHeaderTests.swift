// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import PageImaging
import Testing

struct ImageHeaderTests {
  @Test func faxPageIsUpright() throws {
    let header = try header(
      of: JPEGBuilder.minimal(width: 1728, height: 1143, density: (1, 204, 98)))

    #expect(abs(header.aspectRatio - 0.72626) < 1e-5)
    #expect(abs(header.aspectRatio(honorsPixelDensity: false) - 1.5118) < 1e-4)
    #expect(header.density?.isSquare == false)
  }

  @Test func turnedFaxPageLies() throws {
    let header = try header(
      of: JPEGBuilder.minimal(width: 1728, height: 1143, orientation: 6, density: (1, 204, 98)))

    #expect(abs(header.aspectRatio - 1 / 0.72626) < 1e-4)
    #expect(header.displaySize == PixelSize(width: 1143, height: 1728))
  }

  @Test func densitiesWithinOnePercentAreSquare() throws {
    let square = try header(of: PNGBuilder.minimal(density: (1000, 1010, 1)))
    let tall = try header(of: PNGBuilder.minimal(density: (1000, 1011, 1)))

    #expect(square.aspectRatio == 32.0 / 24.0)
    #expect(abs(tall.aspectRatio - 32.0 / 24.0 * 1.011) < 1e-12)
  }

  @Test func displaySizeSwapsForTheLastFourOrientations() throws {
    try withEvery("orientation", in: Orientation.allCases) { orientation in
      let header = try header(of: JPEGBuilder.minimal(orientation: orientation.rawValue))
      let swaps = [5, 6, 7, 8].contains(orientation.rawValue)

      #expect(header.storedSize == PixelSize(width: 64, height: 48), "\(TestTrace.current)")
      #expect(header.displaySize.width == (swaps ? 48 : 64), "\(TestTrace.current)")
      #expect(header.aspectRatio == (swaps ? 0.75 : 64.0 / 48.0), "\(TestTrace.current)")
    }
  }

  @Test func densityMustBePositiveAndFinite() {
    for bad in [0, -1, Double.nan, .infinity] {
      #expect(PixelDensity(x: bad, y: 1, unit: .inch) == nil)
      #expect(PixelDensity(x: 1, y: bad, unit: .inch) == nil)
    }
  }

  /// The two densities, and whether they are used.
  static let ratios = [
    (1, 10, true), (10, 1, true), (1, 11, false), (11, 1, false), (1, 65_535, false),
    (98, 204, true),
  ]

  @Test(arguments: ratios)
  func densityBeyondTenToOneIsIgnoredAndNoted(x: Int, y: Int, isPlausible: Bool) throws {
    for bytes in [
      JPEGBuilder.minimal(width: 64, height: 48, density: (1, x, y)),
      PNGBuilder.minimal(width: 64, height: 48, density: (x, y, 0)),
    ] {
      let header = try header(of: bytes)

      #expect((header.density != nil) == isPlausible)
      let note = ImageHeader.Note.implausibleDensity(x: Double(x), y: Double(y))
      #expect(header.notes == (isPlausible ? [] : [note]))
      if !isPlausible { #expect(header.aspectRatio == 64.0 / 48) }
    }
    #expect(
      ImageHeader.Note.implausibleDensity(x: 1, y: 65_535).description
        == "The density of 1 x 65535 is implausible and was ignored.")
  }

  @Test func pixelLimitIsExact() {
    let enough = DecodingLimits(pixelCount: 64 * 48)
    let tooFew = DecodingLimits(pixelCount: 64 * 48 - 1)

    #expect(headerError(of: JPEGBuilder.minimal(), limits: enough) == nil)
    #expect(
      headerError(of: JPEGBuilder.minimal(), limits: tooFew)
        == .limitExceeded(limit: .pixelCount, found: 3072, allowed: 3071))
  }

  @Test func largestPNGIsRefusedByItsPixels() {
    let side = 0x7FFF_FFFF
    let error = headerError(of: PNGBuilder.minimal(width: side, height: side))

    let allowed = DecodingLimits.default.pixelCount
    #expect(error == .limitExceeded(limit: .pixelCount, found: side * side, allowed: allowed))
  }
}

struct OrientationTests {
  /// The positions of the four corners under each orientation, as drawn in the standard: the stored
  /// top left, top right, bottom left and bottom right, in screen order.
  static let screens: [Orientation: [Int]] = [
    .topLeft: [0, 1, 2, 3], .topRight: [1, 0, 3, 2], .bottomRight: [3, 2, 1, 0],
    .bottomLeft: [2, 3, 0, 1], .leftTop: [0, 2, 1, 3], .rightTop: [2, 0, 3, 1],
    .rightBottom: [3, 1, 2, 0], .leftBottom: [1, 3, 0, 2],
  ]

  @Test(arguments: Orientation.allCases) func inverseUndoes(_ orientation: Orientation) throws {
    let there = try #require(Self.screens[orientation])
    let back = try #require(Self.screens[orientation.inverse])

    #expect(back.map { there[$0] } == [0, 1, 2, 3])
  }

  @Test(arguments: Orientation.allCases)
  func factsFollowFromTheCorners(_ orientation: Orientation) throws {
    let screen = try #require(Self.screens[orientation])

    // Dimensions are swapped if the corner to the right of the first was below it in the file.
    #expect(orientation.swapsSides == (abs(screen[1] - screen[0]) == 2))
    // Around the screen, a rotated image keeps its corners in clockwise order 0 1 3 2.
    let clockwise = [screen[0], screen[1], screen[3], screen[2]]
    let ring = [0: 0, 1: 1, 3: 2, 2: 3]
    let step = (ring[clockwise[1], default: 0] - ring[clockwise[0], default: 0] + 4) % 4
    #expect(orientation.isMirrored == (step == 3))
  }

  @Test(arguments: [-1, 0, 9, 65_535]) func unknownNumberIsUpright(_ number: Int) {
    #expect(Orientation(storedValue: number) == .upright)
  }
}
