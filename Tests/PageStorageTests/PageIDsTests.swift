// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage
import Testing

/// The identifiers of all pages of a document.
@Suite struct PageIDsTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func theyAreThoseOfThePagesInOrder() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    #expect(try await store.pageIDs(of: document).isEmpty)
    try await store.append(TestPage.input(0), to: document)
    // Beyond one window, and at positions where nodes of the order were split.
    while try await store.document(document).pageCount < 5_000 {
      try await store.merge(try await store.duplicate(document).id, into: document)
      let ids = try await store.pageIDs(of: document)
      try await store.move(ids[ids.count / 2], to: ids.count - 1)
      #expect(try await store.pageIDs(of: document) == store.ids(of: document))
    }
    let gone = DocumentID(99)
    await #expect(throws: PageStoreError.notFound(.document(gone))) {
      try await store.pageIDs(of: gone)
    }
  }

  @Test func theyAreOfOneMoment() async throws {
    let (store, other) = (try await folder.open(), try await folder.open())
    let document = try await store.createDocument(title: "").id
    try await store.append(TestPage.input(0), to: document)
    while try await store.document(document).pageCount < 8_192 {
      try await store.merge(try await store.duplicate(document).id, into: document)
    }
    let ids = try await store.pageIDs(of: document)
    let moving = Task {
      // From the first window into the last one, and back: otherwise a page would be missing or
      // repeated.
      while !Task.isCancelled {
        // In a task of its own, as one that waits would be withdrawn.
        try await Task {
          try await other.move(ids[0], to: ids.count - 1)
          try await other.move(ids[0], to: 0)
        }.value
      }
    }
    for _ in 0..<50 { #expect(Set(try await store.pageIDs(of: document)).count == ids.count) }
    moving.cancel()
    try await moving.value
    #expect(try await store.pageIDs(of: document) == ids)
  }
}
