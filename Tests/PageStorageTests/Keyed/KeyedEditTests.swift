// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryPages
import GalleryTestSupport
import Testing

@testable import PageStorage

/// Edits that are applied at most once under a key.
@Suite struct KeyedEditTests {
  private typealias Keyed = KeyedStore

  @Test func aRepeatedEditReturnsTheResponseOfTheFirst() async throws {
    let keyed = try await KeyedStore()
    #expect(try await keyed.rotate(Keyed.request("a")) == "2")
    #expect(try await keyed.rotate(Keyed.request("b")) == "3")
    #expect(try await keyed.rotate(Keyed.request("a", hours: 1)) == "repeated 2")
    #expect(try await keyed.rotate(Keyed.request("a", scope: "other")) == "4")
    #expect(try await keyed.store.page(keyed.pages[0]).rotation == .counterclockwise)
    await keyed.store.close()
    let again = try await keyed.folder.open()
    #expect(try await keyed.rotate(Keyed.request("b"), in: again) == "repeated 3")
    let receipt = try #require(
      try await again.receipt(for: EditKey("b"), at: KeyedStore.start))
    #expect(receipt.response == Array("3".utf8) && receipt.time == KeyedStore.start)
    #expect(try await again.isSound())
  }

  @Test func aKeyServesOneRequest() async throws {
    let keyed = try await KeyedStore()
    try await keyed.rotate(Keyed.request("a", 1))
    await #expect(throws: PageStoreError.keyReused) {
      try await keyed.rotate(Keyed.request("a", 2))
    }
    #expect(try await keyed.store.document(keyed.document).revision == 2)
  }

  @Test func aFailedEditHasNoReceipt() async throws {
    let keyed = try await KeyedStore()
    let request = try Keyed.request("a")
    await #expect(throws: PageStoreError.notFound(.page(PageID(99)))) {
      try await keyed.store.perform(.delete([PageID(99)]), once: request) { _, _ in [] }
    }
    // Also if only its response cannot be made.
    await #expect(throws: PageStoreError.notFound(.page(PageID(99)))) {
      try await keyed.store.perform(.delete([keyed.pages[0]]), once: request) {
        (_, edited) throws(PageStoreError) in
        _ = try edited.page(PageID(99))
        return []
      }
    }
    let limit = EditReceipt.maximumResponseByteCount
    await #expect(
      throws: PageStoreError.limitExceeded(
        .responseByteCount, found: limit + 1, allowed: limit)
    ) {
      try await keyed.store.perform(.delete([keyed.pages[0]]), once: request) { _, _ in
        [UInt8](repeating: 0, count: limit + 1)
      }
    }
    #expect(try await keyed.store.document(keyed.document).revision == 1)
    #expect(try await keyed.store.receipt(for: request.key, at: request.time) == nil)
    #expect(try await keyed.rotate(request) == "2")
  }

  @Test func receiptsExpire() async throws {
    let keyed = try await KeyedStore()
    #expect(try await keyed.rotate(Keyed.request("a")) == "2")
    #expect(try await keyed.rotate(Keyed.request("a", hours: 24)) == "repeated 2")
    #expect(try await keyed.rotate(Keyed.request("a", 2, hours: 24.01)) == "3")
    #expect(try await keyed.rotate(Keyed.request("a", 2, hours: 48)) == "repeated 3")
  }

  @Test(.folderOnly) func laterEditsRemoveExpiredReceipts() async throws {
    let keyed = try await KeyedStore()
    for number in 0..<40 { try await keyed.rotate(Keyed.request("old \(number)")) }
    for number in 0..<40 { try await keyed.rotate(Keyed.request("new \(number)", hours: 25)) }
    await keyed.store.close()
    let count = try await keyed.folder.changeCatalog { db in
      try db.integer("SELECT count(*) FROM receipt")
    }
    #expect((40...44).contains(count ?? 0), "few expired ones are left: \(count ?? 0)")
    let again = try await keyed.folder.open()
    #expect(try await keyed.rotate(Keyed.request("new 7", hours: 26), in: again).first == "r")
  }

  /// Each kind of edit, with a response from the store as the edit leaves it.
  @Test func everyEditCanBeKeyed() async throws {
    let keyed = try await KeyedStore()
    let (store, pages) = (keyed.store, keyed.pages)
    func once<Result>(
      _ edit: StoreEdit<Result>,
      _ response:
        @escaping @Sendable (Result, EditedStore) throws(PageStoreError) ->
        any CustomStringConvertible
    ) async throws -> String {
      let request = try Keyed.request("\(UUID())")
      var texts: [String] = []
      for _ in 0..<2 {
        let outcome = try await store.perform(edit, once: request) {
          (result, edited) throws(PageStoreError) in
          Array("\(try response(result, edited))".utf8)
        }
        #expect(outcome.isRepeated == !texts.isEmpty)
        texts.append(String(decoding: outcome.response, as: UTF8.self))
      }
      #expect(texts[0] == texts[1])
      return texts[0]
    }
    let index = { (page: PageID) in
      {
        @Sendable (_: DocumentChange, edited: EditedStore) throws(PageStoreError)
          -> any CustomStringConvertible in
        try edited.index(of: page)
      }
    }
    #expect(try await once(.move(pages[0], to: 2), index(pages[0])) == "2")
    #expect(try await once(.delete([pages[1]]), index(pages[2])) == "0")
    #expect(try await once(.restore(pages[1], at: 0), index(pages[1])) == "0")
    let staged = try await store.stage(TestPage.input(7))
    let document = keyed.document
    #expect(
      try await once(.insert([staged], at: 1, of: document)) {
        (_, edited) throws(PageStoreError) in try edited.page(at: 1, of: document).id.rawValue
      } == "\(staged.id.rawValue)")
    let other = try await store.stage(TestPage.input(8))
    #expect(
      try await once(.replace(pages[0], with: other)) { page, _ in page.contentVersion } == "1")
    #expect(
      try await once(.updateMetadata(of: [pages[0]]) { $0.source = "scanner" }) { found, _ in
        found.count
      } == "1")
    let change = StoreChangeset(deletions: [0], moves: [.init(source: 1, destination: 2)])
    #expect(
      try await once(.apply(change, to: document, expecting: 6)) { change, _ in change.revision }
        == "7")
    let id = try await once(.createDocument(title: "new")) { document, _ in document.id.rawValue }
    let new = DocumentID(try #require(Int64(id)))
    #expect(
      try await once(.updateDocument(new, title: "newer")) {
        (_, edited) throws(PageStoreError) in try edited.document(new).title
      } == "newer")
    #expect(try await once(.deleteDocument(new)) { _, _ in "gone" } == "gone")
    #expect(try await once(.restoreDocument(new)) { document, _ in document.title } == "newer")
    #expect(try await store.documents().count == 2)
    #expect(try await store.isSound())
  }

  /// Pages that a repeated edit does not need stay usable.
  @Test func aRepeatedEditTakesNoPages() async throws {
    let keyed = try await KeyedStore()
    let request = try Keyed.request("a")
    let staged = [
      try await keyed.store.stage(TestPage.input(7)),
      try await keyed.store.stage(TestPage.input(7)),
    ]
    for page in staged {
      _ = try await keyed.store.perform(
        .insert([page], of: keyed.document), once: request
      ) { _, _ in [] }
    }
    #expect(try await keyed.store.document(keyed.document).pageCount == 4)
    let added = try await keyed.store.perform(.insert([staged[1]], of: keyed.document))
    #expect(added.map(\.id) == [staged[1].id])
    await #expect(throws: PageStoreError.notFound(.stagedPage(staged[0].id))) {
      try await keyed.store.perform(.insert([staged[0]], of: keyed.document))
    }
  }

  @Test func aDeletionCanRequireAState() async throws {
    let keyed = try await KeyedStore()
    await #expect(throws: PageStoreError.conflict(keyed.document, expected: 1, found: 1)) {
      try await keyed.store.perform(.deleteDocument(keyed.document) { $0.revision == 9 })
    }
    try await keyed.store.perform(.deleteDocument(keyed.document) { $0.revision == 1 })
    #expect(try await keyed.store.documents().isEmpty)
  }

  @Test func manyAtOnceApplyOneEdit() async throws {
    let keyed = try await KeyedStore()
    let others = [keyed.store, try await keyed.folder.open()]
    let responses = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<24 {
        group.addTask {
          let request = try Keyed.request("key \(number % 3)")
          return try await keyed.rotate(request, in: others[number % 2])
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(responses.filter { !$0.hasPrefix("repeated") }.sorted() == ["2", "3", "4"])
    #expect(try await keyed.store.document(keyed.document).revision == 4)
    await others[1].close()
  }

  /// Keys whose digests begin alike.
  @Test func similarKeysHavePlaces() throws {
    let queue = try DatabaseQueue()
    try queue.write { db in
      for step in CatalogSchema.steps { try step(db) }
      let keys = (0..<5).map { number in
        ContentDigest([UInt8](repeating: 9, count: 31) + [UInt8(number)])
      }
      for (number, key) in keys.enumerated() {
        let key = try #require(key)
        let row = ReceiptRow(key: key, request: key, response: [UInt8(number)], time: 10)
        let near = try ReceiptRow.neighborhood(of: key, at: 10, db)
        #expect(near.found == nil)
        if number < 4 {
          try row.insert(near: near, db)
        } else {
          #expect(throws: PageStoreError.keyReused) { try row.insert(near: near, db) }
        }
      }
      for (number, key) in keys.prefix(4).enumerated() {
        let near = try ReceiptRow.neighborhood(of: try #require(key), at: 10, db)
        #expect(near.found?.response == [UInt8(number)])
      }
      // Expired ones make room.
      let last = try #require(keys[4])
      let later: Int64 = 10 + 25 * 3_600_000
      let row = ReceiptRow(key: last, request: last, response: [4], time: later)
      try row.insert(near: try ReceiptRow.neighborhood(of: last, at: later, db), db)
      #expect(try db.integer("SELECT count(*) FROM receipt") == 1)
    }
  }
}
