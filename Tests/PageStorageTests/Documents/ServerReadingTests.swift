// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
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
    try await store.readPages(of: document, portion: 2) { portion in
      #expect(portion.revision == 5 && portion.pageCount == 5 && portion.knowledge == 0)
      portions.found.withLock { $0.append(portion.pages.map(\.id)) }
      return true
    }
    let found = portions.found.withLock(\.self)
    #expect(found.map(\.count) == [2, 2, 1])
    let ids = try await store.pageIDs(of: document)
    #expect(found.flatMap(\.self) == ids)
  }

  @Test func endsWhenNoMorePortionsAreWanted() async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "a").id
    let portions = Portions()
    try await store.readPages(of: document) { portion in
      portions.found.withLock { $0.append(portion.pages.map(\.id)) }
      return true
    }
    #expect(portions.found.withLock(\.self) == [[]])
    for number in 0..<5 { try await store.append(TestPage.input(number), to: document) }
    try await store.readPages(of: document, portion: 2) { portion in
      portions.found.withLock { $0.append(portion.pages.map(\.id)) }
      return false
    }
    #expect(portions.found.withLock { $0.map(\.count) } == [0, 2])
  }

  @Test(.folderOnly) func knowledgeOfOriginalsIsNumbered() async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "a").id
    for number in 0..<2 { try await store.append(TestPage.input(number), to: document) }
    let pages = try await store.pages(of: document)
    var known = [try await knowledge(store, document)]
    #expect(known == [0])
    for page in pages {
      try await store.markDamaged([page.digest: "the image ends early"])
      known.append(try await knowledge(store, document))
      // Known damage is no news.
      try await store.markDamaged([page.digest: "the image ends early"])
      #expect(try await knowledge(store, document) == known.last)
    }
    #expect(Set(known).count == 3 && known == known.sorted())
    await store.close()
    // A new catalog must not repeat a number: a client could take its pages for the former ones.
    _ = try await PageStore.repair(at: folder.store)
    let again = try await folder.open()
    #expect(try await knowledge(again, document) >= (known.last ?? 0))
    await again.close()
    for name in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.store + "/catalogue.sqlite" + name)
    }
    _ = try await PageStore.repair(at: folder.store)
    let rebuilt = try await folder.open()
    #expect(try await knowledge(rebuilt, document) > (known.last ?? 0))
  }

  private func knowledge(_ store: PageStore, _ document: DocumentID) async throws -> Int {
    let found = Mutex(-2)
    try await store.readPages(of: document) { portion in
      found.withLock { $0 = portion.knowledge }
      return true
    }
    return found.withLock(\.self)
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
