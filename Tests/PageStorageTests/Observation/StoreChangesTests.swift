// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

@Suite struct StoreChangesTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// The next changes as words, and the version to which they lead.
  private func take(
    _ count: Int, from changes: inout StoreChanges.Iterator
  ) async throws -> (words: [String], version: Int) {
    var words: [String] = []
    var version = 0
    for _ in 0..<count {
      let change = try #require(try await changes.next())
      #expect(change.version > version)
      version = change.version
      let parts = [change.document?.description, change.revision.map { "at \($0)" }]
      words.append(([change.kind.rawValue] + parts.compactMap(\.self)).joined(separator: " "))
    }
    return (words, version)
  }

  /// A service that is newer than its client may send one.
  @Test func aKindOfALaterVersionIsUnknown() throws {
    let text = #"{"version": 12, "kind": "painted", "document": 1}"#
    let change = try JSONDecoder().decode(StoreChange.self, from: Data(text.utf8))
    #expect(change.kind == .unknown && change.version == 12)
    for kind in StoreChange.Kind.allCases {
      let data = try JSONEncoder().encode([kind])
      #expect(try JSONDecoder().decode([StoreChange.Kind].self, from: data) == [kind])
    }
  }

  @Test func eachKindOfChangeIsTold() async throws {
    let (store, other) = (try await folder.open(), try await folder.open())
    let start = try await store.version()
    var changes = store.changes(after: start).makeAsyncIterator()
    let first = try await other.createDocument(title: "A").id
    let page = try await store.append(TestPage.input(0), to: first)
    try await other.updateDocument(first, title: "B", metadata: ["color": "red"])
    try await other.updateDocument(first, title: "B")
    try await store.deleteDocument(first)
    try await other.restoreDocument(first)
    try await store.rotate(page.id, by: .half)
    let second = try await store.split(first, at: 0, title: "C").id
    try await store.merge(second, into: first)
    let third = try await store.duplicate(first).id
    try await store.deleteDocument(third)
    try await store.purge(deletedBefore: .distantFuture)
    let (words, version) = try await take(15, from: &changes)
    #expect(
      words == [
        "created 1", "pagesChanged 1 at 1", "renamed 1", "metadataChanged 1", "trashed 1",
        "restored 1", "pagesChanged 1 at 2", "created 2", "pagesChanged 1 at 3",
        "pagesChanged 2 at 1", "pagesChanged 1 at 4", "removed 2", "created 3",
        // A purge removes the changes of its pages as well.
        "trashed 3", "removed 3",
      ])
    #expect(try await version <= store.version())
  }

  @Test func anObserverGoesOnFromItsVersionWithoutAGap() async throws {
    let store = try await folder.open()
    for number in 0..<3 { _ = try await store.createDocument(title: "\(number)") }
    let (documents, version) = try await store.versionedDocuments()
    #expect(documents.map(\.title) == ["0", "1", "2"])
    let expected = try await store.createDocument(title: "3").id
    var changes = store.changes(after: version).makeAsyncIterator()
    let (words, last) = try await take(1, from: &changes)
    #expect(words == ["created \(expected)"])
    // Also after a restart.
    try await store.deleteDocument(expected)
    await store.close()
    let again = try await folder.open()
    var rest = again.changes(after: last).makeAsyncIterator()
    #expect(try await take(1, from: &rest).words == ["trashed \(expected)"])
    #expect(try await again.version() == last + 1)
  }

  /// Entries of a permanently deleted document are removed, and observers do not have to read
  /// everything again.
  @Test func aPurgeLeavesNoGap() async throws {
    let store = try await folder.open()
    let start = try await store.version()
    let kept = try await store.createDocument(title: "").id
    let gone = try await store.createDocument(title: "").id
    try await store.append(TestPage.input(0), to: gone)
    try await store.deleteDocument(gone)
    try await store.purge(deletedBefore: .distantFuture)
    try await store.append(TestPage.input(1), to: kept)
    var changes = store.changes(after: start).makeAsyncIterator()
    let (words, _) = try await take(5, from: &changes)
    #expect(
      words == [
        "created \(kept)", "created \(gone)", "trashed \(gone)", "removed \(gone)",
        "pagesChanged \(kept) at 1",
      ])
  }

  @Test(arguments: [-1, 1_000_000]) func anObserverOfAnotherPastReadsAnew(version: Int) async throws
  {
    let store = try await folder.open()
    _ = try await store.createDocument(title: "")
    var changes = store.changes(after: version).makeAsyncIterator()
    let change = try await changes.next()
    #expect(change?.kind == .unknown && change?.document == nil)
    #expect(try await change?.version == store.version())
    let document = try await store.createDocument(title: "").id
    #expect(try await take(1, from: &changes).words == ["created \(document)"])
  }

  @Test(.folderOnly) func anObserverOfARepairedStoreReadsAnew() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    try await store.append(TestPage.input(0), to: document)
    let version = try await store.version()
    await store.close()
    try FileManager.default.removeItem(atPath: folder.store + "/catalogue.sqlite")
    try await PageStore.repair(at: folder.store)
    let repaired = try await folder.open()
    var changes = repaired.changes(after: version).makeAsyncIterator()
    #expect(try await changes.next()?.kind == .unknown)
  }

  @Test func cancellationEndsTheSequence() async throws {
    let store = try await folder.open()
    let version = try await store.version()
    let observer = Task {
      var count = 0
      for try await _ in store.changes(after: version) { count += 1 }
      return count
    }
    observer.cancel()
    #expect(try await observer.value == 0)
  }
}
