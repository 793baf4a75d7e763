// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageImaging
import PageStorage
import Testing

/// Pages and documents that are deleted, and restored or purged.
@Suite struct TrashTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func deletedPagesAreRestored() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    for number in 0..<3 { try await store.append(TestPage.input(number), to: document) }
    let ids = try await store.ids(of: document)
    try await store.delete(ids[1])
    let trash = try await store.trash(of: document)
    #expect(trash.map(\.id) == [ids[1]] && trash[0].trash?.index == 1)
    try await store.restore(ids[1])
    #expect(try await store.ids(of: document) == ids)
    #expect(try await store.bytes(of: ids[1]) == TestPage.png(1))
  }

  /// The pages of all parts of the list.
  private func parts(
    of document: DocumentID, in store: PageStore, limit: Int
  ) async throws -> [[PageID]] {
    var (parts, cursor) = ([[PageID]](), TrashCursor?.none)
    repeat {
      let part = try await store.trash(of: document, after: cursor, limit: limit)
      #expect(part.damaged.isEmpty)
      parts.append(part.pages.map(\.id))
      cursor = part.next
      // The text of a position is that position.
      if let cursor { #expect(TrashCursor(cursor.description) == cursor) }
    } while cursor != nil
    return parts
  }

  @Test func thePartsOfTheListAreTheList() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    #expect(try await parts(of: document, in: store, limit: 5) == [[]])
    for number in 0..<9 { try await store.append(TestPage.input(number), to: document) }
    // Some at the same time.
    try await store.apply(StoreChangeset(deletions: [1, 4, 6]), to: document)
    try await store.apply(StoreChangeset(deletions: [0]), to: document)
    try await store.apply(StoreChangeset(deletions: [2, 3, 4]), to: document)
    let all = try await store.trash(of: document).map(\.id)
    #expect(all.count == 7)
    for limit in Array(1...8) + [.max] {
      let parts = try await parts(of: document, in: store, limit: limit)
      #expect(parts.flatMap(\.self) == all)
      #expect(parts.dropLast().allSatisfy { $0.count == limit })
    }
  }

  @Test func aPositionSurvivesChanges() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    for number in 0..<6 { try await store.append(TestPage.input(number), to: document) }
    let ids = try await store.ids(of: document)
    for page in ids.prefix(4) { try await store.delete(page) }
    let first = try await store.trash(of: document, after: nil, limit: 2)
    #expect(first.pages.map(\.id) == [ids[3], ids[2]])
    try await store.restore(ids[2])
    try await store.delete(ids[5])
    let second = try await store.trash(of: document, after: first.next, limit: 2)
    #expect(second.pages.map(\.id) == [ids[1], ids[0]] && second.next == nil)
    let other = try await store.createDocument(title: "").id
    #expect(try await store.trash(of: other, after: first.next, limit: 2).pages.isEmpty)
    await #expect(throws: PageStoreError.notFound(.document(DocumentID(99)))) {
      try await store.trash(of: DocumentID(99), after: nil, limit: 1)
    }
  }

  @Test(arguments: [
    "", "1", "1.", ".1", "1.2.3", "01.2", "1.02", "1.-2", "a.b", "1.99999999999999999999",
  ])
  func otherTextIsNoPosition(text: String) {
    #expect(TrashCursor(text) == nil)
  }

  @Test func severalPagesAreRestoredInOneChange() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    for number in 0..<4 { try await store.append(TestPage.input(number), to: document) }
    let ids = try await store.ids(of: document)
    try await store.apply(StoreChangeset(deletions: [0, 2]), to: document)
    let change = StoreChangeset(
      restorations: [.init(index: 0, page: ids[2]), .init(index: 3, page: ids[0])])
    let result = try await store.apply(change, to: document, expecting: 5)
    #expect(try await store.ids(of: document) == [ids[2], ids[1], ids[3], ids[0]])
    #expect(result.changeset?.insertions.map(\.page.id) == [ids[2], ids[0]])
    #expect(try await store.bytes(of: ids[2]) == TestPage.png(2))
    #expect(try await store.trash(of: document).isEmpty)
    await #expect(throws: PageStoreError.notFound(.trashedPage(ids[1]))) {
      try await store.apply(
        StoreChangeset(deletions: [0], restorations: [.init(index: 0, page: ids[1])]),
        to: document)
    }
    #expect(try await store.ids(of: document).count == 4)
    #expect(try await store.isSound())
  }

  @Test(.folderOnly) func purgedPagesTakeTheirBytesAlong() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let outcomes = await store.ingest([1, 1, 2].map { TestPage.input($0) }, into: document)
    let ids = try outcomes.map { try $0.get().id }
    try await store.delete(ids[0], ids[2])
    #expect(try await store.purge() == 0, "the retention has not passed")
    #expect(try await store.purge(deletedBefore: .distantFuture) == 2)
    #expect(folder.files(below: "blobs").count == 1, "one page still has the bytes of the first")
    #expect(try await store.bytes(of: ids[1]) == TestPage.png(1))
    await #expect(throws: PageStoreError.notFound(.page(ids[0]))) {
      try await store.page(ids[0])
    }
  }

  @Test(.folderOnly) func aDocumentIsGoneOnlyAfterItsPurge() async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Lease").id
    _ = try await store.append(TestPage.input(0), to: document)
    #expect(try await !store.isGone(document))
    try await store.deleteDocument(document)
    #expect(try await !store.isGone(document))
    try await store.restoreDocument(document)
    #expect(try await !store.isGone(document))
    try await store.deleteDocument(document)
    try await store.purge(deletedBefore: .distantFuture)
    #expect(try await store.isGone(document))
    #expect(try await store.isGone(DocumentID(99)))
    #expect(try await store.isSound())
    await store.close()
  }

  @Test(.folderOnly) func documentsGoToTheTrashAndAreRemoved() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Old").id
    try await store.append(TestPage.input(1), to: document)
    for missing in [document, DocumentID(99)] {
      await #expect(throws: PageStoreError.notFound(.trashedDocument(missing))) {
        try await store.restoreDocument(missing)
      }
    }
    try await store.deleteDocument(document)
    #expect(try await store.documents().isEmpty)
    #expect(try await store.trashedDocuments().map(\.id) == [document])
    try await store.restoreDocument(document)
    #expect(try await store.ids(of: document).count == 1)
    try await store.deleteDocument(document)
    #expect(try await store.purge(deletedBefore: .distantFuture) == 1)
    #expect(try await store.trashedDocuments().isEmpty)
    #expect(folder.files(below: "blobs").isEmpty)
  }
}
