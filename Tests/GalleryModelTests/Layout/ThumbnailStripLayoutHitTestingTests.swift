// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

struct ThumbnailStripLayoutHitTestingTests {
  // At position 1: page 0 covers 91...124, page 1 138...237, page 2 251...284, page 5 362...395.
  static let hits: [(Double, Int?)] = [
    (90.9, nil), (91, 0), (123.9, 0), (130.9, 0), (131, 1), (137.9, 1), (138, 1), (187.5, 1),
    (236.9, 1), (243.9, 1), (244, 2), (251, 2), (394.9, 5), (395, nil), (-1e300, nil),
    (1e300, nil),
  ]

  @Test(arguments: hits)
  func pointFindsItsItemOrTheNearest(x: Double, index: Int?) throws {
    let arrangement = try StripCase(position: 1).arrangement()

    #expect(arrangement.indexOfItem(location: Point(x: x, y: 33)) == index)
  }

  @Test func pointBesideTheStripFindsNothing() throws {
    let layout = try ThumbnailStripLayout(viewportSize: Size(width: 375, height: 100))
    let arrangement = layout.arrangement(
      of: ThumbnailStripLayout.State(restingAt: 0), itemCount: 1, aspectRatio: { _ in 1 })

    let hits = [16.9, 17, 50, 82.9, 83].map { y in
      arrangement.indexOfItem(location: Point(x: 187.5, y: y))
    }

    #expect(hits == [nil, 0, 0, 0, nil])
  }

  @Test func centerOfEveryItemFindsIt() throws {
    try withEvery("axis", in: Axis.allCases) { axis in
      try withEvery("direction", in: LayoutDirection.allCases) { direction in
        try withEvery("position", in: stride(from: -2, through: 7, by: 0.25)) { position in
          let strip = StripCase(position: position, axis: axis, layoutDirection: direction)
          let arrangement = try strip.arrangement()

          let hits = try strip.items().map { arrangement.indexOfItem(location: $0.center) }

          #expect(hits == Array(0..<strip.itemCount), "\(TestTrace.current)")
        }
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func pointThatIsNotFiniteFindsNothing(number: Double) throws {
    let arrangement = try StripCase(position: 1).arrangement()

    #expect(arrangement.indexOfItem(location: Point(x: number, y: 33)) == nil)
    #expect(arrangement.indexOfItem(location: Point(x: 187.5, y: number)) == nil)
  }

  @Test func wideGapBelongsToTheNearerItem() throws {
    // The gap beside the open item is 4 + 1000/2, many times the pitch.
    let configuration = try ThumbnailStripLayout.Configuration(expandedMargin: 1000)
    let layout = try ThumbnailStripLayout(
      configuration: configuration, viewportSize: Size(width: 375, height: 66))
    let arrangement = layout.arrangement(
      of: ThumbnailStripLayout.State(restingAt: 50), itemCount: 100, aspectRatio: { _ in 0.5 })

    // Page 50 ends at 187.5 + 16.5 = 204, page 51 starts at 708: the midpoint is 456.
    let hits = [455.9, 456, 707].map { arrangement.indexOfItem(location: Point(x: $0, y: 33)) }

    #expect(hits == [50, 51, 51])
  }
}
