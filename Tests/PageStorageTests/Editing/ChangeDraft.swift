// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageStorage

/// The pages of a document as arrays.
struct PlainDocument {
  /// A page; the number identifies its bytes.
  struct Item: Equatable {
    var id: PageID
    var number: Int
    var turns = 0
    var version = 0
  }

  var pages: [Item] = []
  var trash: [Item] = []
}

/// A random change of all kinds of parts, with few distinct bytes, which are therefore often
/// shared.
struct ChangeDraft {
  private static let numbers = 0..<5

  var deletions: [Int] = []
  var moves: [Changeset.Move] = []
  var rotations: [Int: Int] = [:]
  var replacements: [Int: Int] = [:]
  /// Index after the change, index in the trash, number of the replaced bytes.
  var restorations: [(index: Int, place: Int, then: Int?)] = []
  /// Index after the change, number of the bytes, and number of the replaced bytes.
  var insertions: [(index: Int, number: Int, then: Int?)] = []

  init(of document: PlainDocument, _ random: inout SeededGenerator) {
    var moved: [Int] = []
    for index in document.pages.indices {
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1: deletions.append(index)
      case 2, 3: moved.append(index)
      default: break
      }
      guard deletions.last != index else { continue }
      if Int.random(in: 0..<3, using: &random) == 0 {
        replacements[index] = Self.numbers.randomElement(using: &random)
      }
      if Int.random(in: 0..<4, using: &random) == 0 { rotations[index] = 1 }
    }
    let places = document.trash.indices.filter { _ in Bool.random(using: &random) }.prefix(2)
    let newCount = Int.random(in: 0...3, using: &random)
    let count = document.pages.count - deletions.count + places.count + newCount
    var free = Array((0..<count).shuffled(using: &random))
    moves = moved.map { .init(source: $0, destination: free.removeLast()) }
    for place in places {
      restorations.append((free.removeLast(), place, Self.another(&random)))
    }
    for _ in 0..<newCount {
      let number = Int.random(in: Self.numbers, using: &random)
      insertions.append((free.removeLast(), number, Self.another(&random)))
    }
  }

  private static func another(_ random: inout SeededGenerator) -> Int? {
    Bool.random(using: &random) ? numbers.randomElement(using: &random) : nil
  }

  /// Returns the change with its bytes, and applies it to the plain document.
  func staged(
    in store: PageStore, _ document: inout PlainDocument
  ) async throws -> StoreChangeset {
    var change = StoreChangeset(deletions: deletions, moves: moves)
    for (index, number) in replacements {
      let content = try await store.stage(TestPage.input(number))
      change.replacements.append(.init(index: index, content: content))
      document.pages[index].show(number)
    }
    for (index, turns) in rotations {
      change.rotations.append(.init(index: index, turns: QuarterTurns(turns)))
      document.pages[index].turns += turns
      document.pages[index].turns %= 4
      if replacements[index] == nil { document.pages[index].version += 1 }
    }
    var arriving = moves.map { ($0.destination, document.pages[$0.source]) }
    for (index, place, then) in restorations {
      let item = document.trash[place]
      change.restorations.append(.init(index: index, page: item.id))
      arriving.append((index, try await self.then(then, item, &change, store)))
    }
    for (index, number, then) in insertions {
      let page = try await store.stage(TestPage.input(number))
      change.insertions.append(.init(index: index, page: page))
      let item = PlainDocument.Item(id: page.id, number: number)
      arriving.append((index, try await self.then(then, item, &change, store)))
    }
    let left = Set(restorations.map(\.place))
    document.trash = document.trash.indices.filter { !left.contains($0) }.map { document.trash[$0] }
    document.trash += deletions.map { document.pages[$0] }
    let gone = Set(deletions + moves.map(\.source))
    document.pages = document.pages.indices.filter { !gone.contains($0) }.map { document.pages[$0] }
    for (index, item) in arriving.sorted(by: { $0.0 < $1.0 }) {
      document.pages.insert(item, at: index)
    }
    return change
  }

  private func then(
    _ number: Int?, _ item: PlainDocument.Item, _ change: inout StoreChangeset, _ store: PageStore
  ) async throws -> PlainDocument.Item {
    guard let number else { return item }
    change.replacementsOnArrival[item.id] = try await store.stage(TestPage.input(number))
    var item = item
    item.show(number)
    return item
  }
}

extension PlainDocument.Item {
  fileprivate mutating func show(_ number: Int) {
    (self.number, turns, version) = (number, 0, version + 1)
  }
}
