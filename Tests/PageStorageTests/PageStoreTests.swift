// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// The stored pages, their identifiers, and the number of their copies.
@Suite struct PageStoreTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func whatWasStoredIsThereAfterReopening() async throws {
    var store = try await folder.open()
    let document = try await store.createDocument(title: "Lease", metadata: ["box": "7"])
    let page = try await store.append(TestPage.input(3), to: document.id)
    await store.close()

    store = try await folder.open()
    let found = try await store.document(document.id)
    #expect(found.title == "Lease" && found.metadata == ["box": "7"])
    #expect(found.pageCount == 1 && found.revision == 1)
    #expect(try await store.page(page.id) == page)
    #expect(try await store.bytes(of: page.id) == TestPage.png(3))
    #expect(try await store.aspectRatio(of: page.id) == TestPage.aspectRatio(3))
  }

  @Test func theSameBytesAreStoredOnce() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "")
    let pages = await store.ingest([1, 1, 2, 1].map { TestPage.input($0) }, into: document.id)
    #expect(try Set(pages.map { try $0.get().id }).count == 4)
    try await store.append(TestPage.input(2), to: document.id)
    #expect(folder.files(below: "blobs").count == 2)
    #expect(folder.files(below: "incoming").isEmpty)
  }

  @Test(.folderOnly) func namesHaveNoLargeGapsAndNeverComeTwice() async throws {
    let first = try await folder.open()
    let document = try await first.createDocument(title: "").id
    var names = [try await first.append(TestPage.input(0), to: document).id]
    await first.close()
    for number in 1...3 {
      let store = try await folder.open()
      names.append(try await store.append(TestPage.input(number), to: document).id)
      await store.close()
    }
    #expect(names == [1, 2, 3, 4])

    // Both have reserved identifiers, so that the first one to close has nothing to return.
    let (a, b) = (try await folder.open(), try await folder.open())
    names.append(try await a.append(TestPage.input(4), to: document).id)
    names.append(try await b.append(TestPage.input(5), to: document).id)
    await a.close()
    names.append(try await b.append(TestPage.input(6), to: document).id)
    await b.close()
    let last = try await folder.open()
    names.append(try await last.append(TestPage.input(7), to: document).id)
    #expect(Set(names).count == names.count)
    #expect(try await last.ids(of: document) == names)
  }
}
