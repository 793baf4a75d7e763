// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageImaging
import StripRendering
import Testing

struct StripRendererTests {
  private let gray = RGBColor(white: 100)

  private func cell(
    _ frame: Rect, _ picture: Bitmap?, alpha: Double = 1, zIndex: Int = 0
  ) -> StripItem {
    StripItem(
      attributes: LayoutAttributes(
        index: 0, center: frame.center, size: frame.size, alpha: alpha, zIndex: zIndex),
      picture: picture)
  }

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  private func plain(_ width: Int, _ height: Int, white: UInt8) throws -> Bitmap {
    try Bitmap(size: PixelSize(width: width, height: height), format: .gray8, fill: white)
  }

  @Test func stripWithoutCellsIsBackground() throws {
    let color = RGBColor(red: 1, green: 2, blue: 3)
    let renderer = StripRenderer(scale: 1.5, backgroundColor: color)

    let bitmap = try renderer.bitmap(of: [], viewportSize: Size(width: 3, height: 2))

    #expect(bitmap.size == PixelSize(width: 5, height: 3))
    #expect(bitmap.format == .rgbx8)
    #expect(bitmap.bytes == Array(repeatElement([1, 2, 3, 255], count: 15).joined()))
  }

  /// Every position of a small image in and around a small strip: inside, across each edge,
  /// outside.
  @Test func pictureIsCutAtTheEdges() throws {
    let renderer = StripRenderer(scale: 1, backgroundColor: gray)
    let picture = try Bitmap.make(PixelSize(width: 2, height: 3), .rgbx8) { UInt8($0) }
    try withEvery("x", in: -4...5) { x in
      try withEvery("y", in: -4...5) { y in
        let frame = rect(Double(x), Double(y), 2, 3)
        let bitmap = try renderer.bitmap(
          of: [cell(frame, picture)], viewportSize: Size(width: 4, height: 3))
        let oracle = ReferenceRenderer(background: gray, size: bitmap.size)
        let place = PixelRect(x: x, y: y, size: picture.size)
        expectEqual(
          bitmap, oracle, [.init(rect: place, picture: picture, alpha: 1, zIndex: 0)], within: 0)
      }
    }
  }

  @Test(arguments: [PixelFormat.gray8, .rgbx8])
  func everyOpacityBlends(format: PixelFormat) throws {
    let renderer = StripRenderer(scale: 1, backgroundColor: RGBColor(red: 250, green: 3, blue: 99))
    let picture = try Bitmap.make(PixelSize(width: 8, height: 8), format) { UInt8($0 & 255) }
    let place = PixelRect(x: 0, y: 0, size: picture.size)
    try withEvery("alpha", in: [-1, 0, 1e-9, 0.001, 0.25, 0.5, 0.75, 0.999, 1, 2]) { alpha in
      let bitmap = try renderer.bitmap(
        of: [cell(rect(0, 0, 8, 8), picture, alpha: alpha)],
        viewportSize: Size(width: 8, height: 8))
      let oracle = ReferenceRenderer(background: renderer.backgroundColor, size: bitmap.size)
      let cells = [ReferenceRenderer.Cell(rect: place, picture: picture, alpha: alpha, zIndex: 0)]
      expectEqual(bitmap, oracle, cells, within: 0.51)
    }
  }

  @Test func opacityThatIsNotANumberHidesTheCell() throws {
    let renderer = StripRenderer(scale: 1, backgroundColor: gray)

    let bitmap = try renderer.bitmap(
      of: [cell(rect(0, 0, 1, 1), try plain(1, 1, white: 255), alpha: .nan)],
      viewportSize: Size(width: 1, height: 1))

    #expect(bitmap.color(x: 0, y: 0) == gray)
  }

  @Test func greaterZIndexIsDrawnAbove() throws {
    let renderer = StripRenderer(scale: 1)
    let (dark, light) = (try plain(1, 1, white: 0), try plain(1, 1, white: 255))
    let frame = rect(0, 0, 1, 1)
    try withEvery("upper", in: [-1, 0, 1]) { upper in
      let cells = [cell(frame, light, zIndex: upper), cell(frame, dark)]
      let bitmap = try renderer.bitmap(of: cells, viewportSize: Size(width: 1, height: 1))
      // Among equal z-indexes the later one is drawn above.
      #expect(bitmap.color(x: 0, y: 0).red == (upper > 0 ? 255 : 0))
    }
  }

