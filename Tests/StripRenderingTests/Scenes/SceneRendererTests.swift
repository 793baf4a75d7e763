// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageImaging
import StripRendering
import Testing

/// Items of a scene, pixel by pixel.
struct SceneRendererTests {
  private static let canvas = Size(width: 40, height: 40)
  private let renderer = SceneRenderer(backgroundColor: RGBColor(white: 200))

  private func picture(_ wanted: PageImageRequest) -> Bitmap? {
    try? Bitmap.make(wanted.size, .rgbx8) { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 64) }
  }

  private func item(_ rotation: Double, alpha: Double = 1) -> SceneItem {
    SceneItem(
      .page(1, size: Size(width: 20, height: 10)),
      picture: Rect(origin: Point(x: 10, y: 15), size: Size(width: 20, height: 10)),
      rotation: rotation, alpha: alpha)
  }

  @Test func pictureOnWholePixelsIsUnchanged() throws {
    let bitmap = try renderer.bitmap(of: [item(0)], canvasSize: Self.canvas, picture: picture)
    let wanted = PageImageRequest(
      page: 1, contentVersion: nil, size: PixelSize(width: 20, height: 10))
    let page = try #require(picture(wanted))

    for y in 0..<40 {
      for x in 0..<40 {
        let isInside = (10..<30).contains(x) && (15..<25).contains(y)
        let expected =
          isInside ? page.color(x: x - 10, y: y - 15) : RGBColor(white: 200)
        #expect(bitmap.color(x: x, y: y) == expected)
      }
    }
  }

  /// A quarter turn clockwise: the left edge becomes the upper one.
  @Test func quarterTurnTransposesAPlainArea() throws {
    let area = SceneItem(
      .color(RGBColor(red: 9, green: 8, blue: 7)),
      picture: Rect(origin: Point(x: 10, y: 15), size: Size(width: 20, height: 10)),
      rotation: Double.pi / 2)
    let bitmap = try renderer.bitmap(of: [area], canvasSize: Self.canvas, picture: picture)

    for y in 0..<40 {
      for x in 0..<40 {
        let isInside = (15..<25).contains(x) && (10..<30).contains(y)
        #expect(
          bitmap.color(x: x, y: y)
            == (isInside ? RGBColor(red: 9, green: 8, blue: 7) : RGBColor(white: 200)))
      }
    }
  }

  @Test func quarterTurnsClockwise() throws {
    let bitmap = try renderer.bitmap(
      of: [item(Double.pi / 2)], canvasSize: Self.canvas,
      picture: { wanted in
        // Dark on the left, bright on the right.
        try? Bitmap.make(wanted.size, .rgbx8) { $0 / 4 % wanted.size.width < 10 ? 0 : 255 }
      })
    #expect(bitmap.color(x: 20, y: 12) == RGBColor(white: 0))
    #expect(bitmap.color(x: 20, y: 27) == RGBColor(white: 255))
  }

  @Test func rotatedAreaCoversItsArea() throws {
    let area = SceneItem(
      .color(RGBColor(white: 0)),
      picture: Rect(origin: Point(x: 10, y: 15), size: Size(width: 20, height: 10)),
      rotation: 0.4)
    let bitmap = try renderer.bitmap(of: [area], canvasSize: Self.canvas, picture: picture)
    var covered = 0.0
    for y in 0..<40 {
      for x in 0..<40 { covered += (200 - Double(bitmap.color(x: x, y: y).red)) / 200 }
    }
    #expect(covered.isApproximately(200, tolerance: 2))
  }

  @Test func opacityMixesWithWhatIsBelow() throws {
    for rotation in [0, 0.3] {
      let area = SceneItem(
        .color(RGBColor(white: 100)),
        picture: Rect(origin: Point(x: 0, y: 0), size: Size(width: 40, height: 40)),
        rotation: rotation, alpha: 0.5)
      let bitmap = try renderer.bitmap(of: [area], canvasSize: Self.canvas, picture: picture)
      #expect(bitmap.color(x: 20, y: 20) == RGBColor(white: 150))
    }
  }

  @Test func windowCutsThePictureOff() throws {
    var cut = item(0)
    cut.window = Rect(origin: Point(x: 12, y: 16), size: Size(width: 5, height: 5))
    let bitmap = try renderer.bitmap(of: [cut], canvasSize: Self.canvas, picture: picture)
    let whole = try renderer.bitmap(of: [item(0)], canvasSize: Self.canvas, picture: picture)

    for y in 0..<40 {
      for x in 0..<40 {
        let isInside = (12..<17).contains(x) && (16..<21).contains(y)
        let expected = isInside ? whole.color(x: x, y: y) : RGBColor(white: 200)
        #expect(bitmap.color(x: x, y: y) == expected)
      }
    }
  }

  @Test func itemsThatCannotBeDrawnAreLeftOut() throws {
    let rect = Rect(origin: .zero, size: Size(width: 10, height: 10))
    let items = [Double.nan, .infinity, -1, 0].flatMap { number in
      [
        SceneItem(
          .color(RGBColor(white: 0)),
          picture: Rect(origin: .zero, size: Size(width: number, height: 10))),
        SceneItem(.page(1, size: Size(width: number, height: 1)), picture: rect),
      ]
    }
    let hostile = [
      SceneItem(.color(RGBColor(white: 0)), picture: rect, rotation: .nan),
      SceneItem(.color(RGBColor(white: 0)), picture: rect, alpha: .nan),
      SceneItem(.color(RGBColor(white: 0)), picture: rect, pivot: Point(x: .infinity, y: 0)),
      SceneItem(
        .color(RGBColor(white: 0)),
        picture: Rect(origin: Point(x: 1e300, y: 0), size: Size(width: 1, height: 1))),
    ]
    let bitmap = try renderer.bitmap(
      of: items + hostile, canvasSize: Self.canvas, picture: picture)
    #expect(
      bitmap.bytes
        == (try renderer.bitmap(of: [SceneItem](), canvasSize: Self.canvas, picture: picture)).bytes
    )
  }

  @Test func picturesOfAnotherSizeAreRefused() throws {
    #expect(throws: StripRenderingError.self) {
      try renderer.bitmap(of: [item(0)], canvasSize: Self.canvas) { _ in
        try? Bitmap(size: PixelSize(width: 3, height: 3), format: .gray8)
      }
    }
  }

  @Test func missingPagesShowAsPlaceholders() throws {
    let bitmap = try renderer.bitmap(of: [item(0.2)], canvasSize: Self.canvas) { _ in nil }
    #expect(bitmap.color(x: 20, y: 20) != RGBColor(white: 200))
  }
}
