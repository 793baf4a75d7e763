// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageImaging
import StripRendering
import Testing

/// The guarantees of rounding edges, at any number of pixels per point.
struct StripRendererSnappingTests {
  static let scales = [1, 1.25, 1.5, 2, 3]

  private func attributes(_ left: Double, _ width: Double) -> LayoutAttributes {
    LayoutAttributes(
      index: 0, center: Point(x: left + width / 2, y: 33), size: Size(width: width, height: 66))
  }

  @Test(arguments: scales)
  func cellsOfAStripNeverOverlap(scale: Double) throws {
    let renderer = StripRenderer(scale: scale)
    let layout = try ThumbnailStripLayout(viewportSize: Size(width: 375, height: 66))
    let ratios = [0.75, 1.5, 0.7071, 1.3333, 0.2, 5]
    for step in -10...60 {
      let state = try ThumbnailStripLayout.State(position: Double(step) / 10)
      let cells = layout.arrangement(
        of: state, itemCount: ratios.count, aspectRatio: { ratios[$0] }
      ).layoutAttributesForElements()
      let rects = try cells.map(renderer.pixelRect)
      for (left, right) in zip(rects, rects.dropFirst()) {
        #expect(left.maxX <= right.x, "position \(Double(step) / 10)")
      }
    }
  }

  /// Tiles that share edges in points share them in pixels: no gap, no overlap.
  @Test(arguments: scales)
  func tilesCoverEveryPixelOnce(scale: Double) throws {
    let renderer = StripRenderer(scale: scale)
    try withEvery("width", in: [0.3, 0.5, 1, 1.7, 3.25]) { width in
      let rects = try (0..<20).map { index in
        try renderer.pixelRect(of: attributes(Double(index) * width, width))
      }
      for (left, right) in zip(rects, rects.dropFirst()) where !right.size.isEmpty {
        #expect(left.x + left.size.width == right.x, "\(TestTrace.current)")
      }
    }
  }

  /// Gaps of equal length differ by at most a pixel.
  @Test(arguments: scales)
  func gapsLookEven(scale: Double) throws {
    let renderer = StripRenderer(scale: scale)
    let rects = try (0..<40).map { try renderer.pixelRect(of: attributes(Double($0) * 37, 33)) }
    let gaps = zip(rects, rects.dropFirst()).map { $1.x - $0.maxX }
    let (least, most) = (gaps.min() ?? 0, gaps.max() ?? 0)
    #expect(most - least <= 1)
    #expect(abs(Double(least) - 4 * scale) <= 1)
  }

  /// Moving a cell by whole pixels moves its pixels and changes nothing else.
  @Test(arguments: scales)
  func wholePixelsMoveTheCell(scale: Double) throws {
    let renderer = StripRenderer(scale: scale)
    for left in stride(from: 0, to: 2, by: 0.125) {
      let home = try renderer.pixelRect(of: attributes(left, 33))
      for pixels in [1, 2, 30] {
        let moved = try renderer.pixelRect(of: attributes(left + Double(pixels) / scale, 33))
        // The distance itself is rounded, so an edge close to halfway may fall on either side.
        #expect(abs(moved.x - home.x - pixels) <= 1)
      }
    }
  }

  /// Twice the scale and half the frame give the same rectangle.
  @Test func scaleAndLengthAreInterchangeable() throws {
    for left in stride(from: -5, to: 5, by: 0.25) {
      let coarse = LayoutAttributes(
        index: 0, center: Point(x: left, y: 8), size: Size(width: 8, height: 16))
      let fine = LayoutAttributes(
        index: 0, center: Point(x: left / 2, y: 4), size: Size(width: 4, height: 8))
      #expect(
        try StripRenderer(scale: 1).pixelRect(of: coarse)
          == StripRenderer(scale: 2).pixelRect(of: fine))
    }
  }
}

extension PixelSize {
  fileprivate var isEmpty: Bool { width <= 0 || height <= 0 }
}