  @Test func sameInputGivesSamePixels() throws {
    let renderer = StripRenderer(scale: 1.25)
    let cells = [cell(rect(3.3, 0, 33, 66), nil, alpha: 0.7)]
    let size = Size(width: 50, height: 66)

    #expect(
      try renderer.bitmap(of: cells, viewportSize: size)
        == renderer.bitmap(of: cells, viewportSize: size))
  }

  // MARK: - Errors

  @Test func hugeStripIsRefused() {
    let renderer = StripRenderer(scale: 2, pixelCountLimit: 1000)

    #expect(throws: StripRenderingError.limitExceeded(pixelCount: 1056, allowed: 1000)) {
      try renderer.bitmap(of: [], viewportSize: Size(width: 4, height: 66))
    }
    #expect(throws: StripRenderingError.self) {
      try StripRenderer().bitmap(of: [], viewportSize: Size(width: 1e300, height: 1e300))
    }
  }

  @Test func hugeCellIsRefused() {
    let renderer = StripRenderer(scale: 1, pixelCountLimit: 1000)

    #expect(throws: StripRenderingError.limitExceeded(pixelCount: 2000, allowed: 1000)) {
      try renderer.bitmap(
        of: [cell(rect(0, 0, 200, 10), nil)], viewportSize: Size(width: 10, height: 10))
    }
  }

  @Test(arguments: [0, -1, 0.1, .nan, .infinity])
  func viewportWithoutPixelsIsRefused(width: Double) throws {
    #expect {
      try StripRenderer(scale: 1).bitmap(of: [], viewportSize: Size(width: width, height: 66))
    } throws: { error in
      if case StripRenderingError.invalidViewport = error { true } else { false }
    }
  }

  @Test(arguments: [
    (375.0, "375.0 × 66.0 points at a scale of 1e-09 has no pixels; use a larger size or scale."),
    (.infinity, "inf × 66.0 points cannot be drawn; both sides must be finite."),
  ])
  func theReasonForNoPixelsIsNamed(width: Double, words: String) throws {
    let error = #expect(throws: StripRenderingError.self) {
      try StripRenderer(scale: 1e-9).pixelSize(of: Size(width: width, height: 66))
    }
    #expect(error?.description == "An image of " + words)
  }

  @Test func pictureOfAnotherSizeIsRefused() throws {
    let picture = try plain(2, 2, white: 0)
    let wanted = PixelSize(width: 3, height: 2)

    #expect(
      throws: StripRenderingError.pictureSizeMismatch(
        index: 0, found: picture.size, wanted: wanted)
    ) {
      try StripRenderer(scale: 1).bitmap(
        of: [cell(rect(0, 0, 3, 2), picture)], viewportSize: Size(width: 3, height: 2))
    }
  }

  @Test func cellAtInfinityIsNotDrawn() throws {
    let renderer = StripRenderer(scale: 1, backgroundColor: gray)

    let bitmap = try renderer.bitmap(
      of: [cell(rect(.infinity, 0, 3, 2), nil)], viewportSize: Size(width: 1, height: 1))

    #expect(bitmap.color(x: 0, y: 0) == gray)
  }

  @Test func scaleMustBePositive() async {
    await #expect(processExitsWith: .failure) { _ = StripRenderer(scale: 0) }
  }
}

// MARK: - Random strips

extension StripRendererTests {
  struct RandomCell: CustomStringConvertible {
    var frame: [Int]
    var alpha: Int
    var zIndex: Int
    var isGray: Bool

    var description: String { "\(frame) alpha \(alpha)/16 z \(zIndex) gray \(isGray)" }
  }

  @Test func randomStripsMatchTheReferenceRenderer() {
    checkProperty(
      seed: 2_026, runs: 150,
      generate: { generator in
        (0..<Int.random(in: 0...5, using: &generator)).map { _ in
          RandomCell(
            frame: [-30...60, -10...20, 0...40, 0...30].map { .random(in: $0, using: &generator) },
            alpha: .random(in: 0...16, using: &generator),
            zIndex: .random(in: -1...1, using: &generator), isGray: generator.chance(0.5))
        }
      },
      shrink: \.shrinks,
      check: mismatch
    )
  }

  /// Frames are in quarters of a point, so edges fall on, between and halfway between pixels.
  private func mismatch(of randomCells: [RandomCell]) throws -> String? {
    let renderer = StripRenderer(scale: 1.5, backgroundColor: gray)
    var cells: [StripItem] = []
    var referenceCells: [ReferenceRenderer.Cell] = []
    for (number, random) in randomCells.enumerated() {
      let values = random.frame.map { Double($0) / 4 }
      var cell = cell(
        rect(values[0], values[1], values[2], values[3]), nil, alpha: Double(random.alpha) / 16,
        zIndex: random.zIndex)
      let place = try renderer.pixelRect(of: cell.attributes)
      let picture = try Bitmap.make(place.size, random.isGray ? .gray8 : .rgbx8) {
        UInt8(truncatingIfNeeded: $0 &* 37 &+ number &* 91)
      }
      cell.picture = picture
      cells.append(cell)
      referenceCells.append(
        .init(rect: place, picture: picture, alpha: cell.attributes.alpha, zIndex: random.zIndex))
    }
    let bitmap = try renderer.bitmap(of: cells, viewportSize: Size(width: 12, height: 5))
    let oracle = ReferenceRenderer(background: gray, size: bitmap.size)
    // Each of the five layers rounds by at most a half.
    return difference(bitmap, oracle, referenceCells, within: 2.6)
  }

  private func difference(
    _ bitmap: Bitmap, _ oracle: ReferenceRenderer, _ cells: [ReferenceRenderer.Cell],
    within tolerance: Double
  ) -> String? {
    for y in 0..<bitmap.size.height {
      for x in 0..<bitmap.size.width {
        let color = bitmap.color(x: x, y: y)
        let found = [color.red, color.green, color.blue].map(Double.init)
        let expected = oracle.color(x: x, y: y, cells: cells)
        guard zip(found, expected).allSatisfy({ abs($0 - $1) <= tolerance }) else {
          return "(\(x), \(y)) is \(found), not \(expected)"
        }
      }
    }
    return nil
  }

  private func expectEqual(
    _ bitmap: Bitmap, _ oracle: ReferenceRenderer, _ cells: [ReferenceRenderer.Cell],
    within tolerance: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let difference = difference(bitmap, oracle, cells, within: tolerance)
    #expect(difference == nil, "\(TestTrace.current)", sourceLocation: sourceLocation)
  }
}
