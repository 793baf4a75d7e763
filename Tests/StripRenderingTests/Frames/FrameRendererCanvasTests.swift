// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import StripRendering
import Testing

struct FrameRendererCanvasTests {
  private static let viewport = GalleryViewport(
    preview: Size(width: 20, height: 30), strip: Size(width: 24, height: 10))

  @Test func bothSurfacesAndTheirSpacingMakeTheSize() {
    let below = FrameRenderer(surfaceSpacing: 3).size(of: Self.viewport)
    let beside = FrameRenderer(axis: .vertical, surfaceSpacing: 3).size(of: Self.viewport)
    var lonely = Self.viewport
    lonely.strip = .zero

    #expect(below == Size(width: 24, height: 46))
    #expect(beside == Size(width: 50, height: 30))
    #expect(FrameRenderer(surfaceSpacing: 3).size(of: lonely) == Size(width: 20, height: 30))
  }

  @Test func galleryStandsInTheMiddleOfALargerCanvas() throws {
    let scene = try FrameScene([1], preview: Size(width: 20, height: 20))

    let bitmap = try scene.renderer.bitmap(
      of: scene.frame, canvasSize: Size(width: 30, height: 40), picture: FrameScene.plain(7))

    #expect(
      bitmap.reds(row: 20) == Array(repeating: 150, count: 5)
        + Array(repeating: 7, count: 20) + Array(repeating: 150, count: 5))
    #expect(bitmap.reds(row: 9).allSatisfy { $0 == 150 })
  }

  @Test func sizesAreChecked() throws {
    let scene = try FrameScene([1], preview: Size(width: 20, height: 20))
    let renderer = FrameRenderer(pixelCountLimit: 399)

    #expect(throws: StripRenderingError.limitExceeded(pixelCount: 400, allowed: 399)) {
      try renderer.pixelSize(of: Size(width: 20, height: 20))
    }
    #expect(throws: StripRenderingError.limitExceeded(pixelCount: 400, allowed: 399)) {
      try renderer.bitmap(
        of: scene.frame, canvasSize: Size(width: 10, height: 10), picture: FrameScene.plain(7))
    }
    #expect(throws: StripRenderingError.invalidViewport(.zero, scale: 1)) {
      try renderer.pixelSize(of: .zero)
    }
  }

  @Test func pictureOfAnotherSizeIsRefused() throws {
    let scene = try FrameScene([1], preview: Size(width: 20, height: 20))
    let small = try Bitmap(size: PixelSize(width: 2, height: 2), format: .gray8)

    #expect(
      throws: StripRenderingError.pictureSizeMismatch(
        index: 0, found: small.size, wanted: PixelSize(width: 20, height: 20))
    ) {
      try scene.bitmap(of: scene.frame) { _ in small }
    }
  }

  @Test func misuseEndsTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = FrameRenderer(scale: 0) }
    await #expect(processExitsWith: .failure) { _ = FrameRenderer(surfaceSpacing: -1) }
    await #expect(processExitsWith: .failure) {
      _ = try FrameRenderer().placeholderPicture(size: .zero)
    }
  }
}
