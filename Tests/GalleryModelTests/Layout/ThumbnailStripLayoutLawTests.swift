// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Invariants of every strip, checked for all small ones.
struct ThumbnailStripLayoutLawTests {
  private let tolerance = 1e-9

  /// Calls a body with all strips of up to five items on a grid of positions and rates.
  private func withEveryStrip(_ body: (StripCase) throws -> Void) rethrows {
    try withEvery("count", in: 0...5) { count in
      try withEvery("axis", in: Axis.allCases) { axis in
        try withEvery("direction", in: LayoutDirection.allCases) { direction in
          try withEvery("rate", in: [0, 0.5, 1]) { rate in
            try withEvery("position", in: stride(from: -1.5, through: 6.5, by: 0.25)) { position in
              let strip = StripCase(
                aspectRatios: Array(StripCase.document.prefix(count)), position: position,
                expansionRate: rate, axis: axis, layoutDirection: direction)
              try body(strip)
            }
          }
        }
      }
    }
  }

  /// The items of a strip as left to right and horizontal, whatever its axis and direction.
  private func alongAxis(_ strip: StripCase) throws -> [(center: Double, length: Double)] {
    try strip.items().map { item in
      var center = item.center.coordinate(along: strip.axis)
      if strip.axis == .horizontal, strip.layoutDirection == .rightToLeft {
        center = strip.viewportLength - center
      }
      return (center, item.size.length(along: strip.axis))
    }
  }

  @Test func smallStripsEqualTheDefinition() throws {
    try withEveryStrip { strip in
      let oracle = StripOracle(strip)
      let indexes = 0..<strip.itemCount

      let items = try alongAxis(strip)
      let expansions = try strip.items().map(\.expansion)

      let centers = indexes.map { oracle.center($0) + 187.5 }
      #expect(
        items.map(\.center).isApproximately(centers, tolerance: tolerance), "\(TestTrace.current)")
      #expect(
        items.map(\.length).isApproximately(indexes.map(oracle.width), tolerance: tolerance),
        "\(TestTrace.current)")
      #expect(
        expansions.isApproximately(indexes.map(oracle.expansion), tolerance: tolerance),
        "\(TestTrace.current)")
    }
  }

  @Test func gapsAreTheSpacingPlusHalfTheMargins() throws {
    try withEveryStrip { strip in
      let items = try alongAxis(strip)
      let expansions = try strip.items().map(\.expansion)

      for (index, (item, next)) in zip(items, items.dropFirst()).enumerated() {
        let gap = next.center - next.length / 2 - (item.center + item.length / 2)
        let expected = 4 + 10 * (expansions[index] + expansions[index + 1])
        #expect(gap.isApproximately(expected, tolerance: tolerance), "\(TestTrace.current)")
        #expect(gap >= 4 - tolerance, "\(TestTrace.current)")
        #expect(item.center < next.center, "\(TestTrace.current)")
      }
    }
  }

  @Test func rightToLeftIsTheExactMirror() throws {
    try withEveryStrip { strip in
      guard strip.axis == .horizontal, strip.layoutDirection == .leftToRight else { return }
      var mirrored = strip
      mirrored.layoutDirection = .rightToLeft

      let expected = try strip.arrangement().layoutAttributesForElements().map { item in
        var item = item
        item.center.x = 375 - item.center.x
        return item
      }

      #expect(
        try mirrored.arrangement().layoutAttributesForElements() == expected,
        "\(TestTrace.current)")
    }
  }

  @Test func verticalIsTheExactTranspose() throws {
    try withEveryStrip { strip in
      guard strip.axis == .vertical else { return }
      var turned = strip
      turned.axis = .horizontal
      turned.layoutDirection = .leftToRight
      turned.aspectRatios = strip.aspectRatios.map { $0.map { 1 / $0 } }

      let expected = try turned.arrangement().layoutAttributesForElements().map { item in
        var item = item
        item.center = item.center.transposed
        item.size = item.size.transposed
        return item
      }

      #expect(
        try strip.arrangement().layoutAttributesForElements() == expected, "\(TestTrace.current)")
    }
  }

  @Test func scalingAllLengthsScalesTheResult() throws {
    try withEveryStrip { strip in
      var doubled = strip
      doubled.unit = 2

      let items = try strip.items()
      let doubledItems = try doubled.items()

      // Doubling is exact, so the bits must be equal.
      for (item, twice) in zip(items, doubledItems) {
        #expect(twice.center.x == 2 * item.center.x && twice.center.y == 2 * item.center.y)
        #expect(twice.size.width == 2 * item.size.width)
        #expect(twice.size.height == 2 * item.size.height)
      }
      #expect(try doubled.arrangement().visibleRange == strip.arrangement().visibleRange)
    }
  }

  @Test func centersMoveLinearlyBetweenItems() throws {
    try withEvery("item", in: 0..<5) { start in
      let before = try StripCase(position: Double(start)).items().map(\.center.x)
      let after = try StripCase(position: Double(start) + 1).items().map(\.center.x)
      try withEvery("share", in: [0.25, 0.5, 0.75]) { share in
        let between = try StripCase(position: Double(start) + share).items().map(\.center.x)

        let expected = zip(before, after).map { $0 * (1 - share) + $1 * share }
        #expect(between.isApproximately(expected, tolerance: tolerance), "\(TestTrace.current)")
      }
    }
  }

  @Test func gapsAtRestAndHalfwayAreKnown() throws {
    let resting = try StripCase(position: 1).items().map(\.frame)
    let halfway = try StripCase(position: 1.5).items().map(\.frame)

    #expect((resting[1].minX - resting[0].maxX).isApproximately(14, tolerance: tolerance))
    #expect((resting[2].minX - resting[1].maxX).isApproximately(14, tolerance: tolerance))
    #expect((resting[3].minX - resting[2].maxX).isApproximately(4, tolerance: tolerance))
    #expect((halfway[1].minX - halfway[0].maxX).isApproximately(9, tolerance: tolerance))
    #expect((halfway[2].minX - halfway[1].maxX).isApproximately(14, tolerance: tolerance))
    #expect((halfway[3].minX - halfway[2].maxX).isApproximately(9, tolerance: tolerance))
  }
}
