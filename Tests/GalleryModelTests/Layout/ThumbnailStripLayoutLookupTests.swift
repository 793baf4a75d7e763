// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// The sizes that a layout requests.
struct ThumbnailStripLayoutLookupTests {
  private func lookups(
    itemCount: Int, position: Double, expansionRate: Double = 1
  ) throws -> [Int] {
    let layout = try ThumbnailStripLayout(viewportSize: Size(width: 375, height: 66))
    var indexes: [Int] = []
    let arrangement = try layout.arrangement(
      of: ThumbnailStripLayout.State(position: position, expansionRate: expansionRate),
      itemCount: itemCount,
      aspectRatio: { index in
        indexes.append(index)
        return 0.7
      }
    )
    // All queries are answered by the arrangement, which cannot request sizes.
    _ = arrangement.layoutAttributesForElements()
    _ = arrangement.indexOfItem(location: Point(x: 100, y: 33))
    return indexes
  }

  @Test(arguments: [10, 1_000, 1_000_000])
  func lookupsDoNotGrowWithTheStrip(itemCount: Int) throws {
    let middle = itemCount / 2

    #expect(try lookups(itemCount: itemCount, position: Double(middle)) == [middle])
    #expect(
      try lookups(itemCount: itemCount, position: Double(middle) + 0.5) == [middle, middle + 1])
    #expect(try lookups(itemCount: itemCount, position: -3) == [0])
    #expect(try lookups(itemCount: itemCount, position: 1e300) == [itemCount - 1])
  }

  @Test func onlyExpandedItemsAreLookedUp() throws {
    try withEvery("count", in: 0...5) { count in
      try withEvery("rate", in: [0, 0.5, 1]) { rate in
        try withEvery("position", in: stride(from: -1.5, through: 6.5, by: 0.25)) { position in
          let strip = StripCase(
            aspectRatios: Array(StripCase.document.prefix(count)), position: position,
            expansionRate: rate)
          let expanded = try strip.items().filter { $0.expansion > 0 }.map(\.index)

          let asked = try lookups(itemCount: count, position: position, expansionRate: rate)

          #expect(asked == expanded, "\(TestTrace.current)")
        }
      }
    }
  }

  @Test func visibleCountDoesNotGrowWithTheStrip() throws {
    let layout = try ThumbnailStripLayout(viewportSize: Size(width: 375, height: 66))

    let counts = try [100, 1_000_000, .max].map { itemCount in
      let state = try ThumbnailStripLayout.State(position: 50)
      return layout.arrangement(of: state, itemCount: itemCount, aspectRatio: { _ in 1 })
        .layoutAttributesForElements().count
    }

    #expect(counts == [9, 9, 9])
  }
}
