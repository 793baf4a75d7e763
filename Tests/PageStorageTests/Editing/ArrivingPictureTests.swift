// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// Pages that are replaced in the change that inserts them.
@Suite struct ArrivingPictureTests {
  let folder: TestFolder
  let store: PageStore
  let document: DocumentID
  let kept: PageID

  init() async throws {
    folder = try TestFolder()
    store = try await folder.open()
    document = try await store.createDocument(title: "").id
    kept = try await store.append(TestPage.input(0), to: document).id
  }

  /// Whether the folder keeps so many originals.
  ///
  /// Those of a server are removed later, by age.
  private func hasOriginals(_ count: Int) -> Bool {
    TestEngine.isServed || folder.files(below: "blobs").count == count
  }

  @Test func newPageHasTheOtherBytesAndIsReplacedOnce() async throws {
    let page = try await store.stage(TestPage.input(1))
    let content = try await store.stage(TestPage.input(9))
    let result = try await store.apply(
      StoreChangeset(
        insertions: [.init(index: 0, page: page)], replacementsOnArrival: [page.id: content]),
      to: document)
    let size = try PageShape(aspectRatio: TestPage.aspectRatio(9))
    let expected = Page(id: page.id, size: size, contentVersion: 1)
    #expect(result.changeset == Changeset(insertions: [.init(index: 0, page: expected)]))
    #expect(try await store.galleryPages(of: document).pages.first == expected)
    #expect(try await store.bytes(of: page.id) == TestPage.png(9))
    #expect(try await store.aspectRatio(of: page.id) == TestPage.aspectRatio(9))
    #expect(hasOriginals(2), "the bytes that it came with are gone")
    #expect(folder.files(below: "incoming").isEmpty)
    #expect(try await store.isSound())
  }

  @Test func pageOutOfTheTrashHasTheOtherBytes() async throws {
    try await store.rotate(kept, by: .clockwise)
    try await store.delete(kept)
    let content = try await store.stage(TestPage.input(9))
    try await store.apply(
      StoreChangeset(
        restorations: [.init(index: 0, page: kept)], replacementsOnArrival: [kept: content]),
      to: document)
    let page = try await store.page(kept)
    #expect(page.contentVersion == 2)
    #expect(page.rotation == .none, "as after any replacement")
    #expect(try await store.bytes(of: kept) == TestPage.png(9))
    #expect(hasOriginals(1))
  }

  @Test func sameBytesTwiceAreOne() async throws {
    let page = try await store.stage(TestPage.input(1))
    let content = try await store.stage(TestPage.input(1))
    try await store.apply(
      StoreChangeset(
        insertions: [.init(index: 1, page: page)], replacementsOnArrival: [page.id: content]),
      to: document)
    #expect(try await store.bytes(of: page.id) == TestPage.png(1))
    #expect(try await store.page(page.id).contentVersion == 1)
    #expect(hasOriginals(2))
  }

  @Test func bytesOfAPageThatDoesNotArriveAreRefused() async throws {
    let content = try await store.stage(TestPage.input(9))
    await #expect(throws: PageStoreError.notFound(.page(kept))) {
      try await store.apply(
        StoreChangeset(deletions: [0], replacementsOnArrival: [kept: content]), to: document)
    }
    #expect(try await store.ids(of: document) == [kept])
    #expect(try await store.bytes(of: kept) == TestPage.png(0))
    // The staged bytes are still valid.
    try await store.apply(
      StoreChangeset(replacements: [.init(index: 0, content: content)]), to: document)
    #expect(try await store.bytes(of: kept) == TestPage.png(9))
  }

  @Test(.folderOnly) func lostCatalogIsRebuiltWithTheOtherBytes() async throws {
    let page = try await arrive(1, as: 9)
    await store.close()
    try FileManager.default.removeItem(atPath: folder.store + "/catalogue.sqlite")
    #expect(try await PageStore.repair(at: folder.store).catalogWasRebuilt)
    let again = try await folder.open()
    #expect(try await again.bytes(of: page) == TestPage.png(9))
  }

  /// Staged pages keep the store open, so they do not escape this scope.
  private func arrive(_ number: Int, as other: Int) async throws -> PageID {
    let page = try await store.stage(TestPage.input(number))
    let content = try await store.stage(TestPage.input(other))
    try await store.apply(
      StoreChangeset(
        insertions: [.init(index: 0, page: page)], replacementsOnArrival: [page.id: content]),
      to: document)
    return page.id
  }
}
