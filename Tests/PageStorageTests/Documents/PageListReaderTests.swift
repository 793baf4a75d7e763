// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages
import GalleryTestSupport
import Synchronization
import Testing

@testable import PageStorage

/// The pages of lists, which are read in runs, beside the same pages read one by one.
struct PageListReaderTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Two documents whose pages arrived in turn, and copies of one of them.
  private func fill(_ store: PageStore, count: Int) async throws -> DocumentID {
    let documents = [
      try await store.createDocument(title: "a").id, try await store.createDocument(title: "b").id,
    ]
    for number in 0..<count {
      try await store.append(TestPage.input(number), to: documents[number / 3 % 2])
    }
    let copy = try await store.duplicate(documents[0]).id
    try await store.merge(copy, into: documents[0])
    return documents[0]
  }

  private func listed(
    _ store: PageStore, _ document: DocumentID, portion: Int = 1_024
  ) async throws -> [ListedPage] {
    let found = Mutex<[ListedPage]>([])
    try await store.readPages(of: document, portion: portion) { portion in
      found.withLock { $0 += portion.pages }
      return true
    }
    return found.withLock(\.self)
  }

  private func stored(_ store: PageStore, _ document: DocumentID) async throws -> [ListedPage] {
    let count = try await store.document(document).pageCount
    return try await store.pages(in: 0..<count, of: document).map(ListedPage.init)
  }

  @Test(arguments: [1, 2, 3]) func runsHaveThePagesInTheirOrder(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let store = try await folder.open()
    let document = try await fill(store, count: 40)
    for _ in 0..<12 {
      let ids = try await store.ids(of: document)
      let page = try #require(ids.randomElement(using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: try await store.rotate(page, by: .clockwise)
      case 1: try await store.delete(page)
      case 2: try await store.move(page, to: Int.random(in: 0..<ids.count, using: &random))
      default: try await store.markDamaged([try await store.page(page).digest: "ends early"])
      }
      let expected = try await stored(store, document)
      for portion in [1, 7, 1_024] {
        #expect(try await listed(store, document, portion: portion) == expected, "seed \(seed)")
      }
    }
  }

  @Test(
    .folderOnly,
    arguments: [
      "UPDATE page SET contentVersion = 9 WHERE id = 3",
      "UPDATE page SET checksum = 0 WHERE id = 1",
      "UPDATE page SET blob = 4 WHERE id = 3", "DELETE FROM page WHERE id = 2",
      "DELETE FROM page WHERE id = 14", "UPDATE page SET id = 900 WHERE id = 8",
      "UPDATE blob SET byteCount = 7 WHERE id = 2", "UPDATE blob SET header = X'00' WHERE id = 2",
      "UPDATE blob SET damage = 'x' WHERE id = 9", "UPDATE blob SET digest = X'00' WHERE id = 1",
      "DELETE FROM blob WHERE id = 3", "UPDATE page SET aspectRatio = 2 WHERE id = 2",
    ])
  func aDamagedRowIsADamagedPageAndTheOthersAreListed(change: String) async throws {
    let store = try await folder.open()
    let document = try await fill(store, count: 20)
    try await DatabaseQueue(path: folder.store + "/catalogue.sqlite").writeWithoutTransaction {
      db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      try db.execute(sql: change)
    }
    await #expect(throws: PageStoreError.self) { try await stored(store, document) }
    // One by one, each of the others is what it was.
    var damagedCount = 0
    let ids = try await store.pageIDs(of: document)
    let found = try await listed(store, document)
    #expect(found.map(\.id) == ids)
    let shown = try await store.galleryPages(of: document).pages
    #expect(shown.map(\.id) == ids)
    for (place, id) in ids.enumerated() {
      do {
        let page = try await store.page(id)
        #expect(found[place] == ListedPage(page))
        #expect(shown[place].contentVersion == page.contentVersion)
      } catch {
        damagedCount += 1
        #expect(found[place].isDamaged && found[place].aspectRatio == nil)
      }
    }
    #expect(damagedCount > 0)
    let window = try await store.readableWindow(1..<Int.max, of: document)
    #expect(window.range == 1..<ids.count && window.entries.map(\.id) == Array(ids.dropFirst()))
    #expect(window.entries.map(\.index) == Array(1..<ids.count))
    for entry in window.entries {
      let page = try? await store.page(entry.id)
      #expect(entry.page == page)
    }
    // Who has this list asks again: the row may be restored without another change.
    try await store.readPages(of: document) { portion in
      #expect(portion.knowledge == -1)
      return true
    }
  }

  @Test(
    .folderOnly,
    arguments: [
      [1 << 63], [1, 1 << 63], [1 << 63 - 1, 1 << 63], [1 << 63, 1 << 63 + 1], [.max - 1, .max],
      [1, .max], [.max, 1],
    ] as [[UInt64]])
  func identifiersBeyondThoseOfSQLiteHaveNoPages(ids: [UInt64]) async throws {
    let store = try await folder.open()
    _ = try await fill(store, count: 4)
    let damage = PageStoreError.corrupted(.page(PageID(rawValue: 7)))
    try await DatabaseQueue(path: folder.store + "/catalogue.sqlite").read { db in
      _ = #expect(throws: damage) { _ = try db.listedPages(ids, orThrow: damage) }
    }
  }
}
