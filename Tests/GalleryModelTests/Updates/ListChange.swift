// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport

/// A change of a list, applied to a plain array: the reference for index maps.
struct ListChange: Equatable {
  var count: Int
  var changes: Changeset

  /// The old index of every item of the new list, `nil` for a new one.
  var newList: [Int?] {
    var list = [Int??](repeating: nil, count: count + changes.countChange)
    for insertion in changes.insertions { list[insertion.index] = .some(nil) }
    for move in changes.moves { list[move.destination] = .some(move.source) }
    let moved = Set(changes.moves.map(\.source))
    var kept = (0..<count).filter { !changes.deletions.contains($0) && !moved.contains($0) }[...]
    return list.map { $0 ?? kept.popFirst() }
  }

  /// The old indexes of the items that stay.
  var survivors: [Int] { (0..<count).filter { !changes.deletions.contains($0) } }

  func successor(of index: Int) -> Int? {
    survivors.first { $0 >= index } ?? survivors.last { $0 < index }
  }

  func newIndex(of index: Int) -> Int? {
    let list = newList
    if let place = list.firstIndex(of: index) { return place }
    if let next = survivors.first(where: { $0 > index }) { return list.firstIndex(of: next) }
    if let last = survivors.last { return list.firstIndex(of: last).map { $0 + 1 } }
    return index
  }

  func shift(forFocus focus: Int?) -> Int {
    guard let focus, let target = successor(of: focus) else { return 0 }
    return (newList.firstIndex(of: target) ?? 0) - focus
  }
}

// MARK: - Making changes

extension ListChange {
  init(count: Int, deletions: [Int] = [], insertions: [Int] = [], moves: [(Int, Int)] = []) {
    let ratios = [1, 0.3, 2.5, 4]
    self.init(
      count: count,
      changes: Changeset(
        deletions: deletions,
        insertions: insertions.map { index in
          let size = try? PageShape(aspectRatio: ratios[index % ratios.count])
          return .init(index: index, page: Page(id: PageID(UInt64(1000 + index)), size: size))
        },
        moves: moves.map { .init(source: $0, destination: $1) }))
  }

  static func random(count: Int, using generator: inout SeededGenerator) -> ListChange {
    let share: Double = [0.05, 0.3, 1].randomElement(using: &generator) ?? 1
    var (deleted, moved): ([Int], [Int]) = ([], [])
    let (deletes, moves) = (generator.chance(0.6), generator.chance(0.5))
    for index in 0..<count {
      if deletes, generator.chance(share * 0.7) {
        deleted.append(index)
      } else if moves, generator.chance(share * 0.5) {
        moved.append(index)
      }
    }
    let insertCount = generator.chance(0.5) ? Int.random(in: 0...5, using: &generator) : 0
    let newCount = count - deleted.count + insertCount
    let places = Array((0..<newCount).shuffled(using: &generator).prefix(insertCount + moved.count))
    return ListChange(
      count: count, deletions: deleted, insertions: Array(places.prefix(insertCount)),
      moves: Array(zip(moved, places.dropFirst(insertCount))))
  }

  /// Calls a body with every change of a list, with up to two insertions.
  static func forEach(count: Int, _ body: (ListChange) -> Void) {
    var fates = [Int](repeating: 0, count: count)
    func choose(_ index: Int) {
      guard index < count else { return place(fates) }
      for itemChange in 0..<3 {
        fates[index] = itemChange
        choose(index + 1)
      }
    }
    func place(_ fates: [Int]) {
      let deleted = fates.indices.filter { fates[$0] == 1 }
      let moved = fates.indices.filter { fates[$0] == 2 }
      for insertCount in 0...2 {
        let newCount = count - deleted.count + insertCount
        forEachArrangement(of: insertCount + moved.count, from: newCount) { places in
          // The order of insertions among themselves is irrelevant.
          guard insertCount < 2 || places[0] < places[1] else { return }
          body(
            ListChange(
              count: count, deletions: deleted, insertions: Array(places.prefix(insertCount)),
              moves: Array(zip(moved, places.dropFirst(insertCount)))))
        }
      }
    }
    choose(0)
  }

  private static func forEachArrangement(
    of length: Int, from count: Int, chosen: [Int] = [], _ body: ([Int]) -> Void
  ) {
    guard chosen.count < length else { return body(chosen) }
    for place in 0..<count where !chosen.contains(place) {
      forEachArrangement(of: length, from: count, chosen: chosen + [place], body)
    }
  }
}
