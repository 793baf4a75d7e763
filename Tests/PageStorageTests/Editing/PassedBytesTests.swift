// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage
import Testing

/// Bytes that one page loses and another one gains in the same change.
@Suite struct PassedBytesTests {
  let folder: TestFolder
  let store: PageStore
  let document: DocumentID
  let ids: [PageID]

  init() async throws {
    folder = try TestFolder()
    store = try await folder.open()
    document = try await store.createDocument(title: "").id
    for number in 0..<2 { try await store.append(TestPage.input(number), to: document) }
    ids = try await store.ids(of: document)
  }

  private func expect(_ numbers: [Int], blobs: Int) async throws {
    for (id, number) in zip(try await store.ids(of: document), numbers) {
      #expect(try await store.bytes(of: id) == TestPage.png(number))
      #expect(try await store.aspectRatio(of: id) == TestPage.aspectRatio(number))
    }
    #expect(try await store.document(document).pageCount == numbers.count)
    #expect(folder.files(below: "blobs").count == blobs)
    #expect(try await store.isSound())
  }

  @Test func twoPagesSwapTheirBytes() async throws {
    try await store.apply(
      StoreChangeset(replacements: [
        .init(index: 0, content: try await store.stage(TestPage.input(1))),
        .init(index: 1, content: try await store.stage(TestPage.input(0))),
      ]), to: document)
    try await expect([1, 0], blobs: 2)
  }

  @Test func newPageGetsTheBytesOfOneThatIsReplaced() async throws {
    try await store.apply(
      StoreChangeset(
        insertions: [.init(index: 2, page: try await store.stage(TestPage.input(0)))],
        replacements: [.init(index: 0, content: try await store.stage(TestPage.input(5)))]),
      to: document)
    try await expect([5, 1, 0], blobs: 3)
  }

  @Test func newPageGetsTheBytesThatAnotherNewPageCameWith() async throws {
    let first = try await store.stage(TestPage.input(5))
    try await store.apply(
      StoreChangeset(
        insertions: [
          .init(index: 0, page: first),
          .init(index: 1, page: try await store.stage(TestPage.input(5))),
        ],
        replacementsOnArrival: [first.id: try await store.stage(TestPage.input(6))]),
      to: document)
    try await expect([6, 5, 0, 1], blobs: 4)
  }
}
