// SPDX-License-Identifier: Apache-2.0

extension MergedList {
  /// The entries of a change that concern the order.
  struct StructuralChange {
    var deletions: [Int] = []
    var insertions: [Changeset.Insertion] = []
    var moves: [Changeset.Move] = []
  }

  /// A moved page at its new position.
  private struct Arrival {
    var head: Int
    var destination: Int

    /// The number of kept pages before it.
    var stayingBefore: Int
  }

  /// Returns the structural change that the requests up to a number make to the present pages.
  ///
  /// - Complexity: O(q) in the number of entries.
  func change(through number: UInt64) -> StructuralChange {
    var change = StructuralChange()
    var arrivals: [Arrival] = []
    var stayingBeforeHome = [Int](repeating: 0, count: tree.capacity)
    var (shift, leaving) = (0, 0)
    var handle = tree.first
    while handle != MergedEntry.none {
      let entry = tree[handle]
      let isPresent = isPresent(entry, after: number)
      if entry.isMark, !isPresent {
        stayingBeforeHome[handle] = entry.gap - leaving
        leaving += 1
        if isGone(entry, after: number) { change.deletions.append(entry.gap) }
      } else if !entry.isMark, isPresent {
        let index = entry.gap + shift
        if tree[entry.head].isMark {
          arrivals.append(
            Arrival(head: entry.head, destination: index, stayingBefore: entry.gap - leaving))
        } else {
          change.insertions.append(.init(index: index, page: tree[entry.head].page))
        }
      }
      shift += (isPresent ? 1 : 0) - (entry.isMark ? 1 : 0)
      handle = tree.successor(of: handle)
    }
    change.moves = moves(arrivals, stayingBeforeHome: stayingBeforeHome)
    return change
  }

  /// Returns the moves, without those that do not change the order.
  ///
  /// A moved page that is still between the same kept pages, and in order with the other such
  /// pages, counts as kept.
  private func moves(_ arrivals: [Arrival], stayingBeforeHome: [Int]) -> [Changeset.Move] {
    var moves: [Changeset.Move] = []
    var lastStaying = -1
    for arrival in arrivals {
      let source = tree[arrival.head].gap
      if stayingBeforeHome[arrival.head] == arrival.stayingBefore, source > lastStaying {
        lastStaying = source
      } else {
        moves.append(.init(source: source, destination: arrival.destination))
      }
    }
    return moves
  }

  /// Commits the requests up to a number: their results become present pages.
  ///
  /// - Complexity: O(q) in the number of entries.
  mutating func commit(through number: UInt64) {
    var (staying, gone): ([Int], [Int]) = ([], [])
    var shift = 0
    var handle = tree.first
    while handle != MergedEntry.none {
      let entry = tree[handle]
      let isPresent = isPresent(entry, after: number)
      let gap = entry.gap + shift
      shift += (isPresent ? 1 : 0) - (entry.isMark ? 1 : 0)
      if isPresent && !entry.isAlive || !entry.isMark && entry.owner > number {
        tree[handle].gap = gap
        staying.append(handle)
        if isPresent { makeMark(handle) }
      } else {
        gone.append(handle)
        if isPresent || isGone(entry, after: number) { heads.remove(entry.page.id) }
      }
      handle = tree.successor(of: handle)
    }
    tree.rebuild(staying, without: gone)
  }

  /// Makes an entry the first one of its chain.
  private mutating func makeMark(_ handle: Int) {
    tree[handle].last = tree[tree[handle].head].last
    tree[handle].isMark = true
    tree[handle].owner = 0
    tree[handle].previous = MergedEntry.none
    heads.set(tree[handle].page.id, to: handle)
    var link = handle
    while link != MergedEntry.none {
      tree[link].head = handle
      link = tree[link].next
    }
  }

  /// Returns whether a page is at an entry after the requests up to a number.
  private func isPresent(_ entry: MergedEntry, after number: UInt64) -> Bool {
    entry.owner <= number && !(1...number).contains(entry.deletion)
      && (entry.next == MergedEntry.none || tree[entry.next].owner > number)
  }

  /// Returns whether the page of an entry is deleted by the requests up to a number.
  func isGone(_ entry: MergedEntry, after number: UInt64) -> Bool {
    (1...number).contains(tree[tree[entry.head].last].deletion)
  }
}
