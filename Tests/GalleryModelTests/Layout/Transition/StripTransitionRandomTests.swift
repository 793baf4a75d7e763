// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// Random changes of random strips against the definition, and invariants of all of them.
struct StripTransitionRandomTests {
  private let tolerance = 1e-9

  private func check(
    seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation,
    _ property: (EditCase) throws -> String?
  ) {
    checkProperty(
      seed: seed, runs: 600, generate: EditCase.random(using:), shrink: \.shrinks,
      check: property, sourceLocation: sourceLocation)
  }

  @Test func closedFormEqualsTheDefinition() {
    check(seed: 20_000) { edit in
      let oracle = EditOracle(edit)
      let centers = oracle.centers
      for item in try edit.items() {
        let index = item.index
        let matches =
          (item.center.x - edit.viewportLength / 2)
          .isApproximately(centers[index], tolerance: tolerance)
          && item.size.width.isApproximately(oracle.width(index), tolerance: tolerance)
          && item.size.height.isApproximately(66 * oracle.z[index], tolerance: tolerance)
          && item.alpha.isApproximately(oracle.z[index], tolerance: tolerance)
          && item.expansion.isApproximately(oracle.expansion(index), tolerance: tolerance)
          && item.zIndex == (oracle.moved.contains(index) ? 10 : 0)
        guard matches else { return "\(item) differs from \(centers[index])" }
      }
      let length = try edit.strip().totalLength
      return length.isApproximately(oracle.totalLength, tolerance: tolerance)
        ? nil : "the length is \(length)"
    }
  }

  @Test func visibleItemsEqualTheFilteredStrip() {
    check(seed: 21_000) { edit in
      let oracle = EditOracle(edit)
      let centers = oracle.centers
      let visible = try edit.strip().layoutAttributesForElements()
      let indexes = visible.map(\.index)
      guard indexes == indexes.sorted(), Set(indexes).count == indexes.count else {
        return "\(indexes) are not in order"
      }
      for index in centers.indices {
        let reach = edit.viewportLength / 2 + oracle.width(index) / 2
        let overlap = reach - abs(centers[index])
        // Within the tolerance both answers are correct.
        guard abs(overlap) > tolerance || oracle.z[index] == 0 else { continue }
        guard (overlap > 0 && oracle.z[index] > 0) != indexes.contains(index) else { continue }
        return "\(index) overlaps by \(overlap), visible are \(indexes)"
      }
      let items = try edit.items()
      return visible == indexes.map { items[$0] } ? nil : "other items than single queries"
    }
  }

  @Test func itemsThatStayAreOrderedAndApart() {
    check(seed: 22_000) { edit in
      let oracle = EditOracle(edit)
      let items = try edit.items().filter {
        !oracle.moved.contains($0.index) && oracle.z[$0.index] > 0
      }
      for (item, next) in zip(items, items.dropFirst()) {
        let gap = next.frame.minX - item.frame.maxX
        guard gap >= 4 - tolerance, item.center.x < next.center.x else {
          return "gap \(gap) after \(item.index)"
        }
      }
      return nil
    }
  }

  @Test func gapsAreTheSpacingPlusHalfTheMargins() {
    check(seed: 23_000) { edit in
      var edit = edit
      edit.change.changes = Changeset(
        deletions: edit.change.changes.deletions, insertions: edit.change.changes.insertions)
      if !edit.isGrowing { edit.stage = .close(0.25) }
      edit.weights = edit.weights.filter { $0.key < edit.itemCount }
      let map = edit.map
      let items = try edit.items().filter { $0.alpha == 1 }
      let all = try edit.items()
      for (item, next) in zip(items, items.dropFirst()) {
        let places =
          edit.isGrowing
          ? Double(next.index - item.index)
          : 0.75 * Double(next.index - item.index)
            + 0.25 * Double(map.newIndex(of: next.index) - map.newIndex(of: item.index))
        var expected = places * 37 - 33 + 10 * (item.expansion + next.expansion)
        let oracle = EditOracle(edit)
        for between in all[item.index + 1..<next.index] { expected += oracle.extra(between.index) }
        let gap = next.frame.minX - item.frame.maxX
        guard gap.isApproximately(expected, tolerance: tolerance) else {
          return "gap \(gap) instead of \(expected) after \(item.index)"
        }
      }
      return nil
    }
  }

  @Test func restingFocusStaysInTheMiddle() {
    check(seed: 24_000) { edit in
      guard let focus = edit.focus, !edit.isGrowing, edit.change.survivors.contains(focus) else {
        return nil
      }
      var edit = edit
      (edit.position, edit.expansionRate, edit.weights) = (Double(focus), 1, [:])
      let item = try edit.items()[focus]
      let isCentered =
        item.center.x == edit.viewportLength / 2
        && item.expansion.isApproximately(1, tolerance: tolerance)
      return isCentered ? nil : "the focus is at \(item)"
    }
  }

  @Test func deletedFocusIsFollowedByItsSuccessor() {
    check(seed: 25_000) { edit in
      guard let focus = edit.focus, let target = edit.change.successor(of: focus) else {
        return nil
      }
      var edit = edit
      (edit.position, edit.expansionRate, edit.weights) = (Double(focus), 1, [:])
      edit.stage = .close(1)
      let item = try edit.items()[target]
      let isCentered = item.center.x == edit.viewportLength / 2 && item.expansion == 1
      return isCentered ? nil : "the successor is at \(item)"
    }
  }

  @Test func lengthChangesEvenly() {
    check(seed: 26_000) { edit in
      guard case .close(let progress) = edit.stage else { return nil }
      // Weights end at one, which is not even.
      var edit = edit
      edit.weights = [:]
      let lengths = try [0, progress, 1].map { progress in
        edit.stage = .close(progress)
        return try edit.strip().totalLength
      }
      let expected = (1 - progress) * lengths[0] + progress * lengths[2]
      edit.stage = .collapse(0.5)
      let collapsing = try edit.strip().totalLength
      let after = try edit.committed.after.strip().totalLength
      return lengths[1].isApproximately(expected, tolerance: tolerance)
        && collapsing.isApproximately(lengths[0], tolerance: tolerance)
        && after.isApproximately(lengths[2], tolerance: tolerance) ? nil : "lengths are \(lengths)"
    }
  }

  @Test func hitTestFindsTheTopOrNearestItem() {
    check(seed: 27_000) { edit in
      let strip = try edit.strip()
      let items = try edit.items().filter { $0.alpha > 0 }
      for x in stride(from: -20, through: edit.viewportLength + 20, by: 6.7) {
        let hit = strip.indexOfItem(location: Point(x: x, y: 33))
        let under = items.filter { $0.frame.minX < x && x < $0.frame.maxX }
        let top = under.max { ($0.zIndex, $0.index) < ($1.zIndex, $1.index) }
        if let top {
          guard hit == top.index else { return "\(hit ?? -1) instead of \(top.index) at \(x)" }
          continue
        }
        func distance(_ item: LayoutAttributes) -> Double {
          abs(item.center.x - x) - item.size.width / 2
        }
        let isBetween =
          items.contains { $0.frame.maxX <= x } && items.contains { $0.frame.minX > x }
        guard (hit != nil) == isBetween else { return "\(hit ?? -1) at \(x)" }
        let nearest = items.map(distance).min() ?? 0
        if let item = items.first(where: { $0.index == hit }), distance(item) > nearest + tolerance
        {
          return "\(item.index) is not the nearest at \(x)"
        }
      }
      return nil
    }
  }
}
