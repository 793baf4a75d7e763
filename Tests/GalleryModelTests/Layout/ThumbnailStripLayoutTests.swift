// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Known positions and sizes.
///
/// The expected numbers have four decimals. The tolerance is half a unit of the last one, and a
/// little more for numbers that end in exactly half a unit.
struct ThumbnailStripLayoutTests {
  private let tolerance = 0.00005 + 1e-9

  struct Vector: Sendable {
    var position: Double
    var expansionRate = 1.0
    var centers: [Double]
    var widths: [Int: Double] = [:]
  }

  static let vectors = [
    Vector(
      position: 0, centers: [187.5, 242.75, 279.75, 316.75, 353.75, 390.75], widths: [0: 49.5]),
    Vector(position: 1, centers: [107.5, 187.5, 267.5, 304.5, 341.5, 378.5], widths: [1: 99]),
    Vector(
      position: 1.5, centers: [102.0829, 160.5829, 227.5, 272.9171, 309.9171, 346.9171],
      widths: [1: 66, 2: 39.8343]),
    Vector(
      position: 2.25, centers: [82.2495, 119.2495, 168.8753, 227.8757, 274.2505, 311.2505],
      widths: [2: 43.2514, 3: 46.7494]),
    Vector(position: -0.25, centers: [196.75, 252, 289, 326, 363, 400], widths: [0: 49.5]),
    Vector(
      position: 1.5, expansionRate: 0.5,
      centers: [117.0414, 164.7914, 216.75, 257.9586, 294.9586, 331.9586],
      widths: [1: 49.5, 2: 36.4171]),
    Vector(position: 1.5, expansionRate: 0, centers: [132, 169, 206, 243, 280, 317]),
  ]

  @Test(arguments: vectors)
  func itemsAreAtKnownPlaces(vector: Vector) throws {
    let strip = StripCase(position: vector.position, expansionRate: vector.expansionRate)

    let items = try strip.items()

    #expect(items.map(\.center.x).isApproximately(vector.centers, tolerance: tolerance))
    let widths = items.map { vector.widths[$0.index] ?? 33 }
    #expect(items.map(\.size.width).isApproximately(widths, tolerance: tolerance))
    #expect(items.allSatisfy { $0.center.y == 33 && $0.size.height == 66 })
  }

  @Test func lastItemStaysExpandedBeyondTheEnd() throws {
    let items = try StripCase(position: 5.4).items()

    #expect(items[5].center.x.isApproximately(172.7, tolerance: tolerance))
    #expect(items[5].size.width.isApproximately(330, tolerance: tolerance))
    #expect(items[5].expansion == 1)
    #expect(items[4].center.x.isApproximately(-22.8, tolerance: tolerance))
    #expect(items[4].expansion == 0)
  }

  @Test(arguments: [
    (0.2, 13.2), (0.5, 33), (0.7071, 46.6686), (0.75, 49.5), (1, 66), (1.3333, 87.9978), (1.5, 99),
    (5, 330), (20, 330), (1e-9, 13.2), (1e9, 330),
  ])
  func expandedWidthFollowsTheAspectRatio(aspectRatio: Double, width: Double) throws {
    let configuration = ThumbnailStripLayout.Configuration.default

    let size = configuration.expandedSize(forAspectRatio: aspectRatio)

    #expect(size.width.isApproximately(width, tolerance: tolerance))
    #expect(size.height == 66)
    let strip = try StripCase(aspectRatios: [aspectRatio, nil]).items()
    let extraLength = 2 * (strip[1].center.x - strip[0].center.x - configuration.pitch)
    #expect(extraLength.isApproximately(width - 33 + 20, tolerance: tolerance))
  }

  @Test(arguments: [nil, .nan, .infinity, -.infinity, 0, -1, -0.0] as [Double?])
  func pageOfUnknownSizeExpandsToTheCollapsedSize(aspectRatio: Double?) throws {
    try withEvery("axis", in: Axis.allCases) { axis in
      let strip = StripCase(aspectRatios: [aspectRatio], axis: axis)

      let items = try strip.items()

      #expect(try items[0].size == strip.layout().configuration.collapsedSize)
      #expect(items[0].expansion == 1)
    }
  }

