// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Random strips against the definition.
///
/// A failure prints the seed and a simplified strip.
struct ThumbnailStripLayoutRandomTests {
  private let tolerance = 1e-9

  private func check(
    seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation,
    _ property: (StripCase) throws -> String?
  ) {
    checkProperty(
      seed: seed, runs: 150, generate: StripCase.random(using:), shrink: \.shrinks,
      check: property, sourceLocation: sourceLocation)
  }

  @Test func closedFormEqualsTheDefinition() {
    check(seed: 1_000) { strip in
      let oracle = StripOracle(strip)
      for item in try strip.items() {
        let along = item.center.coordinate(along: strip.axis)
        let isMirrored = strip.axis == .horizontal && strip.layoutDirection == .rightToLeft
        let offset = (along - strip.viewportLength / 2) * (isMirrored ? -1 : 1)
        let matches =
          offset.isApproximately(oracle.center(item.index), tolerance: tolerance)
          && item.size.length(along: strip.axis)
            .isApproximately(oracle.width(item.index), tolerance: tolerance)
          && item.expansion.isApproximately(oracle.expansion(item.index), tolerance: tolerance)
        guard matches else { return "item \(item.index) differs from the definition" }
      }
      return nil
    }
  }

  @Test func visibleItemsEqualTheFilteredStrip() {
    check(seed: 2_000) { strip in
      let oracle = StripOracle(strip)
      let reach = strip.viewportLength / 2 + strip.overscan
      let visible = try strip.arrangement().layoutAttributesForElements()
      let indexes = Set(visible.map(\.index))
      for index in 0..<strip.itemCount where strip.viewportLength > 0 {
        let overlap = oracle.overlap(index, reach: reach)
        // Within the tolerance both answers are correct.
        guard abs(overlap) > tolerance, (overlap > 0) != indexes.contains(index) else { continue }
        return "item \(index) overlaps by \(overlap) but visible are \(indexes.sorted())"
      }
      let expected = try strip.items().filter { indexes.contains($0.index) }
      return visible == expected ? nil : "visible items are not those of the single queries"
    }
  }

  @Test func itemsAreFiniteOrderedAndApart() {
    check(seed: 3_000) { strip in
      var strip = strip
      strip.layoutDirection = .leftToRight
      let items = try strip.items()
      for item in items {
        let numbers = [item.center.x, item.center.y, item.size.width, item.size.height]
        guard numbers.allSatisfy(\.isFinite), item.size.width >= 0, item.size.height >= 0,
          (0...1).contains(item.expansion), (0...1).contains(item.alpha)
        else { return "item \(item.index) has a bad number" }
      }
      for (item, next) in zip(items, items.dropFirst()) {
        let distance =
          next.center.coordinate(along: strip.axis) - item.center.coordinate(along: strip.axis)
        let lengths = item.size.length(along: strip.axis) + next.size.length(along: strip.axis)
        let gap = distance - lengths / 2
        guard gap >= 4 - tolerance else { return "gap \(gap) after item \(item.index)" }
      }
      return nil
    }
  }

  @Test func hitTestFindsTheNearestItem() {
    check(seed: 4_000) { strip in
      let arrangement = try strip.arrangement()
      let items = try strip.items()
      let length = strip.viewportLength
      for main in stride(from: -length, through: 2 * length + 1, by: 7.3) where length > 0 {
        let point = strip.axis == .horizontal ? Point(x: main, y: 30) : Point(x: 30, y: main)
        let distances = items.map { item in
          abs(item.center.coordinate(along: strip.axis) - main)
            - item.size.length(along: strip.axis) / 2
        }
        let hit = arrangement.indexOfItem(location: point)
        guard let nearest = distances.min() else { return hit == nil ? nil : "hit nothing" }
        if let hit, distances[hit] > max(nearest, 0) + tolerance { return "\(hit) at \(main)" }
        let isInside = nearest < -tolerance
        if hit == nil, isInside { return "no item at \(main)" }
      }
      return nil
    }
  }
}
