// SPDX-License-Identifier: Apache-2.0

/// The mapping between the old and the new indexes of a list that changes.
///
///     old    A  B  C  D  E  F          delete 1, move 4 to 0, insert X at 3
///     new    E  A  C  X  D  F
///
/// Both orders are divided into runs. Consecutive kept items form one run, because their indexes
/// change by the same distance. Consecutive deleted items form one run too, because they map to the
/// same place. Every moved or inserted item is a run of its own. A query is a binary search among
/// the runs.
///
/// With m deletions, insertions and moves there are at most 3m + 1 runs, for any length of the
/// list. The map is immutable, so that all its users share one object.
final class IndexMap: Sendable {
  /// The number of items before the change.
  let oldCount: Int

  /// The number of items after the change.
  let newCount: Int

  /// The runs of the old order.
  let runs: [Run]

  /// The runs of the new order, whose images are old indexes.
  let newRuns: [Run]

  /// The old and new indexes of moved items, ascending by old index.
  let moves: [Move]

  /// The old indexes of moved and deleted items, ascending.
  let removedIndexes: [Int]

  /// The smallest and the largest distance by which indexes of kept items change.
  let shifts: ClosedRange<Int>

  /// Creates the map of a valid change.
  ///
  /// - Parameters:
  ///   - oldCount: The number of items before the change.
  ///   - deletions: The old indexes of deleted items, ascending.
  ///   - insertions: The new indexes of new items, ascending.
  ///   - moves: Old and new indexes of moved items, ascending by old index.
  /// - Precondition: All indexes exist, and each occurs once.
  /// - Complexity: O(m log m) for m entries.
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
  /// The effect of the change on an item.
  enum ItemChange: Hashable, Sendable {
    /// The item keeps its order among the other kept items.
    case kept
    /// The item moves to an index of its own.
    case moved
    /// The item is deleted. Only old items are deleted.
    case deleted
    /// The item is new. Only new items are inserted.
    case inserted
  }

  /// An item that moves to an index of its own.
  struct Move: Hashable, Sendable {
    /// The old index.
    var source: Int

    /// The new index.
    var destination: Int
  }

  /// Consecutive items with a common itemChange.
  struct Run: Hashable, Sendable {
    /// The first index of the run in its own order.
    var start: Int

    var itemChange: ItemChange

    /// The index of the first item in the other order; for deleted items, that of all items.
    ///
    /// It has no meaning for an inserted item.
    var image: Int

    /// The old index of the item that takes the place of deleted ones, `nil` if no item is left.
    var successor: Int?
  }
}

// MARK: - Questions

extension IndexMap {
  /// Returns the run of an old index.
  ///
  /// - Complexity: O(log m).
  func run(of index: Int) -> Run { runs[runPlace(of: index)] }

  /// Returns the position of the run of an old index among all runs.
  func runPlace(of index: Int) -> Int {
    (0..<runs.count).partitioningIndex { runs[$0].start > index } - 1
  }

  /// Returns the run of a new index.
  ///
  /// - Complexity: O(log m).
  func newRun(of index: Int) -> Run { newRuns[newRunPlace(of: index)] }

  /// Returns the position of the run of a new index among all runs.
  func newRunPlace(of index: Int) -> Int {
    (0..<newRuns.count).partitioningIndex { newRuns[$0].start > index } - 1
  }

  /// Returns the new index of an old item.
  ///
  /// A deleted item maps to the next item in the old order that is not deleted; without one, to the
  /// place behind the previous one; and without any, to its own index.
  func newIndex(of index: Int) -> Int { run(of: index).image(of: index) }

  /// Returns the old index of a new item, `nil` if it is inserted.
  func oldIndex(of index: Int) -> Int? {
    let run = newRun(of: index)
    return run.itemChange == .inserted ? nil : run.image(of: index)
  }

  func isDeleted(_ index: Int) -> Bool { run(of: index).itemChange == .deleted }

  func isMoved(_ index: Int) -> Bool { run(of: index).itemChange == .moved }

  func isInserted(newIndex index: Int) -> Bool { newRun(of: index).itemChange == .inserted }

  /// Returns the old index of the item that takes an item's role after the change.
  ///
  /// It is the item itself if it is not deleted, otherwise the next one that is not, otherwise the
  /// previous one; `nil` if all items are deleted.
  func successor(of index: Int) -> Int? {
    let run = run(of: index)
    return run.itemChange == .deleted ? run.successor : index
  }

  /// Returns the shift: the number of indexes by which the focus moves.
  ///
  /// If the focused item is deleted, its successor moves to the middle instead.
  ///
  /// - Parameter focus: The old index of the focused item, `nil` without items.
  /// - Returns: New minus old index, zero if nothing is left.
  func shift(forFocus focus: Int?) -> Int {
    guard let focus, let target = successor(of: focus) else { return 0 }
    return newIndex(of: target) - focus
  }
}

extension IndexMap.Run {
  /// Returns the index in the other order of an item of the run.
  func image(of index: Int) -> Int {
    guard itemChange == .deleted else { return image + (index - start) }
    return successor == nil ? index : image
  }
}

// MARK: - Ranks

extension IndexMap {
  /// Returns the number of kept items before an old index.
  func keptRank(of index: Int) -> Int {
    index - (0..<removedIndexes.count).partitioningIndex { removedIndexes[$0] >= index }
  }

  /// Returns the old index of the kept item with a rank: the number of kept items before it.
  ///
  /// The removed index at place `j` has `removed(j) - j` kept items before it, a number that never
  /// decreases with `j`. Those with at most `rank` come before the item.
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
