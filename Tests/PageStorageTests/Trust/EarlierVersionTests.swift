// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import Testing

@testable import PageStorage

/// A store whose catalog is of the first version.
@Suite struct EarlierVersionTests {
  let folder: TestFolder
  let document: DocumentID
  let ids: [PageID]

  init() async throws {
    folder = try TestFolder()
    let store = try await folder.open()
    document = try await store.createDocument(title: "Lease", metadata: ["box": "7"]).id
    let outcomes = await store.ingest((0..<150).map { TestPage.input($0) }, into: document)
    ids = try outcomes.map { try $0.get().id }
    try await store.rotate(ids[3], by: .clockwise)
    try await store.delete(ids[5])
    await store.close()
    try await folder.makeCatalog(ofVersion: 1)
  }

  private func expectEverything(_ store: PageStore) async throws {
    let found = try await store.document(document)
    #expect(found.title == "Lease" && found.metadata == ["box": "7"] && found.pageCount == 149)
    #expect(try await store.pageIDs(of: document) == ids.filter { $0 != ids[5] })
    #expect(try await store.page(ids[3]).rotation == .clockwise)
    #expect(try await store.trash(of: document).map(\.id) == [ids[5]])
    #expect(try await store.bytes(of: ids[149]) == TestPage.png(149))
    #expect(try await store.verify().problems == [])
  }

  @Test func itIsReadAsItIs() async throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.catalog))
    let store = try await folder.open { $0.access = .readOnly }
    try await expectEverything(store)
    await store.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.catalog)) == before)
  }

  @Test func itBecomesOneOfThePresentVersion() async throws {
    for _ in 0..<2 {
      let store = try await folder.open()
      try await expectEverything(store)
      await store.close()
    }
    let store = try await folder.open()
    try await store.move(ids[0], to: 100)
    #expect(try await store.pageIDs(of: document)[100] == ids[0])
    let new = try await store.append(TestPage.input(200), to: document).id
    #expect(!ids.contains(new))
    #expect(try await store.verify().isSound)
  }

  /// Its list of tables was changed, and there are no checksums of documents.
  @Test func itIsRepaired() async throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.catalog))
    let place = try #require(bytes.range(of: Data("title TEXT".utf8))).lowerBound
    bytes[place] ^= 1
    try bytes.write(to: URL(fileURLWithPath: folder.catalog))
    await #expect(throws: PageStoreError.self) { try await folder.open() }
    #expect(try await PageStore.repair(at: folder.store).catalogWasRebuilt)
    let store = try await folder.open()
    #expect(try await store.pageIDs(of: document) == ids.filter { $0 != ids[5] })
    #expect(try await store.page(ids[3]).rotation == .clockwise)
    #expect(try await store.verify().isSound)
  }
}
