// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageImaging
import PageStorage
import Testing

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
    #expect(try store.aspectRatio(of: page.id) == TestPage.aspectRatio(3))
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

  @Test func namesHaveNoLargeGapsAndNeverComeTwice() async throws {
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

    // Both have reserved names, so that the first one to go has nothing to give back.
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

  @Test func deletedPagesComeBack() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    for number in 0..<3 { try await store.append(TestPage.input(number), to: document) }
    let ids = try await store.ids(of: document)
    try await store.delete(ids[1])
    let trash = try await store.trash(of: document)
    #expect(trash.map(\.id) == [ids[1]] && trash[0].trash?.index == 1)
    try await store.restore(ids[1])
    #expect(try await store.ids(of: document) == ids)
    #expect(try await store.bytes(of: ids[1]) == TestPage.png(1))
  }

  @Test func purgedPagesTakeTheirBytesAlong() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let outcomes = await store.ingest([1, 1, 2].map { TestPage.input($0) }, into: document)
    let ids = try outcomes.map { try $0.get().id }
    try await store.delete(ids[0], ids[2])
    #expect(try await store.purge() == 0, "the retention has not passed")
    #expect(try await store.purge(deletedBefore: .distantFuture) == 2)
    #expect(folder.files(below: "blobs").count == 1, "one page still has the bytes of the first")
    #expect(try await store.bytes(of: ids[1]) == TestPage.png(1))
    await #expect(throws: PageStoreError.notFound(.page(ids[0]))) {
      try await store.page(ids[0])
    }
  }

  @Test func rotationSwapsTheSides() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(TestPage.input(1), to: document)
    let change = try await store.rotate(page.id, by: .clockwise)
    let ratio = 1 / TestPage.aspectRatio(1)
    #expect(try store.aspectRatio(of: page.id) == ratio)
    let size = try PageSize(aspectRatio: ratio)
    #expect(change.changeset == Changeset(replacements: [.init(index: 0, size: size)]))
    let rotated = try await store.page(page.id)
    #expect(rotated.contentVersion == 1 && rotated.rotation == .clockwise)
    #expect(rotated.aspectRatio == ratio)
  }

  @Test func replacementKeepsTheNameAndFreesTheOldBytes() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(TestPage.input(1), to: document)
    try await store.rotate(page.id, by: .half)
    let new = try await store.replace(page.id, with: TestPage.input(5))
    #expect(new.id == page.id && new.contentVersion == 2 && new.rotation == .none)
    #expect(try await store.bytes(of: page.id) == TestPage.png(5))
    #expect(folder.files(below: "blobs").count == 1)
  }

  @Test func documentsSplitMergeAndDuplicate() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "All").id
    for number in 0..<5 { try await store.append(TestPage.input(number), to: document) }
    let ids = try await store.ids(of: document)
    let tail = try await store.split(document, at: 3, title: "Tail")
    #expect(try await store.ids(of: document) == Array(ids[..<3]))
    #expect(try await store.ids(of: tail.id) == Array(ids[3...]))

    let copy = try await store.duplicate(tail.id)
    #expect(copy.title == "Tail" && copy.pageCount == 2)
    #expect(try await store.bytes(of: store.ids(of: copy.id)[1]) == TestPage.png(4))

    try await store.merge(tail.id, into: document)
    #expect(try await store.ids(of: document) == ids)
    await #expect(throws: PageStoreError.notFound(.document(tail.id))) {
      try await store.document(tail.id)
    }
    #expect(folder.files(below: "blobs").count == 5)
  }

  @Test func documentsGoToTheTrashAndAreRemoved() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Old").id
    try await store.append(TestPage.input(1), to: document)
    try await store.deleteDocument(document)
    #expect(try await store.documents().isEmpty)
    #expect(try await store.trashedDocuments().map(\.id) == [document])
    try await store.restoreDocument(document)
    #expect(try await store.ids(of: document).count == 1)
    try await store.deleteDocument(document)
    #expect(try await store.purge(deletedBefore: .distantFuture) == 1)
    #expect(try await store.trashedDocuments().isEmpty)
    #expect(folder.files(below: "blobs").isEmpty)
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

  @Test func severalPagesComeBackInOneChange() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    for number in 0..<4 { try await store.append(TestPage.input(number), to: document) }
    let ids = try await store.ids(of: document)
    try await store.apply(StoreChangeset(deletions: [0, 2]), to: document)
    let change = StoreChangeset(
      restorations: [.init(index: 0, page: ids[2]), .init(index: 3, page: ids[0])])
    let result = try await store.apply(change, to: document, expecting: 5)
    #expect(try await store.ids(of: document) == [ids[2], ids[1], ids[3], ids[0]])
    #expect(result.changeset?.insertions.map(\.page.id) == [ids[2], ids[0]])
    #expect(try await store.bytes(of: ids[2]) == TestPage.png(2))
    #expect(try await store.trash(of: document).isEmpty)
    await #expect(throws: PageStoreError.notFound(.trashedPage(ids[1]))) {
      try await store.apply(
        StoreChangeset(deletions: [0], restorations: [.init(index: 0, page: ids[1])]),
        to: document)
    }
    #expect(try await store.ids(of: document).count == 4)
    #expect(try await store.verify().isSound)
  }

  @Test func aChangeThatDoesNotFitChangesNothing() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.stage(TestPage.input(1))
    let change = StoreChangeset(deletions: [0], insertions: [.init(index: 0, page: page)])
    await #expect(throws: PageStoreError.invalidChange(.indexOutOfRange(0, count: 0))) {
      try await store.apply(change, to: document)
    }
    #expect(folder.files(below: "blobs").isEmpty)
    // The staged page is still good.
    try await store.apply(
      StoreChangeset(insertions: [.init(index: 0, page: page)]), to: document)
    #expect(try await store.ids(of: document) == [page.id])
  }

  @Test func stagedPagesThatNobodyWantsLeaveNothing() async throws {
    let store = try await folder.open()
    do {
      let page = try await store.stage(TestPage.input(1))
      #expect(folder.files(below: "incoming").count == 1)
      #expect(page.size?.aspectRatio == TestPage.aspectRatio(1))
    }
    #expect(folder.files(below: "incoming").isEmpty)
  }

  @Test func badPagesDoNotFailTheOthers() async throws {
    let store = try await folder.open { $0.maximumPageByteCount = 5_000 }
    let document = try await store.createDocument(title: "").id
    let huge = PageInput.bytes([UInt8](repeating: 0, count: 5_001))
    let inputs = [
      TestPage.input(0), .bytes([1, 2, 3]), .bytes([]), .file(folder.path + "/none"), huge,
      .file(folder.path), TestPage.input(1),
    ]
    let outcomes = await store.ingest(inputs, into: document)
    #expect(try outcomes[0].get().header?.format == .png)
    #expect(throws: PageStoreError.refused(.unrecognizedFormat(found: [1, 2, 3]))) {
      try outcomes[1].get()
    }
    #expect(throws: PageStoreError.refused(.emptyInput)) { try outcomes[2].get() }
    #expect(throws: PageStoreError.io(operation: "open", errno: ENOENT)) { try outcomes[3].get() }
    #expect(
      throws: PageStoreError.limitExceeded(.pageByteCount, found: 5_001, allowed: 5_000)
    ) { try outcomes[4].get() }
    #expect(throws: PageStoreError.io(operation: "open", errno: EINVAL)) { try outcomes[5].get() }
    #expect(try await store.ids(of: document) == [outcomes[0].get().id, outcomes[6].get().id])
    #expect(folder.files(below: "incoming").isEmpty)
  }

  @Test func unreadablePagesCanBeKept() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(.bytes([1, 2, 3]), to: document, unreadable: .keepAsDamaged)
    #expect(page.isDamaged && page.header == nil && page.page.size == nil)
    #expect(try store.aspectRatio(of: page.id) == nil)
    #expect(try await store.bytes(of: page.id) == [1, 2, 3])
  }

  @Test func pagesComeAsFilesAndStreams() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let file = folder.path + "/scan.png"
    try Data(TestPage.png(7)).write(to: URL(fileURLWithPath: file))
    let bytes = TestPage.png(8)
    let pieces = AsyncStream<[UInt8]> { stream in
      for byte in bytes { stream.yield([byte]) }
      stream.finish()
    }
    struct Broken: Error {}
    let broken = AsyncThrowingStream<[UInt8], any Error> { stream in
      stream.yield([0xFF])
      stream.finish(throwing: Broken())
    }
    let outcomes = await store.ingest(
      [.file(file), .stream(pieces), .stream(broken)], into: document)
    #expect(try await store.bytes(of: outcomes[0].get().id) == TestPage.png(7))
    #expect(try await store.bytes(of: outcomes[1].get().id) == bytes)
    #expect(throws: PageStoreError.streamFailed(message: "Broken()")) { try outcomes[2].get() }
  }
}
