// SPDX-License-Identifier: Apache-2.0

/// An algorithm that divides the old and the new order of a changing list into runs.
///
/// It walks through both orders at once, from one removed or placed item to the next. The items in
/// between are kept, and their number is the same in both orders.
struct RunCutter {
  /// An item that is not kept: a deleted or moved old one, or an inserted or moved new one.
  struct Part {
    var index: Int
    var itemChange: IndexMap.ItemChange
    /// The index of a moved item in the other order.
    var image = 0
  }

  private(set) var runs: [IndexMap.Run] = []
  private(set) var newRuns: [IndexMap.Run] = []
  private(set) var shifts: ClosedRange<Int>?

  /// The deleted and moved items by old index.
  let removals: [Part]

  /// The inserted and moved items by new index.
  private let placements: [Part]

  init(deletions: [Int], insertions: [Int], moves: [(source: Int, destination: Int)]) {
    let leaving = moves.map { Part(index: $0.source, itemChange: .moved, image: $0.destination) }
    let arriving = moves.map { Part(index: $0.destination, itemChange: .moved, image: $0.source) }
    removals = (deletions.map { Part(index: $0, itemChange: .deleted) } + leaving)
      .ascending { $0.index.ascendingKey }
    placements = (insertions.map { Part(index: $0, itemChange: .inserted) } + arriving)
      .ascending { $0.index.ascendingKey }
  }

  mutating func cut(oldCount: Int, newCount: Int) {
    runs.reserveCapacity(removals.count + placements.count + 1)
    newRuns.reserveCapacity(removals.count + placements.count + 1)
    var (old, new, removal, placement) = (0, 0, 0, 0)
    while old < oldCount || new < newCount {
      let oldEnd = removal < removals.count ? removals[removal].index : oldCount
      let newEnd = placement < placements.count ? placements[placement].index : newCount
      let length = min(oldEnd - old, newEnd - new)
      precondition(length >= 0, "the change must fit the list")
      if length > 0 {
        keep(length, from: old, to: new)
        old += length
        new += length
      } else if old == oldEnd, removal < removals.count {
        remove(removals[removal])
        removal += 1
        old += 1
      } else {
        precondition(placement < placements.count, "the change must fit the list")
        place(placements[placement])
        placement += 1
        new += 1
      }
    }
    findSuccessors()
  }

  private mutating func keep(_ count: Int, from old: Int, to new: Int) {
    runs.append(.init(start: old, itemChange: .kept, image: new))
    newRuns.append(.init(start: new, itemChange: .kept, image: old))
    let shift = new - old
    shifts = min(shifts?.lowerBound ?? shift, shift)...max(shifts?.upperBound ?? shift, shift)
  }

  private mutating func remove(_ part: Part) {
    if part.itemChange == .deleted, let last = runs.last, last.itemChange == .deleted { return }
    runs.append(.init(start: part.index, itemChange: part.itemChange, image: part.image))
  }

  private mutating func place(_ part: Part) {
    newRuns.append(.init(start: part.index, itemChange: part.itemChange, image: part.image))
  }

  /// Finds the items that take the place of deleted ones.
  ///
  /// Two neighboring runs are never both deleted, so that a neighbor of a deleted run is not
  /// deleted unless all items are.
  private mutating func findSuccessors() {
    for place in 0..<runs.count where runs[place].itemChange == .deleted {
      if place + 1 < runs.count {
        runs[place].successor = runs[place + 1].start
        runs[place].image = runs[place + 1].image
      } else if place > 0 {
        let last = runs[place].start - 1
        runs[place].successor = last
        runs[place].image = runs[place - 1].image(of: last) + 1
      }
    }
  }
}
