// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageImaging
import StripRendering
import Testing

struct FrameRendererStripTests {
  private static func scene(_ ratios: [Double], scale: Double = 2) throws -> FrameScene {
    try FrameScene(
      ratios, preview: .zero, strip: Size(width: 132, height: 66), scale: scale)
  }

  @Test func openThumbnailShowsAllOfItsPage() throws {
    let scene = try Self.scene([1, 1])

    let bitmap = try scene.bitmap(of: scene.frame)

    let size = PixelSize(width: 132, height: 132)
    let picture = try #require(
      FrameScene.picture(
        PageImageRequest(page: PageID(rawValue: 0), contentVersion: nil, size: size)))
    #expect(bitmap.size == PixelSize(width: 264, height: 132))
    for (x, y) in [(66, 0), (66, 131), (197, 0), (197, 131), (100, 77)] {
      #expect(bitmap.red(x, y) == picture.red(x - 66, y))
    }
    #expect(bitmap.red(65, 50) == 200 && bitmap.red(198, 50) == 200)
  }

  @Test func closedThumbnailShowsTheMiddleOfItsPage() throws {
    let scene = try Self.scene([1, 1])

    let bitmap = try scene.bitmap(of: scene.frame)

    // Beside the open thumbnail: a gap of 14 points.
    let size = PixelSize(width: 132, height: 132)
    let picture = try #require(
      FrameScene.picture(
        PageImageRequest(page: PageID(rawValue: 1), contentVersion: nil, size: size)))
    #expect(bitmap.red(225, 50) == 200)
    for x in 226..<264 { #expect(bitmap.red(x, 50) == picture.red(x - 226 + 33, 50)) }
  }

  @Test(arguments: [(0.5, 1), (0.7071, 1), (1.5, 1), (5, 1), (0.3, 4)])
  func fewPicturesServeAThumbnailThatOpens(ratio: Double, mostSizes: Int) throws {
    var scene = try Self.scene([ratio, ratio, ratio], scale: 1)
    var sizes: Set<PixelSize> = []
    scene.session.beginDrag(.strip, at: .zero)

    for step in 0...40 {
      try scene.session.drag(translation: -Double(step), at: .milliseconds(step))
      _ = try scene.bitmap(of: scene.session.frame(at: .milliseconds(step))) {
        sizes.insert($0.size)
        return FrameScene.plain(1)($0)
      }
    }

    #expect((1...mostSizes).contains(sizes.count))
  }

  @Test func pageOfExtremeShapeNeedsNoHugePicture() throws {
    let scene = try Self.scene([1e7, 1e-7, 1])

    _ = try scene.bitmap(of: scene.frame) {
      #expect($0.size.pixelCount < 1 << 20)
      return FrameScene.plain(1)($0)
    }
  }

  @Test func motionIsEven() throws {
    // A page of one white column on black, moved in steps of a tenth of a pixel.
    let scene = try FrameScene([1], preview: Size(width: 40, height: 40))
    let middles = try (0..<30).map { step in
      var frame = scene.frame
      frame.preview[0].center.x += Double(step) / 10
      let bitmap = try scene.bitmap(of: frame) { wanted in
        try? Bitmap.make(wanted.size, .gray8) { (15..<20).contains($0 % 40) ? 255 : 0 }
      }
      let row = bitmap.reds(row: 20).dropFirst(5).enumerated()
      let weights = row.map { Double($0.element) * Double($0.offset) }.reduce(0, +)
      return weights / row.map { Double($0.element) }.reduce(0, +)
    }

    for (middle, next) in zip(middles, middles.dropFirst()) {
      #expect((next - middle).isApproximately(0.1, tolerance: 0.04))
    }
  }
}
