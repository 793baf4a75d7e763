// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// Pages that have an identifier before they are in a document.
@Suite struct StagedPageTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func stagedPagesHaveTheFactsOfStoredOnes() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let staged = try await store.stage(TestPage.input(3))
    #expect(staged.aspectRatio == TestPage.aspectRatio(3))
    #expect(folder.files(below: "blobs").isEmpty)
    await #expect(throws: PageStoreError.notFound(.page(staged.id))) {
      try await store.page(staged.id)
    }

    try await store.apply(
      StoreChangeset(insertions: [.init(index: 0, page: staged)]), to: document)

    let page = try await store.page(staged.id)
    #expect(page.key == staged.key && page.digest == staged.digest)
    #expect(page.header == staged.header && page.byteCount == staged.byteCount)
    #expect(folder.files(below: "incoming").isEmpty)
  }

  @Test func pagesWithTheSameBytesAreFound() async throws {
    let store = try await folder.open()
    let documents = [
      try await store.createDocument(title: "a").id, try await store.createDocument(title: "b").id,
    ]
    let staged = try await store.stage(TestPage.input(1))
    #expect(try await store.pageIDs(withContent: staged.digest) == [])
    var pages: [PageID] = []
    for document in documents + documents {
      pages.append(try await store.append(TestPage.input(1), to: document).id)
      try await store.append(TestPage.input(2), to: document)
    }
    #expect(try await store.pageIDs(withContent: staged.digest) == pages)
    #expect(try await store.pageIDs(withContent: staged.digest, limit: 3) == Array(pages[..<3]))
    #expect(try await store.pageIDs(withContent: staged.digest, limit: 0) == [])
    try await store.delete(pages[0])
    try await store.deleteDocument(documents[1])
    #expect(try await store.pageIDs(withContent: staged.digest) == [pages[2]])
  }

  @Test func aPageIsUsedOnceAndByAChangeThatSucceeds() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.stage(TestPage.input(1))
    let change = StoreChangeset(insertions: [.init(index: 0, page: page)])
    await #expect(throws: PageStoreError.conflict(document, expected: 7, found: 0)) {
      try await store.apply(change, to: document, expecting: 7)
    }
    await #expect(throws: PageStoreError.self) {
      try await store.apply(
        StoreChangeset(deletions: [3], insertions: change.insertions), to: document)
    }
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { (try? await store.apply(change, to: document)) != nil }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0 } == 1)
    #expect(try await store.ids(of: document) == [page.id])
    await #expect(throws: PageStoreError.notFound(.stagedPage(page.id))) {
      try await store.apply(
        StoreChangeset(replacements: [.init(index: 0, content: page)]), to: document)
    }
    #expect(try await store.isSound())
  }

  @Test func discardedPagesLeaveNothing() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let (page, other) = (
      try await store.stage(TestPage.input(1)), try await store.stage(TestPage.input(1))
    )
    page.discard()
    page.discard()
    #expect(folder.files(below: "incoming").count == 1)
    await #expect(throws: PageStoreError.notFound(.stagedPage(page.id))) {
      try await store.apply(
        StoreChangeset(insertions: [.init(index: 0, page: page)]), to: document)
    }
    try await store.apply(
      StoreChangeset(insertions: [.init(index: 0, page: other)]), to: document)
    other.discard()
    #expect(try await store.bytes(of: other.id) == TestPage.png(1))
    #expect(try await store.isSound())
  }

  /// Pages that are never committed, such as the uploads of clients that have left.
  @Test func closingLeavesNothing() async throws {
    let store = try await folder.open()
    var pages: [StagedPage] = []
    for number in 0..<3 { pages.append(try await store.stage(TestPage.input(number))) }
    #expect(folder.files(below: "incoming").count == 3)
    await store.close()
    #expect(folder.files(below: "incoming").isEmpty)
    for page in pages { page.discard() }
    let again = try await folder.open()
    #expect(try await again.isSound())
    await again.close()
  }

  @Test func identifiersAreNeverUsedAgain() async throws {
    var seen: Set<PageID> = []
    for round in 0..<3 {
      let store = try await folder.open()
      let kept = try await store.stage(TestPage.input(round))
      for number in 0..<4 {
        let page = try await store.stage(TestPage.input(number))
        #expect(seen.insert(page.id).inserted)
      }
      #expect(seen.insert(kept.id).inserted)
      let document = try await store.createDocument(title: "").id
      let stored = try await store.append(TestPage.input(9), to: document)
      #expect(seen.insert(stored.id).inserted)
      await store.close()
      await #expect(throws: PageStoreError.closed) {
        try await store.apply(
          StoreChangeset(insertions: [.init(index: 0, page: kept)]), to: document)
      }
    }
    await (try await folder.open()).close()
    #expect(folder.files(below: "incoming").isEmpty)
  }

  @Test(.folderOnly) func maintenanceTakesNoNoticeOfThem() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    try await store.append(TestPage.input(1), to: document)
    let page = try await store.stage(TestPage.input(2))
    #expect(try await store.isSound())
    #expect(try await store.backup(to: folder.path + "/backup").isSound)
    #expect(try await store.repair().isEmpty)
    _ = try await store.purge(deletedBefore: .distantFuture)

    try await store.apply(
      StoreChangeset(insertions: [.init(index: 0, page: page)]), to: document)

    #expect(try await store.bytes(of: page.id) == TestPage.png(2))
    #expect(try await store.isSound())
    let backup = try await PageStore.open(at: folder.path + "/backup")
    #expect(try await backup.document(document).pageCount == 1)
    #expect(try await backup.isSound())
  }

  /// Bytes that were altered on their way are reported as such, and not as a bad image.
  @Test func otherBytesThanExpectedAreReportedFirst() async throws {
    let bytes = Array(TestPage.png(4).prefix(20))
    let store = try await folder.open()
    let digest = try await store.stage(TestPage.input(4)).digest
    let found = try await store.stage(.bytes(bytes), unreadable: .keepAsDamaged).digest
    let pieces = AsyncStream<[UInt8]> { stream in
      stream.yield(bytes)
      stream.finish()
    }
    var input = PageInput.stream(pieces)
    input.digest = digest
    let error = PageStoreError.otherDigest(expected: digest, found: found)
    await #expect(throws: error) { try await store.stage(input) }
    #expect(folder.files(below: "incoming").isEmpty)
  }
}
