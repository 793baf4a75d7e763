// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

struct PreviewLayoutHitTestingTests {
  private func hit(
    location: Point, focus: Double, itemCount: Int = 6, size: Size = Size(width: 375, height: 601)
  ) throws -> Int? {
    try PreviewLayout(viewportSize: size).arrangement(focus: focus, itemCount: itemCount)
      .indexOfItem(location: location)
  }

  @Test(
    arguments: [
      (0, 3), (165.4, 3), (165.5, nil), (187.5, nil), (209.4, nil), (209.5, 4), (374.9, 4),
      (375, nil), (-0.1, nil), (.nan, nil), (.infinity, nil), (-.infinity, nil),
    ] as [(Double, Int?)])
  func pointFindsItsPageAndNothingInTheGap(x: Double, index: Int?) throws {
    // Page 3 ends at 187.5 - 22 and page 4 starts at 187.5 + 22.
    #expect(try hit(location: Point(x: x, y: 300), focus: 3.5) == index)
  }

  @Test(
    arguments: [
      (0, 2), (600.9, 2), (601, nil), (-0.1, nil), (.nan, nil), (.infinity, nil),
    ] as [(Double, Int?)])
  func pointAboveAndBelowFindsNothing(y: Double, index: Int?) throws {
    #expect(try hit(location: Point(x: 187.5, y: y), focus: 2) == index)
  }

  @Test func pointFindsNothingWherePagesAreMissing() throws {
    let point = Point(x: 10, y: 10)

    #expect(try hit(location: point, focus: 0, itemCount: 0) == nil)
    #expect(try hit(location: point, focus: -0.5) == nil)
    #expect(try hit(location: point, focus: 1, itemCount: 1) == nil)
    #expect(try hit(location: .zero, focus: 0, size: .zero) == nil)
    #expect(try hit(location: .zero, focus: 0, size: Size(width: 375, height: 0)) == nil)
  }

  @Test func everyVisiblePageIsFound() throws {
    try withEvery("axis", in: Axis.allCases) { axis in
      try withEvery("direction", in: LayoutDirection.allCases) { direction in
        try withEvery("focus", in: stride(from: -0.5, through: 3.5, by: 0.25)) { focus in
          let configuration = try PreviewLayout.Configuration(
            axis: axis, layoutDirection: direction)
          let arrangement = try PreviewLayout(
            configuration: configuration, viewportSize: Size(width: 375, height: 601)
          ).arrangement(focus: focus, itemCount: 4)
          let pages = arrangement.layoutAttributesForElements()

          // The point of the viewport nearest to the center of the page.
          let hits = pages.map {
            arrangement.indexOfItem(
              location: Point(
                x: min(374.9, max(0, $0.center.x)), y: min(600.9, max(0, $0.center.y))))
          }

          #expect(hits == pages.map(\.index), "\(TestTrace.current)")
          #expect(!pages.isEmpty, "\(TestTrace.current)")
        }
      }
    }
  }
}
