// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageStorage

/// The catalog and the records have the same metadata, byte by byte.
@Suite(.folderOnly) struct MetadataRecordTests {
  let folder: TestFolder
  let document: DocumentID
  let pages: [PageID]

  init() async throws {
    folder = try TestFolder()
    let store = try await folder.open()
    document = try await store.createDocument(title: "Lease").id
    let inputs = (0..<3).map { Self.input($0, named: "\u{fc}-\($0).png") }
    pages = try await store.ingest(inputs, into: document).map { try $0.get().id }
    await store.close()
  }

  private static func input(_ number: Int, named name: String) -> PageInput {
    var input = TestPage.input(number)
    input.metadata = PageMetadata(fileName: name)
    return input
  }

  /// Makes the checksum of the metadata of a page wrong.
  private func damage(_ page: PageID) async throws {
    try await folder.changeCatalog { db in
      try db.execute(
        sql: "UPDATE pageMetadata SET checksum = checksum + 1 WHERE id = ?",
        arguments: [Int64(bitPattern: page.rawValue)])
    }
  }

  /// A replacement with a name of the same characters and other bytes is written to the records.
  ///
  /// The same applies if it arrives with a restored page.
  @Test(arguments: [false, true])
  func aNameOfOtherLettersIsRecorded(isArriving: Bool) async throws {
    // An equal Swift string with different bytes.
    let name = "u\u{308}-0.png"
    let store = try await folder.open()
    if isArriving {
      try await store.delete(pages[0])
      let content = try await store.stage(Self.input(9, named: name))
      let change = StoreChangeset(
        restorations: [.init(index: 0, page: pages[0])],
        replacementsOnArrival: [pages[0]: content])
      try await store.apply(change, to: document)
    } else {
      try await store.replace(pages[0], with: Self.input(9, named: name))
    }
    #expect(try await store.verify().problems == [])
    await store.close()
    try FileManager.default.removeItem(atPath: folder.catalog)
    try await PageStore.repair(at: folder.store)
    let found = try await (try await folder.open()).metadata(of: pages[0]).fileName
    #expect(found.map { Array($0.utf8) } == Array(name.utf8))
  }

  /// A replacement keeps fields of the old metadata.
  ///
  /// If these are damaged, only a repair can read the rest, so the replacement fails until then.
  @Test(arguments: [false, true])
  func aReplacementWaitsForARepairOfDamagedMetadata(isArriving: Bool) async throws {
    try await damage(pages[0])
    let store = try await folder.open()
    let change = { (store: PageStore) in
      let content = try await store.stage(Self.input(9, named: "new.png"))
      let change = StoreChangeset(
        restorations: isArriving ? [.init(index: 0, page: pages[0])] : [],
        replacements: isArriving ? [] : [.init(index: 0, content: content)],
        replacementsOnArrival: isArriving ? [pages[0]: content] : [:])
      _ = try await store.apply(change, to: document)
    }
    if isArriving { try await store.delete(pages[0]) }
    let bytes = try await store.bytes(of: pages[0])
    await #expect(throws: PageStoreError.corrupted(.metadata(pages[0]))) {
      try await change(store)
    }
    if !isArriving {
      await #expect(throws: PageStoreError.corrupted(.metadata(pages[0]))) {
        try await store.replace(pages[0], with: .bytes(TestPage.png(9)))
      }
    }
    #expect(try await store.bytes(of: pages[0]) == bytes)
    #expect(try await store.verify().problems == [.metadata(pages[0])])
    await store.close()
    try await PageStore.repair(at: folder.store)
    let repaired = try await folder.open()
    try await repaired.updateMetadata(of: [pages[0]]) { $0.source = "scanner" }
    try await change(repaired)
    let expected = PageMetadata(fileName: "new.png", source: "scanner")
    #expect(try await repaired.metadata(of: pages[0]) == expected)
    #expect(try await repaired.verify().problems == [])
    await repaired.close()
  }

  @Test func aDuplicateIsMadeWithoutDamagedMetadata() async throws {
    try await damage(pages[1])
    let store = try await folder.open()
    let copy = try await store.duplicate(document)
    let ids = try await store.ids(of: copy.id)
    let found = try await store.metadata(of: ids)
    #expect(ids.map { found[$0]?.fileName } == ["\u{fc}-0.png", nil, "\u{fc}-2.png"])
    #expect(try await store.verify().problems == [.metadata(pages[1])])
  }

  // MARK: - Metadata of no page

  /// A library version without metadata leaves the metadata of the pages that it purges.
  @Test func metadataOfPagesThatAreGoneAreNoDamage() async throws {
    var store = try await folder.open()
    let text = try await store.metadata(of: pages[2]).stored
    try await store.delete(pages[2])
    try await store.purge(deletedBefore: .distantFuture)
    await store.close()
    let gone = [pages[2], PageID(77_777)]
    try await folder.changeCatalog { db in
      for page in gone { try PageMetadataRow.store(text, of: page, db) }
    }
    store = try await folder.open()
    #expect(try await store.verify().problems == [])
    let target = folder.path + "/backup"
    _ = try await store.backup(to: target)
    let backup = try await PageStore.open(
      at: target, configuration: PageStoreConfiguration(access: .readOnly))
    #expect(try await backup.verify().problems == [])
    await backup.close()
    try await store.purge()
    #expect(try await store.verify().problems == [])
    #expect(try await store.metadata(of: pages[0]).fileName == "\u{fc}-0.png")
    await store.close()
    let rest = try await folder.changeCatalog { db in
      try db.integers("SELECT id FROM pageMetadata")
    }
    #expect(rest == pages[..<2].map { Int64(bitPattern: $0.rawValue) })
  }
}
