// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageImaging
import StripRendering
import Testing

struct PlaceholderDrawingTests {
  private let style = PlaceholderStyle.default

  private func picture(width: Double, height: Double, scale: Double = 1) throws -> Bitmap {
    let size = Size(width: width, height: height)
    let attributes = LayoutAttributes(
      index: 0, center: Point(x: width / 2, y: height / 2), size: size)
    return try StripRenderer(scale: scale).bitmap(
      of: [StripItem(attributes: attributes, picture: nil)], viewportSize: size)
  }

  private func colors(of bitmap: Bitmap) -> Set<RGBColor> {
    var colors: Set<RGBColor> = []
    for y in 0..<bitmap.size.height {
      for x in 0..<bitmap.size.width { colors.insert(bitmap.color(x: x, y: y)) }
    }
    return colors
  }

  @Test func cardIsNotBackground() throws {
    let bitmap = try picture(width: 33, height: 66)

    #expect(!colors(of: bitmap).contains(StripRenderer.defaultBackgroundColor))
    #expect(bitmap.color(x: 0, y: 0) == style.cardColor)
  }

  @Test(arguments: [1, 1.5, 2, 3])
  func markIsThereAtEveryScale(scale: Double) throws {
    #expect(colors(of: try picture(width: 33, height: 66, scale: scale)).contains(style.markColor))
  }

  /// The mark is symmetric in its lower half, which shows only the outline and the cross.
  @Test func lowerHalfIsItsOwnMirrorImage() throws {
    let bitmap = try picture(width: 80, height: 120)

    for y in 70..<120 {
      for x in 0..<40 {
        #expect(bitmap.color(x: x, y: y) == bitmap.color(x: 79 - x, y: y), "(\(x), \(y))")
      }
    }
  }

  @Test func markKeepsInsideTheCard() throws {
    try withEvery("size", in: [(20, 66), (66, 20), (330, 66), (33, 66)]) { width, height in
      let bitmap = try picture(width: width, height: height)
      for x in 0..<bitmap.size.width {
        #expect(bitmap.color(x: x, y: 0) == style.cardColor, "\(TestTrace.current)")
        #expect(bitmap.color(x: x, y: bitmap.size.height - 1) == style.cardColor)
      }
    }
  }

  @Test func tinyCellsArePlainCards() throws {
    try withEvery("side", in: 1...7) { side in
      let bitmap = try picture(width: Double(side), height: Double(side))
      #expect(colors(of: bitmap) == [style.cardColor])
    }
  }
}
