// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import Testing

/// The example of the module's documentation, word for word.
struct DocumentationExampleTests {
  @Test func exampleDrawsTheVisiblePages() throws {
    var drawn: [(index: Int, crop: Rect, pixels: PixelRect)] = []
    func draw(_ index: Int, _ crop: Rect, _ pixels: PixelRect) {
      drawn.append((index, crop, pixels))
    }

    let layout = try ThumbnailStripLayout(viewportSize: Size(width: 375, height: 66))
    let pages = [PixelSize(width: 2480, height: 3508), PixelSize(width: 1500, height: 1000)]
    let strip = layout.arrangement(
      of: ThumbnailStripLayout.State(restingAt: 1),
      itemCount: pages.count,
      aspectRatio: { pages[$0].aspectRatio }
    )
    for item in strip.layoutAttributesForElements() {
      let pixels = PixelRect(snapping: item.frame, scale: 2)
      let crop = item.crop(forAspectRatio: pages[item.index].aspectRatio)
      draw(item.index, crop, pixels)
    }

    #expect(drawn.map(\.index) == [0, 1])
    #expect(drawn.last?.pixels == PixelRect(x: 276, y: 0, size: PixelSize(width: 198, height: 132)))
    #expect(drawn.last?.crop == Rect(origin: .zero, size: Size(width: 1, height: 1)))
  }
}
