// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// The order of pages that return from the trash, in whatever order they return.
@Suite struct RestorationOrderTests {
  let folder: TestFolder
  let store: PageStore
  let document: DocumentID

  init() async throws {
    folder = try TestFolder()
    store = try await folder.open()
    document = try await store.createDocument(title: "").id
  }

  private func append(_ count: Int) async throws -> [PageID] {
    let outcomes = await store.ingest((0..<count).map { TestPage.input($0) }, into: document)
    return try outcomes.map { try $0.get().id }
  }

  /// Pages 2, 3, 1, 4, 5, of which 1, 2 and 3 were deleted one after the other.
  @Test(arguments: [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]])
  func pagesReturnInAnyOrder(returning: [Int]) async throws {
    let ids = try await append(5)
    let order = [2, 3, 1, 4, 5].map { ids[$0 - 1] }
    try await store.move(ids[0], to: 2)
    #expect(try await store.ids(of: document) == order)
    for number in [1, 2, 3] { try await store.delete(ids[number - 1]) }
    for (count, number) in returning.enumerated() {
      try await store.restore(ids[number - 1])
      let absent = Set(returning[(count + 1)...].map { ids[$0 - 1] })
      #expect(try await store.ids(of: document) == order.filter { !absent.contains($0) })
    }
  }

  /// All pages, in the trash or not, keep one order.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func thePagesKeepTheirOrder(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var order = FormerOrder(try await append(12))
    for number in 0..<60 {
      try await change(&order, number, &random)
      #expect(try await store.ids(of: document) == order.present)
    }
    #expect(try await store.isSound())
  }

  private func change(
    _ order: inout FormerOrder, _ number: Int, _ random: inout SeededGenerator
  ) async throws {
    let present = order.present
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4 where !present.isEmpty:
      let count = Int.random(in: 1...min(4, present.count), using: &random)
      let pages = Array(present.shuffled(using: &random).prefix(count))
      try await store.delete(pages)
      order.delete(pages)
    case 4:
      let index = Int.random(in: 0...present.count, using: &random)
      let page = try await store.insert(TestPage.input(100 + number), at: index, of: document).id
      order.insert(page, at: index)
    case 5 where present.count > 1:
      let index = Int.random(in: 0..<present.count, using: &random)
      guard let page = present.randomElement(using: &random) else { return }
      try await store.move(page, to: index)
      order.move(page, to: index)
    case 6:
      // As an undo does: several at once, with their indexes.
      let pages = order.absent.shuffled(using: &random).prefix(3)
      for page in pages { _ = order.restore(page) }
      let present = order.present
      let change = StoreChangeset(
        restorations: pages.map { .init(index: present.firstIndex(of: $0) ?? 0, page: $0) })
      try await store.apply(change, to: document)
    default:
      guard let page = order.absent.randomElement(using: &random) else { return }
      let index = order.restore(page)
      #expect(try await store.restorationIndex(of: page) == index)
      try await store.restore(page)
    }
  }

  /// The page before was purged, moved to another document, or itself moved.
  @Test func aPageReturnsWithoutThePageBefore() async throws {
    let ids = try await append(6)
    try await store.delete(ids[1])
    try await store.purge(deletedBefore: .distantFuture)
    try await store.delete(ids[2])
    try await store.delete(ids[0])
    try await store.restore(ids[2])
    #expect(try await store.ids(of: document) == [2, 3, 4, 5].map { ids[$0] })
    try await store.delete(ids[4])
    try await store.move(ids[3], to: 0)
    try await store.restore(ids[4])
    #expect(try await store.ids(of: document) == [3, 4, 2, 5].map { ids[$0] })
    await #expect(throws: PageStoreError.notFound(.trashedPage(ids[4]))) {
      try await store.restorationIndex(of: ids[4])
    }
  }
}
