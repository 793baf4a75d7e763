// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// The sizes that a strip requests during a change of its list.
struct TransitionLookupTests {
  @Test func atMostFourItemsAndTheExplicitOnesAreLookedUp() {
    checkProperty(
      seed: 50_000, runs: 600, generate: EditCase.random(using:), shrink: \.shrinks
    ) { edit in
      var asked: [Int] = []
      let strip = try edit.strip { asked.append($0) }
      _ = strip.layoutAttributesForElements()
      guard asked == asked.sorted(), Set(asked).count == asked.count else {
        return "\(asked) are asked"
      }
      guard asked.count <= 4 + edit.weights.count else { return "\(asked.count) are asked" }
      let open = try edit.items().filter { $0.expansion > 0 }.map(\.index)
      return asked == open ? nil : "\(asked) are asked, \(open) are open"
    }
  }

  @Test func lookupsAndWorkDoNotGrowWithTheList() throws {
    for count in [1_000, 1_000_000, Int(Int32.max)] {
      let focus = count / 2
      let change = ListChange(
        count: count, deletions: [focus, focus + 1], insertions: [0, focus + 3],
        moves: [(3, count - 1), (count - 1, focus)])
      let layout = try ThumbnailStripLayout(viewportSize: Size(width: 375, height: 66))
      let transition = LayoutTransition(
        map: change.changes.indexMap(count: count), focus: focus, stage: .close(0.5))
      var asked: [Int] = []

      let strip = try layout.arrangement(
        of: .init(position: Double(focus) + 0.5), itemCount: count, transition: transition,
        ratioAlongAxis: { index in
          asked.append(index)
          return 1
        })
      let visible = strip.layoutAttributesForElements()

      #expect(asked.count <= 4)
      #expect(visible.count < 15)
      #expect(visible.allSatisfy { abs($0.center.x) < 1000 })
    }
  }
}
