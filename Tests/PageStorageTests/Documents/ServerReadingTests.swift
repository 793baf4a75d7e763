// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage
import Synchronization
import Testing

/// Reading and changing for servers.
struct ServerReadingTests {
  private final class Portions: Sendable {
    let found = Mutex<[[PageID]]>([])
  }

  @Test func readsPagesInPortionsOfOneSnapshot() async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "a").id
    for number in 0..<5 { try await store.append(TestPage.input(number), to: document) }
    let portions = Portions()
    try await store.readPages(of: document, portion: 2) { pages, revision in
      #expect(revision == 5)
      portions.found.withLock { $0.append(pages.map(\.id)) }
    }
    let found = portions.found.withLock(\.self)
    #expect(found.map(\.count) == [2, 2, 1])
    let ids = try await store.pageIDs(of: document)
    #expect(found.flatMap(\.self) == ids)
  }

  @Test func updatesADocumentIfItIsAsExpected() async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "a").id
    await #expect(throws: PageStoreError.conflict(document, expected: 0, found: 0)) {
      try await store.updateDocument(document, title: "b", metadata: nil) { $0.title == "c" }
    }
    #expect(try await store.document(document).title == "a")
    try await store.updateDocument(document, title: "b", metadata: nil) { $0.title == "a" }
    #expect(try await store.document(document).title == "b")
  }
}
