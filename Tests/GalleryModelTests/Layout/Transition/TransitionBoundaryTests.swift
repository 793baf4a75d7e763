// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// Every stage of a change starts exactly where the previous one ends.
struct TransitionBoundaryTests {
  private func check(
    seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation,
    _ property: (EditCase) throws -> String?
  ) {
    checkProperty(
      seed: seed, runs: 400, generate: EditCase.random(using:), shrink: \.shrinks,
      check: property, sourceLocation: sourceLocation)
  }

  private func areEqual(_ item: LayoutAttributes, _ other: LayoutAttributes) -> Bool {
    func close(_ a: Double, _ b: Double) -> Bool {
      a.isApproximately(b, tolerance: 1e-9 * max(1, abs(a)))
    }
    return close(item.center.x, other.center.x) && close(item.size.width, other.size.width)
      && close(item.expansion, other.expansion) && item.alpha == other.alpha
  }

  @Test func newListStartsWhereTheOldOneEnds() {
    check(seed: 30_000) { edit in
      guard !edit.isGrowing else { return nil }
      let (before, after) = edit.committed
      let (old, new) = (try before.items(), try after.items())
      for index in edit.change.survivors {
        let place = edit.map.newIndex(of: index)
        guard areEqual(old[index], new[place]) else { return "\(old[index]) != \(new[place])" }
      }
      // Without new items, nothing of the change is left.
      guard edit.change.changes.insertions.isEmpty else { return nil }
      let plain = try after.plainStrip()
      return new == new.indices.map(plain.layoutAttributesForItem(at:)) ? nil : "not at rest"
    }
  }

  @Test func previewOfTheNewListStartsWhereTheOldOneEnds() {
    check(seed: 31_000) { edit in
      guard !edit.isGrowing else { return nil }
      let (before, after) = edit.committed
      let (old, new) = (try before.preview(), try after.preview())
      for index in edit.change.survivors {
        let left = old.layoutAttributesForItem(at: index)
        let right = new.layoutAttributesForItem(at: edit.map.newIndex(of: index))
        guard left.pageDistance.isApproximately(right.pageDistance, tolerance: 1e-9),
          left.center.x.isApproximately(right.center.x, tolerance: 1e-6),
          left.alpha == right.alpha, left.scale == right.scale
        else { return "\(left) != \(right)" }
      }
      return nil
    }
  }

  @Test func changeStartsWithThePlainStrip() {
    check(seed: 32_000) { edit in
      guard !edit.isGrowing else { return nil }
      var (start, gone) = (edit, edit)
      start.stage = .collapse(0)
      gone.stage = .close(0)
      let plain = try start.plainStrip()
      let (items, closing) = (try start.items(), try gone.items())
      for var item in items {
        item.zIndex = 0
        guard item == plain.layoutAttributesForItem(at: item.index) else { return "\(item)" }
        guard edit.change.survivors.contains(item.index) else { continue }
        guard areEqual(item, closing[item.index]) else { return "\(closing[item.index])" }
      }
      return try Array(start.strip().visibleRange) == Array(plain.visibleRange)
        ? nil : "other items are visible"
    }
  }

  @Test func changeEndsWithThePlainStrip() {
    check(seed: 33_000) { edit in
      guard edit.isGrowing else { return nil }
      var end = edit
      end.stage = .grow(1)
      let plain = try end.plainStrip()
      return try end.items() == (0..<end.itemCount).map(plain.layoutAttributesForItem(at:))
        && end.strip().layoutAttributesForElements() == plain.layoutAttributesForElements()
        ? nil : "the end is not at rest"
    }
  }

  @Test func changeOfNothingIsThePlainStrip() {
    check(seed: 34_000) { edit in
      guard !edit.isGrowing else { return nil }
      var edit = edit
      edit.change.changes = Changeset()
      let plain = try edit.plainStrip()
      let strip = try edit.strip()
      for item in try edit.items() {
        guard areEqual(item, plain.layoutAttributesForItem(at: item.index)) else {
          return "\(item)"
        }
      }
      let preview = try edit.preview()
      var still = preview
      still.transition = nil
      for index in 0..<edit.itemCount {
        let (moving, resting) = (
          preview.layoutAttributesForItem(at: index), still.layoutAttributesForItem(at: index)
        )
        guard moving.frame == resting.frame, moving.pageDistance == resting.pageDistance else {
          return "\(moving) != \(resting)"
        }
      }
      return Array(strip.visibleRange) == Array(plain.visibleRange)
        && preview.layoutAttributesForElements() == still.layoutAttributesForElements()
        ? nil : "other items are visible"
    }
  }

  @Test func limitsGoFromTheOldToTheNewEnds() {
    let edit = EditCase(deletions: [0, 1, 4], focus: 3, stage: .close(0.5))
    var start = edit.transition
    start.stage = .close(0)
    var end = edit.transition
    end.stage = .close(1)

    #expect(start.limits == 0...5)
    #expect(edit.transition.limits == 1...4.5)
    #expect(end.limits == 2...4)
    #expect(edit.transition.finalLimits == 2...4)
    #expect(edit.transition.positionShift == -1)
  }
}
