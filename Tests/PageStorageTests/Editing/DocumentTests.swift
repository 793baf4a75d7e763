// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import Testing

@testable import PageStorage

@Suite struct DocumentTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func titleAndMetadataChange() async throws {
    let start = Date(timeIntervalSinceNow: -0.002)
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Lease", metadata: ["box": "7"])
    #expect(document.created >= start && document.created == document.modified)
    try await Task.sleep(for: .milliseconds(2))
    let renamed = try await store.updateDocument(document.id, title: "Lease 2026")
    #expect(renamed.title == "Lease 2026" && renamed.metadata == ["box": "7"])
    #expect(renamed.created == document.created && renamed.modified > document.modified)
    #expect(renamed.revision == document.revision, "the pages are the same")
    let moved = try await store.updateDocument(document.id, metadata: ["box": "8", "\u{0}": "\n"])
    #expect(moved.title == "Lease 2026" && moved.metadata == ["box": "8", "\u{0}": "\n"])
    #expect(try await store.document(document.id) == moved)
  }

  @Test(arguments: ["\u{0}", "a\u{0}b", "\n", " ", "\u{FEFF}", "\u{10FFFF}"])
  func aTitleMayHaveAnyCharacter(title: String) async throws {
    var store = try await folder.open()
    let created = try await store.createDocument(title: title)
    let other = try await store.createDocument(title: "")
    _ = try await store.updateDocument(other.id, title: title)
    #expect(try await store.isSound())
    await store.close()
    store = try await folder.open()
    #expect(try await store.document(created.id).title.utf8.elementsEqual(title.utf8))
    #expect(try await store.document(other.id).title.utf8.elementsEqual(title.utf8))
  }

  @Test func aMarkMaySayThatThereWasNoChange() {
    #expect(CommitMark.isWhole(CommitMark(0).stored) && CommitMark.isWhole(CommitMark(7).stored))
    var flipped = CommitMark(0).stored
    flipped[3] ^= 1
    #expect(!CommitMark.isWhole(flipped) && CommitMark(stored: CommitMark(0).stored) == nil)
  }

  @Test func aChangeOfPagesIsAChangeOfTheDocument() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "")
    try await Task.sleep(for: .milliseconds(2))
    try await store.append(TestPage.input(1), to: document.id)
    let changed = try await store.document(document.id)
    #expect(changed.modified > document.modified && changed.created == document.created)
  }

  @Test func titleAndMetadataAreLimited() async throws {
    let store = try await folder.open()
    let limit = PageStore.maximumMetadataByteCount
    let text = String(repeating: "x", count: limit - 1)
    let document = try await store.createDocument(title: text, metadata: ["": "y"]).id
    let error = PageStoreError.limitExceeded(
      .metadataByteCount, found: limit + 1, allowed: limit)
    await #expect(throws: error) {
      try await store.createDocument(title: text, metadata: ["k": "y"])
    }
    await #expect(throws: error) {
      try await store.updateDocument(document, title: text, metadata: ["k": "y"])
    }
    #expect(try await store.documents().count == 1)
  }

  @Test func aDocumentThatDoesNotExistIsNotFound() async throws {
    let store = try await folder.open()
    let none = DocumentID(77)
    let error = PageStoreError.notFound(.document(none))
    await #expect(throws: error) { try await store.document(none) }
    await #expect(throws: error) { try await store.updateDocument(none, title: "") }
    await #expect(throws: error) { try await store.append(TestPage.input(1), to: none) }
    await #expect(throws: error) { try await store.split(none, at: 0, title: "") }
    await #expect(throws: error) { try await store.duplicate(none) }
    await #expect(throws: error) { try await store.deleteDocument(none) }
    await #expect(throws: error) { try await store.trash(of: none) }
    #expect(
      await store.ingest([TestPage.input(1)], into: none) == [.failure(error)])
    #expect(folder.files(below: "blobs").isEmpty)
  }

  @Test func windowsAreCheckedAgainstTheDocument() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    for number in 0..<3 { try await store.append(TestPage.input(number), to: document) }
    let ids = try await store.ids(of: document)
    for start in 0...3 {
      for end in start...3 {
        #expect(
          try await store.pages(in: start..<end, of: document).map(\.id) == Array(ids[start..<end]))
      }
    }
    await #expect(throws: PageStoreError.notFound(.index(3, count: 3))) {
      try await store.pages(in: 1..<4, of: document)
    }
    await #expect(throws: PageStoreError.notFound(.index(-1, count: 3))) {
      try await store.pages(in: -1..<2, of: document)
    }
  }

  @Test(arguments: [Duration.milliseconds(500), .seconds(2)])
  func theTrashIsKeptForItsRetention(_ retention: Duration) async throws {
    let store = try await folder.open { $0.trashRetention = retention }
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(TestPage.input(1), to: document).id
    try await store.delete(page)
    let deleted = try #require(try await store.page(page).trash?.date)
    let count = try await store.purge()
    // On a machine so slow that the time has passed, there is nothing to check.
    if -deleted.timeIntervalSinceNow < retention / .seconds(1) { #expect(count == 0) }
    while -deleted.timeIntervalSinceNow <= retention / .seconds(1) + 0.005 {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try await store.purge() == 1 - count)
    await #expect(throws: PageStoreError.notFound(.page(page))) { try await store.page(page) }
  }

  @Test func documentsSplitMergeAndDuplicate() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "All").id
    for number in 0..<5 { try await store.append(TestPage.input(number), to: document) }
    let ids = try await store.ids(of: document)
    let tail = try await store.split(document, at: 3, title: "Tail")
    #expect(try await store.ids(of: document) == Array(ids[..<3]))
    #expect(try await store.ids(of: tail.id) == Array(ids[3...]))

    let copy = try await store.duplicate(tail.id)
    #expect(copy.title == "Tail" && copy.pageCount == 2)
    #expect(try await store.bytes(of: store.ids(of: copy.id)[1]) == TestPage.png(4))

    try await store.merge(tail.id, into: document)
    #expect(try await store.ids(of: document) == ids)
    await #expect(throws: PageStoreError.notFound(.document(tail.id))) {
      try await store.document(tail.id)
    }
    #expect(folder.files(below: "blobs").count == 5)
  }
}
