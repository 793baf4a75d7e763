// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

struct IndexMapTests {
  /// Returns the first error of the map of a change.
  private func fault(of change: ListChange) -> String? {
    let map = change.changes.indexMap(count: change.count)
    let list = change.newList
    guard map.newCount == list.count else { return "the new count is \(map.newCount)" }
    for index in 0..<change.count {
      guard map.newIndex(of: index) == change.newIndex(of: index) else {
        return "\(index) goes to \(map.newIndex(of: index))"
      }
      let isDeleted = change.changes.deletions.contains(index)
      let isMoved = change.changes.moves.contains { $0.source == index }
      guard map.isDeleted(index) == isDeleted, map.isMoved(index) == isMoved,
        map.successor(of: index) == change.successor(of: index),
        map.shift(forFocus: index) == change.shift(forFocus: index)
      else { return "the itemChange of \(index) is wrong" }
    }
    for (place, old) in list.enumerated()
    where map.oldIndex(of: place) != old || map.isInserted(newIndex: place) != (old == nil) {
      return "\(place) comes from \(map.oldIndex(of: place) ?? -1)"
    }
    return ranksFault(of: map, change)
  }

  private func ranksFault(of map: IndexMap, _ change: ListChange) -> String? {
    let moved = change.changes.moves.map(\.source)
    let kept = change.survivors.filter { !moved.contains($0) }
    let removedCount = map.removedIndexes.count
    guard map.oldCount - removedCount == kept.count else { return "\(removedCount) do not stay" }
    for (rank, index) in kept.enumerated()
    where map.keptIndex(atRank: rank) != index || map.keptRank(of: index) != rank {
      return "rank \(rank) is wrong"
    }
    let shifts = kept.map { map.newIndex(of: $0) - $0 }
    if let least = shifts.min(), let greatest = shifts.max(), map.shifts != least...greatest {
      return "the shifts are \(map.shifts)"
    }
    let parts = change.changes.structuralCount
    return map.runs.count <= 3 * parts + 1 ? nil : "\(map.runs.count) runs for \(parts) parts"
  }

  @Test func everySmallChangeIsThatOfAPlainArray() {
    var count = 0
    for length in 0...4 {
      ListChange.forEach(count: length) { change in
        count += 1
        guard let fault = fault(of: change) else { return }
        Issue.record("\(fault) in \(change)")
      }
    }

    #expect(count > 7_000)
  }

  @Test func randomChangesAreThoseOfAPlainArray() {
    checkProperty(
      seed: 10_000,
      generate: { generator in
        let count = Int.random(in: 0...120, using: &generator)
        return ListChange.random(count: count, using: &generator)
      },
      shrink: { _ in [] },
      check: fault(of:))
  }

  @Test func deletionMovesLaterItemsForward() {
    let map = ListChange(count: 6, deletions: [1]).changes.indexMap(count: 6)

    #expect((0..<6).map(map.newIndex(of:)) == [0, 1, 1, 2, 3, 4])
    #expect(map.shift(forFocus: 1) == 0)
    #expect(map.shift(forFocus: 3) == -1)
  }

  @Test func deletedLastItemGoesBehindThePreviousOne() {
    let map = ListChange(count: 6, deletions: [5]).changes.indexMap(count: 6)

    #expect(map.newIndex(of: 5) == 5)
    #expect(map.successor(of: 5) == 4)
    #expect(map.shift(forFocus: 5) == -1)
  }

  @Test func nothingSucceedsTheLastOfAllItems() {
    let map = ListChange(count: 3, deletions: [0, 1, 2], insertions: [0]).changes
      .indexMap(count: 3)

    #expect((0..<3).map(map.newIndex(of:)) == [0, 1, 2])
    #expect(map.successor(of: 1) == nil)
    #expect(map.shift(forFocus: 1) == 0)
    #expect(map.oldIndex(of: 0) == nil)
  }

  @Test func emptyListIsMapped() {
    let map = ListChange(count: 0, insertions: [0, 1]).changes.indexMap(count: 0)

    #expect(map.newCount == 2)
    #expect(map.shift(forFocus: nil) == 0)
    #expect(map.isInserted(newIndex: 1))
  }

  @Test func runsDoNotGrowWithTheList() {
    let map = ListChange(count: .max, deletions: [5, 6], insertions: [1_000_000]).changes
      .indexMap(count: .max)

    #expect(map.runs.count == 4)
    #expect(map.newIndex(of: .max - 1) == .max - 2)
    #expect(map.oldIndex(of: 999_999) == 1_000_001)
  }

  @Test func mapsAreEqualByContent() {
    let change = ListChange(count: 5, deletions: [1], moves: [(3, 0)]).changes

    #expect(change.indexMap(count: 5) == change.indexMap(count: 5))
    #expect(change.indexMap(count: 5).hashValue == change.indexMap(count: 5).hashValue)
    #expect(change.indexMap(count: 5) != change.indexMap(count: 6))
  }
}
