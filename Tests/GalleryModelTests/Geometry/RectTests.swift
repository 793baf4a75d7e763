// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

struct RectTests {
  private let rect = Rect(origin: Point(x: 10, y: 20), size: Size(width: 30, height: 40))

  @Test func edgesFollowFromOriginAndSize() {
    #expect([rect.minX, rect.minY, rect.maxX, rect.maxY] == [10, 20, 40, 60])
    #expect(rect.center == Point(x: 25, y: 40))
  }

  @Test func centerAndSizeDescribeTheSameRectangle() {
    #expect(Rect(center: rect.center, size: rect.size) == rect)
  }

  @Test func leftAndTopEdgesBelongToTheRectangle() {
    #expect(rect.contains(Point(x: 10, y: 20)))
    #expect(!rect.contains(Point(x: 40, y: 20)))
    #expect(!rect.contains(Point(x: 10, y: 60)))
    #expect(!rect.contains(Point(x: 9.9, y: 20)))
    #expect(!rect.contains(Point(x: .nan, y: 20)))
    #expect(!rect.contains(Point(x: 10, y: .nan)))
  }

  @Test func transposingTwiceChangesNothing() {
    #expect(rect.transposed.transposed == rect)
    #expect(rect.transposed.maxX == 60)
    #expect(rect.transposed.maxY == 40)
  }

  @Test func zeroHasNoExtent() {
    #expect(Rect.zero == Rect(origin: .zero, size: .zero))
    #expect(!Rect.zero.contains(.zero))
  }

  @Test func descriptionsNameCoordinatesAndSides() {
    #expect(rect.description == "(10.0, 20.0), 30.0 × 40.0")
    #expect(
      PixelRect(x: 1, y: 2, size: PixelSize(width: 3, height: 4)).description == "(1, 2), 3 × 4 px")
  }
}
