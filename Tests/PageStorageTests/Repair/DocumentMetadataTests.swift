// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryModel
import Testing

@testable import PageStorage

/// The metadata of documents are restored from the records.
@Suite struct DocumentMetadataTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let full = [
    "": "", "box": "7/b", "text": "a\nb\u{0}\"\\ \u{2028}é", "e\u{301}": "x",
  ]

  /// Opens the store after the loss of its catalog.
  private func openRepaired() async throws -> PageStore {
    try FileManager.default.removeItem(atPath: folder.catalog)
    try await PageStore.repair(at: folder.store)
    let store = try await folder.open()
    #expect(try await store.verify().problems == [])
    return store
  }

  @Test func everyWayToHaveThemIsRecorded() async throws {
    var store = try await folder.open()
    let made = try await store.createDocument(title: "Made", metadata: Self.full).id
    let plain = try await store.createDocument(title: "Plain").id
    let changed = try await store.createDocument(title: "Changed", metadata: ["a": "1"]).id
    try await store.updateDocument(changed, metadata: ["a": "2"])
    try await store.updateDocument(changed, title: "New title")
    let emptied = try await store.createDocument(title: "Emptied", metadata: ["a": "1"]).id
    try await store.updateDocument(emptied, title: "No more", metadata: [:])
    let copy = try await store.duplicate(made).id
    let ingested = try #require(
      await store.ingest(
        [TestPage.input(1)], intoNewDocumentTitled: "Ingested", metadata: ["by": "ingest"]
      ).document
    ).id
    let owner = DocumentOwner(key: "inbox", value: "a")
    let rules = DocumentRules(title: "Taken", note: { $0["last"] = "\(($0["last"] ?? "") + "x")" })
    var taken: DocumentID?
    for number in 2..<4 {
      let staged = try await store.stage(TestPage.input(number))
      let once = try await store.insertWithoutDuplicates(
        [staged], into: .owner(owner), rules: rules)
      taken = taken ?? once.newDocument?.id
    }
    let merged = try await store.createDocument(title: "Merged", metadata: ["gone": "1"]).id
    try await store.merge(merged, into: plain)
    #expect(try await store.verify().problems == [])
    let expected = try await store.documents()
    await store.close()
    store = try await openRepaired()
    for document in expected {
      let found = try await store.document(document.id)
      #expect(found.metadata == document.metadata && found.title == document.title)
    }
    #expect(try await store.document(made).metadata == Self.full)
    #expect(try await store.document(copy).metadata == Self.full)
    #expect(try await store.document(plain).metadata == [:])
    #expect(try await store.document(changed).metadata == ["a": "2"])
    #expect(try await store.document(emptied).metadata == [:])
    #expect(try await store.document(ingested).metadata == ["by": "ingest"])
    let takenMetadata = try await store.document(try #require(taken)).metadata
    #expect(takenMetadata == ["inbox": "a", "last": "xx"])
    #expect(try await store.documents().count == expected.count)
    // Once more, from the records written by the repair.
    await store.close()
    store = try await openRepaired()
    #expect(try await store.document(made).metadata == Self.full)
    await store.close()
  }

  /// A record contains the longest metadata, of which JSON writes each character with six.
  @Test func theLongestAreRecorded() async throws {
    let long = ["a": String(repeating: "\u{1}", count: PageStore.maximumMetadataByteCount - 2)]
    let many = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ("\($0)", "") })
    var store = try await folder.open()
    let first = try await store.createDocument(title: "x", metadata: long).id
    let second = try await store.createDocument(title: "y", metadata: many).id
    await store.close()
    store = try await openRepaired()
    #expect(try await store.document(first).metadata == long)
    #expect(try await store.document(second).metadata == many)
    await store.close()
  }

  @Test(arguments: ["checksum = checksum + 1", "metadata = 'x'", "metadata = '{\"box\":\"8\"}'"])
  func aDamagedEntryGetsThemBack(change: String) async throws {
    var store = try await folder.open()
    let document = try await store.createDocument(title: "Lease", metadata: Self.full).id
    await store.close()
    try await folder.changeCatalog { db in try db.execute(sql: "UPDATE document SET \(change)") }
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.repairedDocuments == [document])
    store = try await folder.open()
    #expect(try await store.document(document).metadata == Self.full)
    #expect(try await store.verify().problems == [])
    await store.close()
  }

  /// The catalog is older than the last change.
  @Test func aLostChangeIsMadeAgain() async throws {
    var store = try await folder.open()
    let document = try await store.createDocument(title: "Lease", metadata: ["box": "7"]).id
    await store.close()
    let old = try Data(contentsOf: URL(fileURLWithPath: folder.catalog))
    store = try await folder.open()
    try await store.updateDocument(document, metadata: ["box": "8"])
    await store.close()
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.catalog))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: old)
    try file.close()
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.repairedDocuments == [document])
    store = try await folder.open()
    #expect(try await store.document(document).metadata == ["box": "8"])
    await store.close()
  }

  @Test func recordsThatSayOtherwiseAreReported() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Lease", metadata: ["box": "7"]).id
    await store.close()
    try await folder.changeCatalog { db in
      var row = try db.presentDocument(document)
      row.metadata = #"{"box":"8"}"#
      try db.update(row)
    }
    let again = try await folder.open()
    #expect(try await again.verify().problems == [.records(path: folder.store + "/records")])
    await again.close()
  }
}
