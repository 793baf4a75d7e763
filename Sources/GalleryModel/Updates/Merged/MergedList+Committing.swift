// SPDX-License-Identifier: Apache-2.0

extension MergedList {
  /// The entries of a change that concern the order.
  struct StructuralChange {
    var deletions: [Int] = []
    var insertions: [Changeset.Insertion] = []
    var moves: [Changeset.Move] = []
  }

  /// A moved page at its new place.
  private struct Arrival {
    var head: Int
    var destination: Int

    /// The number of kept pages before it.
    var stayingBefore: Int
  }

  /// Returns the structural change that the requests up to a number make to the present pages.
  ///
  /// - Complexity: O(q) in the number of places.
  func change(through number: UInt64) -> StructuralChange {
    var change = StructuralChange()
    var arrivals: [Arrival] = []
    var stayingBeforeHome = [Int](repeating: 0, count: tree.capacity)
    var (shift, leaving) = (0, 0)
    var handle = tree.first
    while handle != Place.none {
      let place = tree[handle]
      let isPresent = isPresent(place, after: number)
      if place.isMark, !isPresent {
        stayingBeforeHome[handle] = place.gap - leaving
        leaving += 1
        if isGone(place, after: number) { change.deletions.append(place.gap) }
      } else if !place.isMark, isPresent {
        let index = place.gap + shift
        if tree[place.head].isMark {
          arrivals.append(
            Arrival(head: place.head, destination: index, stayingBefore: place.gap - leaving))
        } else {
          change.insertions.append(.init(index: index, page: tree[place.head].page))
        }
      }
      shift += (isPresent ? 1 : 0) - (place.isMark ? 1 : 0)
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
  /// - Complexity: O(q) in the number of places.
  mutating func commit(through number: UInt64) {
    var (staying, gone): ([Int], [Int]) = ([], [])
    var shift = 0
    var handle = tree.first
    while handle != Place.none {
      let place = tree[handle]
      let isPresent = isPresent(place, after: number)
      let gap = place.gap + shift
      shift += (isPresent ? 1 : 0) - (place.isMark ? 1 : 0)
      if isPresent && !place.isAlive || !place.isMark && place.owner > number {
        tree[handle].gap = gap
        staying.append(handle)
        if isPresent { makeMark(handle) }
      } else {
        gone.append(handle)
        if isPresent || isGone(place, after: number) { heads.remove(place.page.id) }
      }
      handle = tree.successor(of: handle)
    }
    tree.rebuild(staying, without: gone)
  }

  /// Makes a place the first one of its chain.
  private mutating func makeMark(_ handle: Int) {
    tree[handle].last = tree[tree[handle].head].last
    tree[handle].isMark = true
    tree[handle].owner = 0
    tree[handle].previous = Place.none
    heads.set(tree[handle].page.id, to: handle)
    var link = handle
    while link != Place.none {
      tree[link].head = handle
      link = tree[link].next
    }
  }

  /// Returns whether a page is at a place after the requests up to a number.
  private func isPresent(_ place: Place, after number: UInt64) -> Bool {
    place.owner <= number && !(1...number).contains(place.deletion)
      && (place.next == Place.none || tree[place.next].owner > number)
  }

  /// Returns whether the page of a place is deleted by the requests up to a number.
  func isGone(_ place: Place, after number: UInt64) -> Bool {
    (1...number).contains(tree[tree[place.head].last].deletion)
  }
}
