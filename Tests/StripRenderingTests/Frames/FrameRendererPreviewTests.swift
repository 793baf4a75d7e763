// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageImaging
import StripRendering
import Testing

/// A page of 20 x 20 in a preview of 20 x 30: its content rectangle begins five pixels below the
/// top.
struct FrameRendererPreviewTests {
  private let scene: FrameScene
  private var frame: GalleryFrame

  init() throws {
    scene = try FrameScene([1, 1], preview: Size(width: 20, height: 30))
    frame = scene.frame
    try #require(frame.preview.count == 1)
  }

  private func picture(version: Int = 0) throws -> Bitmap {
    try #require(
      FrameScene.picture(
        PageImageRequest(
          page: PageID(rawValue: 0), contentVersion: version,
          size: PixelSize(width: 20, height: 20))))
  }

  @Test func pageAtRestFillsItsContentRectangle() throws {
    let bitmap = try scene.bitmap(of: frame)

    let picture = try picture()
    #expect(bitmap.size == PixelSize(width: 20, height: 30))
    for (x, y) in (0..<30).flatMap({ y in (0..<20).map { ($0, y) } }) {
      let expected =
        (5..<25).contains(y) ? picture.color(x: x, y: y - 5) : FrameScene.background
      #expect(bitmap.color(x: x, y: y) == expected)
    }
  }

  @Test func movedPageIsSeenThroughItsOwnWindow() throws {
    var frame = frame
    frame.preview[0].center.x -= 6
    frame.preview[0].parallaxOffset = 3

    let left = try scene.bitmap(of: frame)
    frame.preview[0].center.x += 12
    frame.preview[0].parallaxOffset = -3
    let right = try scene.bitmap(of: frame)

    let picture = try picture()
    for x in 0..<20 {
      #expect(left.red(x, 10) == (x < 14 ? picture.red(x + 3, 5) : 200))
      #expect(right.red(x, 10) == (x < 6 ? 200 : picture.red(x - 3, 5)))
    }
  }

  @Test func alphaLetsTheBackgroundThrough() throws {
    var frame = frame
    frame.preview[0].alpha = 0.5

    let bitmap = try scene.bitmap(of: frame, picture: FrameScene.plain(100))

    #expect(bitmap.red(10, 15) == 150)
    #expect(bitmap.red(10, 2) == 200)
  }

  @Test func scaledPageShrinksAroundItsMiddle() throws {
    var frame = frame
    frame.preview[0].scale = 0.5

    let bitmap = try scene.bitmap(of: frame, picture: FrameScene.plain(100))

    for (x, y) in (0..<30).flatMap({ y in (0..<20).map { ($0, y) } }) {
      let isInside = (5..<15).contains(x) && (10..<20).contains(y)
      #expect(bitmap.red(x, y) == (isInside ? 100 : 200))
    }
  }

  @Test func edgeBetweenTwoPixelsShowsBoth() throws {
    var frame = frame
    frame.preview[0].center.x += 0.25

    let bitmap = try scene.bitmap(of: frame, picture: FrameScene.plain(0))

    #expect(bitmap.reds(row: 15) == [50] + Array(repeating: 0, count: 19))
  }

  @Test func pixelsBetweenTwoSamplesLieBetweenThem() throws {
    var frame = frame
    frame.preview[0].center.x += 0.5

    let bitmap = try scene.bitmap(of: frame) { wanted in
      try? Bitmap.make(wanted.size, .gray8) { UInt8($0 % 20 * 10) }
    }

    // A cubic reproduces a linear ramp; at the ends it lacks neighbors.
    let expected: [UInt8] = (2..<18).map { UInt8($0 * 10 - 5) }
    #expect((2..<18).map { bitmap.red($0, 15) } == expected)
  }

  @Test func newPictureCoversTheReplacedOneLittleByLittle() throws {
    var frame = frame
    frame.preview[0].contentVersion = 3
    frame.preview[0].contentBlend = 0.25

    let bitmap = try scene.bitmap(of: frame) { wanted in
      FrameScene.plain(wanted.contentVersion == 3 ? 100 : 20)(wanted)
    }

    #expect(bitmap.red(10, 15) == 40)
  }

  @Test func greaterZIndexIsDrawnAbove() throws {
    var frame = frame
    frame.preview.append(frame.preview[0])
    frame.preview[1].id = PageID(rawValue: 1)
    frame.preview[1].zIndex = -1

    let bitmap = try scene.bitmap(of: frame) { FrameScene.plain(UInt8($0.page.rawValue))($0) }

    #expect(bitmap.red(10, 15) == 0)
  }

  @Test func pageWithoutAPictureHasAPlaceholder() throws {
    let bitmap = try scene.bitmap(of: frame) { _ in nil }

    #expect(bitmap.color(x: 0, y: 5) == PlaceholderStyle.default.cardColor)
    #expect(bitmap.color(x: 0, y: 4) == FrameScene.background)
  }
}
