// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageImaging
import PageStorage
import Testing

/// The effect of edits on the pages of a document.
@Suite struct PageEditTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func editsChangeTheOrder() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    for number in 0..<4 { try await store.append(TestPage.input(number), to: document) }
    let ids = try await store.ids(of: document)

    try await store.move(ids[3], to: 0)
    #expect(try await store.ids(of: document) == [ids[3], ids[0], ids[1], ids[2]])
    let new = try await store.insert(TestPage.input(9), at: 1, of: document)
    #expect(try await store.ids(of: document) == [ids[3], new.id, ids[0], ids[1], ids[2]])
    #expect(try await store.location(of: ids[1]).index == 3)
    try await store.delete(ids[0], ids[3])
    #expect(try await store.ids(of: document) == [new.id, ids[1], ids[2]])
  }

  @Test func aPageIsInsertedBeforeAnotherWhereverThatIs() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let other = try await store.createDocument(title: "").id
    for number in 0..<2 { try await store.append(TestPage.input(number), to: document) }
    let stranger = try await store.append(TestPage.input(2), to: other).id
    let ids = try await store.ids(of: document)

    let (first, last) = (
      try await store.stage(TestPage.input(3)), try await store.stage(TestPage.input(4))
    )
    let edit = StoreEdit.insert(first, before: ids[1], of: document)
    try await store.move(ids[1], to: 0)
    let change = try await store.perform(edit)
    #expect(change.revision == 4)
    #expect(change.changeset == Changeset(insertions: [.init(index: 0, page: first.page)]))
    try await store.delete(ids[0])
    for next in [stranger, ids[0], PageID(99)] {
      await #expect(throws: PageStoreError.notFound(.page(next))) {
        try await store.perform(.insert(last, before: next, of: document))
      }
    }
    try await store.perform(.insert(last, before: nil, of: document))
    #expect(try await store.ids(of: document) == [first.id, ids[1], last.id])
  }

  @Test func rotationSwapsTheSides() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(TestPage.input(1), to: document)
    let change = try await store.rotate(page.id, by: .clockwise)
    let ratio = 1 / TestPage.aspectRatio(1)
    #expect(try await store.aspectRatio(of: page.id) == ratio)
    let size = try PageShape(aspectRatio: ratio)
    #expect(change.changeset == Changeset(replacements: [.init(index: 0, size: size)]))
    let rotated = try await store.page(page.id)
    #expect(rotated.contentVersion == 1 && rotated.rotation == .clockwise)
    #expect(rotated.aspectRatio == ratio)
  }

  @Test(.folderOnly) func replacementKeepsTheNameAndFreesTheOldBytes() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(TestPage.input(1), to: document)
    try await store.rotate(page.id, by: .half)
    let new = try await store.replace(page.id, with: TestPage.input(5))
    #expect(new.id == page.id && new.contentVersion == 2 && new.rotation == .none)
    #expect(try await store.bytes(of: page.id) == TestPage.png(5))
    #expect(folder.files(below: "blobs").count == 1)
  }

  @Test func oneChangesetDoesEverythingAtOnce() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    for number in 0..<4 { try await store.append(TestPage.input(number), to: document) }
    let ids = try await store.ids(of: document)
    let new = try await store.stage(TestPage.input(10))
    let content = try await store.stage(TestPage.input(11))
    let change = StoreChangeset(
      deletions: [1], insertions: [.init(index: 2, page: new)],
      moves: [.init(source: 3, destination: 0)], replacements: [.init(index: 0, content: content)],
      rotations: [.init(index: 2, turns: .clockwise)])
    let result = try await store.apply(change, to: document, expecting: 4)
    #expect(result.revision == 5)
    #expect(try await store.ids(of: document) == [ids[3], ids[0], new.id, ids[2]])
    #expect(try await store.bytes(of: ids[0]) == TestPage.png(11))
    #expect(try await store.page(ids[2]).rotation == .clockwise)

    await #expect(throws: PageStoreError.conflict(document, expected: 4, found: 5)) {
      try await store.apply(StoreChangeset(deletions: [0]), to: document, expecting: 4)
    }
    await #expect(throws: PageStoreError.notFound(.stagedPage(new.id))) {
      try await store.apply(StoreChangeset(insertions: [.init(index: 0, page: new)]), to: document)
    }
    #expect(try await store.document(document).revision == 5)
  }

  @Test(.folderOnly) func aChangeThatDoesNotFitChangesNothing() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.stage(TestPage.input(1))
    let change = StoreChangeset(deletions: [0], insertions: [.init(index: 0, page: page)])
    let failure = PageStoreError.invalidChange(.indexOutOfRange(0, count: 0))
    await #expect(throws: failure) { try await store.apply(change, to: document) }
    #expect(
      failure.description
        == "The change does not match the document: There is no page at index 0 in a list of 0.")
    #expect(folder.files(below: "blobs").isEmpty)
    // The staged page is still valid.
    try await store.apply(
      StoreChangeset(insertions: [.init(index: 0, page: page)]), to: document)
    #expect(try await store.ids(of: document) == [page.id])
  }
}