  @Test func visibleItemsComeInAscendingOrder() throws {
    let strip = StripCase(position: 1)

    let items = try strip.arrangement().layoutAttributesForElements()

    #expect(items.map(\.index) == [0, 1, 2, 3, 4, 5])
    #expect(items.allSatisfy { $0.alpha == 1 && $0.zIndex == 0 })
  }

  @Test func itemThatOnlyTouchesTheViewportIsNotVisible() throws {
    // Without expansion the items end at 0 ± 16.5, 37 ± 16.5 and so on from the center.
    let touching = StripCase(expansionRate: 0, viewportLength: 2 * (37 - 16.5))
    var longer = touching
    longer.viewportLength += 0.5

    #expect(try touching.arrangement().visibleRange == 0..<1)
    #expect(try longer.arrangement().visibleRange == 0..<2)
  }

  @Test func overscanAddsItemsAtBothEnds() throws {
    var strip = StripCase(aspectRatios: Array(repeating: nil, count: 100), position: 50)
    strip.expansionRate = 0
    let plain = try strip.arrangement().visibleRange
    strip.overscan = 37

    let range = try strip.arrangement().visibleRange

    #expect(range == plain.lowerBound - 1..<plain.upperBound + 1)
  }

  @Test func appendingKeepsTheStorage() throws {
    let arrangement = try StripCase(position: 1).arrangement()
    var elements: [LayoutAttributes] = []
    elements.reserveCapacity(32)
    let capacity = elements.capacity

    for _ in 0..<3 {
      elements.removeAll(keepingCapacity: true)
      arrangement.appendLayoutAttributesForElements(to: &elements)
    }

    #expect(elements == arrangement.layoutAttributesForElements())
    #expect(elements.capacity == capacity)
  }

  @Test func appendingKeepsEarlierElements() throws {
    let arrangement = try StripCase(position: 1).arrangement()
    let first = arrangement.layoutAttributesForItem(at: 0)
    var elements = [first]

    arrangement.appendLayoutAttributesForElements(to: &elements)

    #expect(elements == [first] + arrangement.layoutAttributesForElements())
  }

  @Test(arguments: [
    (-7, 0), (-0.5, 0), (0.49, 0), (0.5, 1), (2.5, 3), (2.4999, 2), (5, 5), (9, 5), (1e300, 5),
  ])
  func focusedItemIsTheNearest(position: Double, index: Int) throws {
    #expect(try StripCase(position: position).arrangement().focusedIndex == index)
  }

  @Test func restingStateHasItsItemInTheCenter() throws {
    let strip = StripCase()
    try withEvery("index", in: 0..<strip.itemCount) { index in
      let arrangement = try strip.layout().arrangement(
        of: ThumbnailStripLayout.State(restingAt: index),
        itemCount: strip.itemCount,
        aspectRatio: { strip.aspectRatios[$0] }
      )

      #expect(arrangement.focusedIndex == index, "\(TestTrace.current)")
      #expect(arrangement.layoutAttributesForItem(at: index).center.x == 187.5)
      #expect(arrangement.layoutAttributesForItem(at: index).expansion == 1)
    }
  }

  @Test(arguments: [(1, 308), (1.5, 281.8343), (2.0, 255.6686), (-4, 258.5)])
  func totalLengthCountsPitchesAndExpansion(position: Double, length: Double) throws {
    let arrangement = try StripCase(position: position).arrangement()

    #expect(arrangement.totalLength.isApproximately(length, tolerance: tolerance))
  }

  @Test func contentSizeLetsTheLastItemReachTheCenter() throws {
    let layout = try StripCase().layout()

    #expect(layout.contentSize(itemCount: 0) == .zero)
    #expect(layout.contentSize(itemCount: 1) == Size(width: 375, height: 66))
    #expect(layout.contentSize(itemCount: 6) == Size(width: 375 + 5 * 37, height: 66))
    #expect(layout.contentOffset(forPosition: 5) == 5 * 37)
    #expect(layout.contentOffset(forPosition: -0.5) == -18.5)
  }
}
