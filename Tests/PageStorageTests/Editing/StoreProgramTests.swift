// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageImaging
import PageStorage
import Testing

/// Random programs on a store and on plain arrays.
@Suite struct StoreProgramTests {
  enum Step {
    case append(Int)
    case insert(Int, at: Int)
    case delete(Int)
    case restore(Int)
    /// A new page, or one from the trash, that is replaced by the change that inserts it.
    case arrive(Int, with: Int)
    case move(Int, to: Int)
    case replace(Int, with: Int)
    case rotate(Int, by: Int)
    case split(Int)
    case merge
    case duplicate
    case purge
    case reopen
    case refuse
  }

  /// A page of the oracle.
  struct Item: Equatable {
    var id: PageID
    var number: Int
    var turns = 0
    var version = 0
  }

  @Test func programsEndLikeThoseOnArrays() async {
    await checkProperty(
      seed: 1905, runs: 24,
      generate: { random in
        (0..<Int.random(in: 1...40, using: &random)).map { _ in Self.step(&random) }
      }, check: { await problem(after: $0) })
  }

  private static func step(_ random: inout SeededGenerator) -> Step {
    let (one, other) = (
      Int.random(in: 0..<60, using: &random), Int.random(in: 0..<60, using: &random)
    )
    return switch Int.random(in: 0..<28, using: &random) {
    case 0..<5: .append(one)
    case 5..<8: .insert(one, at: other)
    case 8..<11: .delete(one)
    case 11..<13: .restore(one)
    case 13..<16: .move(one, to: other)
    case 16..<18: .replace(one, with: other)
    case 18..<20: .rotate(one, by: other)
    case 20: .split(one)
    case 21: .merge
    case 22: .duplicate
    case 23: .purge
    case 24: .reopen
    case 25..<27: .arrive(one, with: other)
    default: .refuse
    }
  }

  private func problem(after steps: [Step]) async -> String? {
    do {
      let folder = try TestFolder()
      var run = try await Run(folder: folder)
      for (place, step) in steps.enumerated() {
        try await run.take(step)
        if let problem = try await run.difference() { return "\(problem) after step \(place)" }
      }
      return nil
    } catch {
      return "threw \(error)"
    }
  }

  struct Run {
    let folder: TestFolder
    var store: PageStore
    let document: DocumentID
    var pages: [Item] = []
    var trash: [Item] = []
    var order = FormerOrder()
    /// The pages of documents in the trash.
    var copyCount = 0

    init(folder: TestFolder) async throws {
      self.folder = folder
      store = try await folder.open()
      document = try await store.createDocument(title: "").id
    }

    mutating func take(_ step: Step) async throws {
      switch step {
      case .append(let number): try await insert(number, at: pages.count)
      case .insert(let number, let index): try await insert(number, at: index % (pages.count + 1))
      case .delete(let place):
        guard let index = index(place) else { return }
        try await store.delete(pages[index].id)
        order.delete([pages[index].id])
        trash.append(pages.remove(at: index))
      case .restore(let place):
        guard !trash.isEmpty else { return }
        let item = trash.remove(at: place % trash.count)
        try await store.restore(item.id)
        pages.insert(item, at: order.restore(item.id))
      case .move(let place, let target):
        guard let index = index(place) else { return }
        try await store.move(pages[index].id, to: target % pages.count)
        order.move(pages[index].id, to: target % pages.count)
        pages.insert(pages.remove(at: index), at: target % (pages.count + 1))
      case .replace(let place, let number):
        guard let index = index(place) else { return }
        try await store.replace(pages[index].id, with: TestPage.input(number))
        pages[index].number = number
        pages[index].turns = 0
        pages[index].version += 1
      case .rotate(let place, let turns):
        guard let index = index(place) else { return }
        try await store.rotate(pages[index].id, by: QuarterTurns(turns))
        if turns % 4 != 0 { pages[index].version += 1 }
        pages[index].turns = (pages[index].turns + turns) % 4
      case .arrive(let place, let number): try await arrive(place, with: number)
      case .split(let place): try await splitAndMerge(at: place % (pages.count + 1))
      case .merge: try await mergeAnother()
      case .duplicate: try await checkDuplicate()
      case .purge:
        let count = try await store.purge(deletedBefore: .distantFuture)
        #expect(count == trash.count + copyCount)
        order.forget(order.trash)
        (trash, copyCount) = ([], 0)
      case .reopen:
        await store.close()
        store = try await folder.open()
      case .refuse:
        let outcomes = await store.ingest([.bytes([])], into: document)
        #expect(outcomes == [.failure(.refused(.emptyInput))])
      }
    }

    private func index(_ place: Int) -> Int? { pages.isEmpty ? nil : place % pages.count }

    private mutating func insert(_ number: Int, at index: Int) async throws {
      let page = try await store.insert(TestPage.input(number), at: index, of: document)
      pages.insert(Item(id: page.id, number: number), at: index)
      order.insert(page.id, at: index)
    }

    private mutating func arrive(_ place: Int, with number: Int) async throws {
      let content = try await store.stage(TestPage.input(number))
      var index = place % (pages.count + 1)
      var item: Item
      var change = StoreChangeset()
      if place % 2 == 0, let last = trash.popLast() {
        item = last
        // Deleted pages that follow it would lead to a place of their own.
        if trash.isEmpty { order.forget([item.id]) } else { index = order.restore(item.id) }
        change.restorations = [.init(index: index, page: item.id)]
      } else {
        let page = try await store.stage(TestPage.input(place))
        item = Item(id: page.id, number: place)
        change.insertions = [.init(index: index, page: page)]
      }
      change.replacementsOnArrival = [item.id: content]
      try await store.apply(change, to: document)
      (item.number, item.turns, item.version) = (number, 0, item.version + 1)
      pages.insert(item, at: index)
      if !order.present.contains(item.id) { order.insert(item.id, at: index) }
    }

    private mutating func splitAndMerge(at index: Int) async throws {
      let tail = try await store.split(document, at: index, title: "tail")
      let found = try await store.ids(of: tail.id)
      #expect(found == pages[index...].map(\.id))
      try await store.merge(tail.id, into: document)
    }

    private mutating func mergeAnother() async throws {
      let other = try await store.createDocument(title: "other").id
      let page = try await store.append(TestPage.input(3), to: other)
      try await store.merge(other, into: document)
      order.insert(page.id, at: pages.count)
      pages.append(Item(id: page.id, number: 3))
    }

    private mutating func checkDuplicate() async throws {
      let copy = try await store.duplicate(document)
      let count = copy.pageCount
      let copies = try await store.pages(in: 0..<count, of: copy.id)
      #expect(copies.map(\.rotation.count) == pages.map(\.turns))
      try await store.deleteDocument(copy.id)
      copyCount += count
    }

    /// The first difference between the store and the arrays.
    func difference() async throws -> String? {
      let count = try await store.document(document).pageCount
      let found = try await store.pages(in: 0..<count, of: document)
      guard found.map(\.id) == pages.map(\.id) else { return "another order" }
      for (page, item) in zip(found, pages) {
        guard page.rotation.count == item.turns, page.contentVersion == item.version,
          try await store.bytes(of: page.id) == TestPage.png(item.number)
        else { return "another page \(page.id)" }
      }
      let trashed = try await store.trash(of: document).map(\.id)
      guard Set(trashed) == Set(trash.map(\.id)), trashed.count == trash.count else {
        return "another trash"
      }
      return folder.files(below: "incoming").isEmpty ? nil : "leftovers"
    }
  }
}
