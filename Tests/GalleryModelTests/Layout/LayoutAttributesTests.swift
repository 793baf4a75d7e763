// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

struct LayoutAttributesTests {
  private let tolerance = 1e-12

  private func crop(of aspectRatio: Double?, in size: Size) -> Rect {
    LayoutAttributes(index: 0, center: .zero, size: size).crop(forAspectRatio: aspectRatio)
  }

  @Test func frameFollowsFromCenterAndSize() {
    let item = LayoutAttributes(
      index: 3, center: Point(x: 50, y: 33), size: Size(width: 20, height: 66))

    #expect(item.frame == Rect(origin: Point(x: 40, y: 0), size: item.size))
    #expect(item.alpha == 1 && item.expansion == 0 && item.zIndex == 0)
  }

  static let crops: [(Double, [Double])] = [
    (0.5, [0, 0, 1, 1]), (1, [0.25, 0, 0.5, 1]), (2, [0.375, 0, 0.25, 1]),
    (0.25, [0, 0.25, 1, 0.5]), (0.125, [0, 0.375, 1, 0.25]),
    (1e9, [0.5 - 0.25e-9, 0, 0.5e-9, 1]), (1e-9, [0, 0.5 - 1e-9, 1, 2e-9]),
  ]

  @Test(arguments: crops)
  func pageFillsTheItem(aspectRatio: Double, expected: [Double]) {
    let rect = crop(of: aspectRatio, in: Size(width: 33, height: 66))

    let numbers = [rect.minX, rect.minY, rect.size.width, rect.size.height]
    #expect(numbers.isApproximately(expected, tolerance: tolerance))
  }

  @Test(arguments: [nil, .nan, .infinity, 0, -1] as [Double?])
  func pageOfUnknownShapeIsNotCut(aspectRatio: Double?) {
    let whole = Rect(origin: .zero, size: Size(width: 1, height: 1))

    #expect(crop(of: aspectRatio, in: Size(width: 33, height: 66)) == whole)
    #expect(crop(of: 1, in: .zero) == whole)
  }

  @Test func cropHasTheShapeOfTheItem() {
    withEvery("width", in: [10.0, 33, 66, 330]) { width in
      withEvery("ratio", in: [0.2, 0.5, 0.7071, 1, 1.5, 5]) { ratio in
        let rect = crop(of: ratio, in: Size(width: width, height: 66))

        let shape = rect.size.width * ratio / rect.size.height
        #expect(shape.isApproximately(width / 66, tolerance: tolerance), "\(TestTrace.current)")
        #expect(rect.center == Point(x: 0.5, y: 0.5), "\(TestTrace.current)")
        #expect(max(rect.size.width, rect.size.height) == 1, "\(TestTrace.current)")
      }
    }
  }

  @Test func cropOfTheTransposeIsTheTranspose() {
    withEvery("ratio", in: [0.2, 0.3, 0.7071, 1, 5]) { ratio in
      let size = Size(width: 40, height: 66)
      let rect = crop(of: ratio, in: size).transposed
      let other = crop(of: 1 / ratio, in: size.transposed)

      #expect(
        [rect.minX, rect.minY, rect.maxX, rect.maxY].isApproximately(
          [other.minX, other.minY, other.maxX, other.maxY], tolerance: tolerance))
    }
  }

  @Test func expandedPageIsShownWhole() throws {
    try withEvery("index", in: 0..<6) { index in
      let strip = StripCase(position: Double(index))
      let items = try strip.items()

      let rect = items[index].crop(forAspectRatio: strip.aspectRatios[index])

      #expect(rect.size.width.isApproximately(1, tolerance: tolerance), "\(TestTrace.current)")
      #expect(rect.size.height.isApproximately(1, tolerance: tolerance), "\(TestTrace.current)")
    }
  }
}
