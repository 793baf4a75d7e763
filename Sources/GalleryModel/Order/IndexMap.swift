// SPDX-License-Identifier: Apache-2.0

/// Where the items of a list go when the list changes, and where they come from.
///
///     old    A  B  C  D  E  F          delete 1, move 4 to 0, insert X at 3
///     new    E  A  C  X  D  F
///
/// Both orders are cut into runs. Items that are kept one after the other are one run, because all
/// of them go the same way; neighbors that go away are one run too, since they go to the same place;
/// every moved or inserted item is a run of its own. A question is a binary search among the runs.
///
/// With m deletions, insertions and moves there are at most 3m + 1 runs, however long the list is.
/// The map never changes, so that all who look at it share one.
final class IndexMap: Sendable {
  /// The number of items before the change.
  let oldCount: Int

  /// The number of items after the change.
  let newCount: Int

  /// The old order, cut into runs.
  let runs: [Run]

  /// The new order, cut into runs whose images are old indexes.
  let newRuns: [Run]

  /// The old and new indexes of moved items, ascending by old index.
  let moves: [Move]

  /// The old indexes of moved and deleted items, ascending.
  let removedIndexes: [Int]

  /// The least and the greatest distance by which indexes of kept items change.
  let shifts: ClosedRange<Int>

  /// Creates the map of a change that fits the list.
  ///
  /// - Parameters:
  ///   - oldCount: The number of items before the change.
  ///   - deletions: The old indexes of items that go away, ascending.
  ///   - insertions: The new indexes of new items, ascending.
  ///   - moves: Old and new indexes of items that go to another place, ascending by old index.
  /// - Precondition: All indexes exist, and each is named once.
  /// - Complexity: O(m log m) for m parts.
  init(
    oldCount: Int, deletions: [Int], insertions: [Int], moves: [(source: Int, destination: Int)]
  ) {
    var cutter = RunCutter(deletions: deletions, insertions: insertions, moves: moves)
    newCount = oldCount - deletions.count + insertions.count
    cutter.cut(oldCount: oldCount, newCount: newCount)
    self.oldCount = oldCount
    runs = cutter.runs
    newRuns = cutter.newRuns
    self.moves = moves.map { Move(source: $0.source, destination: $0.destination) }
    removedIndexes = cutter.removals.map { $0.index }
    shifts = cutter.shifts ?? 0...0
  }
}

extension IndexMap {
  /// What happens to an item.
  enum Fate: Hashable, Sendable {
    /// It stays where it is among the others that are kept.
    case kept
    /// It goes to a place of its own.
    case moved
    /// It goes away. Only old items are deleted.
    case deleted
    /// It is new. Only new items are inserted.
    case inserted
  }

  /// An item that goes to a place of its own.
  struct Move: Hashable, Sendable {
    /// The old index.
    var source: Int

    /// The new index.
    var destination: Int
  }

  /// Consecutive items with a common fate.
  struct Run: Hashable, Sendable {
    /// The first index of the run in its own order.
    var start: Int

    var fate: Fate

    /// The index in the other order of the first item, of all items if they are deleted.
    ///
    /// It has no meaning for an inserted item.
    var image: Int

    /// The old index of the item that takes the place of deleted ones, `nil` if nothing is left.
    var successor: Int?
  }
}

// MARK: - Questions

extension IndexMap {
  /// The run of an old index.
  ///
  /// - Complexity: O(log m).
  func run(of index: Int) -> Run { runs[runPlace(of: index)] }

  /// The place of the run of an old index among all runs.
  func runPlace(of index: Int) -> Int {
    (0..<runs.count).partitioningIndex { runs[$0].start > index } - 1
  }

  /// The run of a new index.
  ///
  /// - Complexity: O(log m).
  func newRun(of index: Int) -> Run { newRuns[newRunPlace(of: index)] }

  /// The place of the run of a new index among all runs.
  func newRunPlace(of index: Int) -> Int {
    (0..<newRuns.count).partitioningIndex { newRuns[$0].start > index } - 1
  }

  /// The new index of an old item.
  ///
  /// A deleted item goes to the next one that stays, in the old order; if there is none, to the place
  /// behind the previous one that stays; and stays where it is if there is none either. Moved items
  /// count as ones that stay.
  func newIndex(of index: Int) -> Int { run(of: index).image(of: index) }

  /// The old index of a new item, `nil` if it is inserted.
  func oldIndex(of index: Int) -> Int? {
    let run = newRun(of: index)
    return run.fate == .inserted ? nil : run.image(of: index)
  }

  func isDeleted(_ index: Int) -> Bool { run(of: index).fate == .deleted }

  func isMoved(_ index: Int) -> Bool { run(of: index).fate == .moved }

  func isInserted(newIndex index: Int) -> Bool { newRun(of: index).fate == .inserted }

  /// The old index of the item that has an item's role after the change.
  ///
  /// It is the item itself if it stays, else the next one that stays, else the previous one; `nil` if
  /// all items go away.
  func successor(of index: Int) -> Int? {
    let run = run(of: index)
    return run.fate == .deleted ? run.successor : index
  }

  /// The number of places by which the list goes on so that the focus stays in the middle.
  ///
  /// If the focused item goes away, its successor comes to the middle instead.
  ///
  /// - Parameter focus: The old index of the focused item, `nil` without items.
  /// - Returns: New minus old index, zero if nothing is left.
  func shift(forFocus focus: Int?) -> Int {
    guard let focus, let target = successor(of: focus) else { return 0 }
    return newIndex(of: target) - focus
  }
}

extension IndexMap.Run {
  /// The index in the other order of an item of the run.
  func image(of index: Int) -> Int {
    guard fate == .deleted else { return image + (index - start) }
    return successor == nil ? index : image
  }
}

// MARK: - Ranks

extension IndexMap {
  /// The number of kept items before an old index.
  func keptRank(of index: Int) -> Int {
    index - (0..<removedIndexes.count).partitioningIndex { removedIndexes[$0] >= index }
  }

  /// The old index of the kept item that has a number of kept ones before it.
  ///
  /// The removed index at place `j` has `removed(j) - j` kept ones before it, a number that does not
  /// fall with `j`. Those with at most `rank` come before the item.
  func keptIndex(atRank rank: Int) -> Int {
    rank + (0..<removedIndexes.count).partitioningIndex { removedIndexes[$0] - $0 > rank }
  }
}

// MARK: - Comparing

extension IndexMap: Hashable {
  static func == (left: IndexMap, right: IndexMap) -> Bool {
    left === right
      || (left.oldCount == right.oldCount && left.newCount == right.newCount
        && left.runs == right.runs && left.newRuns == right.newRuns)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(runs)
    hasher.combine(newRuns)
  }
}
