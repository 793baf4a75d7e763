// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageImaging
import PageStorage
import Testing

/// The kinds of page inputs, and invalid ones.
@Suite struct PageInputTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

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

  /// A file that fails during reading is invalid; the disk of the store is not.
  @Test func aFileThatCannotBeReadIsABadInput() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let outcomes = await store.ingest(
      [TestPage.input(1), .file("/proc/self/mem"), TestPage.input(2)], into: document)
    #expect(throws: PageStoreError.inputFailed(operation: "pread", errno: EIO)) {
      try outcomes[1].get()
    }
    #expect(try await store.ids(of: document) == [outcomes[0].get().id, outcomes[2].get().id])
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
    #expect(try outcomes[0].get().header?.facts.format == .png)
    #expect(throws: PageStoreError.refused(.unrecognizedFormat(found: [1, 2, 3]))) {
      try outcomes[1].get()
    }
    #expect(throws: PageStoreError.refused(.emptyInput)) { try outcomes[2].get() }
    #expect(throws: PageStoreError.inputFailed(operation: "open", errno: ENOENT)) {
      try outcomes[3].get()
    }
    #expect(
      throws: PageStoreError.limitExceeded(.pageByteCount, found: 5_001, allowed: 5_000)
    ) { try outcomes[4].get() }
    #expect(throws: PageStoreError.inputFailed(operation: "open", errno: EINVAL)) {
      try outcomes[5].get()
    }
    #expect(try await store.ids(of: document) == [outcomes[0].get().id, outcomes[6].get().id])
    #expect(folder.files(below: "incoming").isEmpty)
  }

  @Test func unreadablePagesCanBeKept() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(.bytes([1, 2, 3]), to: document, unreadable: .keepAsDamaged)
    #expect(page.isDamaged && page.header == nil && page.page.size == nil)
    #expect(try await store.aspectRatio(of: page.id) == nil)
    #expect(try await store.bytes(of: page.id) == [1, 2, 3])
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
}
