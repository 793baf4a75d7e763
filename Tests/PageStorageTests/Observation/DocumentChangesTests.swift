// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage
import Testing

@Suite struct DocumentChangesTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func changesArriveInOrderAndWhole() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let first = try await store.append(TestPage.input(0), to: document)
    var changes = store.changes(of: document, after: 0).makeAsyncIterator()
    let insertion = try await changes.next()
    #expect(
      insertion
        == DocumentChange.inserting(first.page, at: 0, revision: 1, of: document))
    let moves = Task {
      for _ in 0..<10 { try await store.rotate(first.id, by: .clockwise) }
    }
    for revision in 2...11 {
      let change = try await changes.next()
      #expect(change?.revision == revision && change?.changeset?.replacements.count == 1)
    }
    try await moves.value
  }

  @Test func changesOfAnotherConnectionArrive() async throws {
    let (store, other) = (try await folder.open(), try await folder.open())
    let document = try await store.createDocument(title: "").id
    let observer = Task {
      var ids: [PageID] = []
      for try await change in store.changes(of: document, after: 0) {
        ids += change.changeset?.insertions.map(\.page.id) ?? []
        if ids.count == 3 { break }
      }
      return ids
    }
    var expected: [PageID] = []
    for number in 0..<3 {
      expected.append(try await other.append(TestPage.input(number), to: document).id)
    }
    #expect(try await observer.value == expected)
  }

  @Test func cancellationEndsTheSequence() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let observer = Task {
      var count = 0
      for try await _ in store.changes(of: document, after: 0) { count += 1 }
      return count
    }
    observer.cancel()
    #expect(try await observer.value == 0)
  }

  @Test func anObserverOfALostPastReadsAnew() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    try await store.append(TestPage.input(0), to: document)
    var changes = store.changes(of: document, after: 7).makeAsyncIterator()
    let change = try await changes.next()
    #expect(change?.revision == 1 && change?.changeset == nil)
  }

  @Test func aDeletedDocumentEndsWithAnError() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    try await store.deleteDocument(document)
    var changes = store.changes(of: document, after: 0).makeAsyncIterator()
    await #expect(throws: PageStoreError.notFound(.document(document))) {
      _ = try await changes.next()
    }
  }
}

extension DocumentChange {
  fileprivate static func inserting(
    _ page: Page, at index: Int, revision: Int, of document: DocumentID
  ) -> DocumentChangeExpectation {
    DocumentChangeExpectation(
      document: document, revision: revision,
      changeset: Changeset(insertions: [.init(index: index, page: page)]))
  }
}

/// The parts of a change, which has no public initializer.
struct DocumentChangeExpectation {
  var document: DocumentID
  var revision: Int
  var changeset: Changeset

  static func == (change: DocumentChange?, expected: Self) -> Bool {
    change?.document == expected.document && change?.revision == expected.revision
      && change?.changeset == expected.changeset
  }
}
