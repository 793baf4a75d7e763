// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageStorage

/// Metadata that are damaged, lost, or foreign.
@Suite(.folderOnly) struct MetadataRepairTests {
  let folder: TestFolder
  let document: DocumentID
  let pages: [PageID]

  init() async throws {
    folder = try TestFolder()
    let store = try await folder.open()
    document = try await store.createDocument(title: "Lease").id
    let inputs = (0..<5).map { number in
      var input = TestPage.input(number)
      if number < 4 { input.metadata = PageMetadata(fileName: "scan-\(number).png") }
      return input
    }
    pages = try await store.ingest(inputs, into: document).map { try $0.get().id }
    try await store.setMetadata(PageMetadata(source: "scanner"), of: pages[1])
    try await store.setMetadata(PageMetadata(), of: pages[2])
    try await store.setMetadata(PageMetadata(source: "late"), of: pages[4])
    await store.close()
  }

  private func expectAll(_ store: PageStore) async throws {
    let found = try await store.metadata(of: pages)
    #expect(found[pages[0]] == PageMetadata(fileName: "scan-0.png"))
    #expect(found[pages[1]] == PageMetadata(source: "scanner"))
    #expect(found[pages[2]] == nil)
    #expect(found[pages[3]] == PageMetadata(fileName: "scan-3.png"))
    #expect(found[pages[4]] == PageMetadata(source: "late"))
    #expect(try await store.verify().problems == [])
  }

  @Test func theRecordsBringThemBackWithoutACatalog() async throws {
    try FileManager.default.removeItem(atPath: folder.catalog)
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.catalogWasRebuilt && report.repairedMetadata == [])
    try await expectAll(try await folder.open())
  }

  /// A first page of noise: the table is found at its root page in a new store.
  @Test func theyOutliveTheFirstPage() async throws {
    let file = try #require(FileHandle(forUpdatingAtPath: folder.catalog))
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
    try file.close()
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.catalogWasRebuilt && report.repairedMetadata == [])
    try await expectAll(try await folder.open())
  }

  static let changes = [
    "content = replace(content, 'scan', 'scam')", "checksum = checksum + 1", "content = 'x'",
    "content = ''", "content = 17", "content = zeroblob(5000000)", "checksum = 'x'",
    "content = CAST(X'FFFEC0' AS TEXT)", "id = 77777",
  ]

  @Test(arguments: changes)
  func aChangedEntryIsReportedAndRepaired(change: String) async throws {
    let page = pages[0]
    try await folder.changeCatalog { db in
      try db.execute(
        sql: "UPDATE pageMetadata SET \(change) WHERE id = ?",
        arguments: [Int64(bitPattern: page.rawValue)])
    }
    let store = try await folder.open()
    let problems = try await store.verify().problems
    let isMoved = change.hasPrefix("id")
    #expect(problems.contains(.metadata(isMoved ? PageID(77_777) : page)), "\(problems)")
    if !isMoved {
      await #expect(throws: PageStoreError.corrupted(.metadata(page))) {
        try await store.metadata(of: page)
      }
    }
    // The page itself is unchanged.
    #expect(try await store.bytes(of: page) == TestPage.png(0))
    await store.close()
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.repairedMetadata == [page])
    try await expectAll(try await folder.open())
  }

  @Test func aMissingEntryIsReportedAndRepaired() async throws {
    let page = pages[3]
    try await folder.changeCatalog { db in
      try db.execute(
        sql: "DELETE FROM pageMetadata WHERE id = ?", arguments: [Int64(bitPattern: page.rawValue)])
    }
    let store = try await folder.open()
    let message = "the metadata of page \(page) are missing"
    #expect(try await store.verify().problems == [.catalog(message: message)])
    for isQuick in [false, true] {
      await #expect(throws: PageStoreError.corrupted(.catalog(message: message))) {
        try await store.backup(to: folder.path + "/backup", isQuick: isQuick)
      }
    }
    await store.close()
    #expect(try await PageStore.repair(at: folder.store).repairedMetadata == [page])
    try await expectAll(try await folder.open())
  }

  @Test func newMetadataTakeThePlaceOfDamagedOnes() async throws {
    try await folder.changeCatalog { db in
      try db.execute(sql: "UPDATE pageMetadata SET checksum = 0")
    }
    let store = try await folder.open()
    let page = pages[0]
    await #expect(throws: PageStoreError.corrupted(.metadata(page))) {
      try await store.updateMetadata(of: [page]) { $0.source = "what was there would be lost" }
    }
    try await store.setMetadata(PageMetadata(fileName: "scan-0.png"), of: page)
    let copy = TestPage.input(8)
    _ = try await store.append(copy, to: document)
    #expect(try await store.metadata(of: pages[0]).fileName == "scan-0.png")
  }

  @Test func damagedRecordsAreWrittenAnewFromTheCatalog() async throws {
    let records = try #require(folder.files(below: "records").first { !$0.hasSuffix(".mark") })
    var bytes = try Data(contentsOf: URL(fileURLWithPath: records))
    let place = try #require(bytes.range(of: Data("scanner".utf8))).lowerBound
    bytes[place] ^= 1
    try bytes.write(to: URL(fileURLWithPath: records))
    let store = try await folder.open()
    #expect(try await store.verify().problems == [.records(path: records)])
    await store.close()
    #expect(try await PageStore.repair(at: folder.store).recordsWereRewritten)
    try FileManager.default.removeItem(atPath: folder.catalog)
    try await PageStore.repair(at: folder.store)
    try await expectAll(try await folder.open())
  }

  @Test func recordsThatDoNotKnowThemAreReported() async throws {
    let text = try PageMetadata(source: "other").stored
    let page = pages[1]
    try await folder.changeCatalog { db in try PageMetadataRow.store(text, of: page, db) }
    let store = try await folder.open()
    #expect(
      try await store.verify().problems == [.records(path: folder.store + "/records")])
  }

  // MARK: - The place of the table

  /// The table is made to begin in the tree of another one.
  @Test(arguments: ["document", "page", "change", "blob"], [false, true])
  func aTableInsideOfAnotherOneIsRefused(table: String, isCopy: Bool) async throws {
    var store = try await folder.open()
    for number in 0..<150 { _ = try await store.createDocument(title: "Document \(number)") }
    _ = await store.ingest((5..<155).map { TestPage.input($0) }, into: document)
    await store.close()
    let craft = StoreCraft(folder: folder.path)
    try craft.place("pageMetadata", inside: table)
    if isCopy {
      try craft.write(craft.bytes(of: "catalogue.sqlite"), to: folder.path + "/copy")
      try FileManager.default.removeItem(atPath: folder.catalog)
      try FileManager.default.moveItem(atPath: folder.path + "/copy", toPath: folder.catalog)
    }
    for access in [PageStoreConfiguration.Access.readOnly, .readWrite] {
      let error = await #expect(throws: PageStoreError.self) {
        try await folder.open { $0.access = access }
      }
      #expect(error?.code == "corrupted")
    }
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.catalogWasRebuilt && report.lostPages == [])
    store = try await folder.open()
    try await expectAll(store)
    for (number, page) in pages.enumerated() {
      #expect(try await store.bytes(of: page) == TestPage.png(number))
    }
    await store.close()
  }

  // MARK: - Earlier versions

  @Test(arguments: [1, 2])
  func aStoreOfAnEarlierVersionGetsTheTable(version: Int) async throws {
    let old = try TestFolder()
    var store = try await old.open()
    let document = try await store.createDocument(title: "Old").id
    let page = try await store.append(TestPage.input(1), to: document).id
    _ = await store.ingest((0..<200).map { TestPage.input($0) }, into: document)
    await store.close()
    try await old.makeCatalog(ofVersion: version)
    let before = try Data(contentsOf: URL(fileURLWithPath: old.catalog))
    store = try await old.open { $0.access = .readOnly }
    #expect(try await store.metadata(of: page).isEmpty)
    #expect(try await store.verify().isSound)
    await store.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: old.catalog)) == before)
    for source in ["a", "b"] {
      store = try await old.open()
      try await store.setMetadata(PageMetadata(source: source), of: page)
      #expect(try await store.verify().problems == [])
      await store.close()
    }
    // It begins at another page than in a new store, with a matching definition.
    let roots = try await old.changeCatalog { db in
      try [
        db.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'pageMetadata'") ?? 0,
        db.integer("SELECT root FROM pageMetadata") ?? 0,
      ]
    }
    let new = try await folder.changeCatalog { db in
      try db.integer("SELECT root FROM pageMetadata") ?? 0
    }
    #expect(roots[0] == roots[1] && roots[0] != new)
    let file = try #require(FileHandle(forUpdatingAtPath: old.catalog))
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
    try file.close()
    try await PageStore.repair(at: old.store)
    store = try await old.open()
    #expect(try await store.metadata(of: page).source == "b")
    #expect(try await store.verify().problems == [])
  }

  @Test(arguments: ["3", "1", "(SELECT rootpage FROM sqlite_schema WHERE name = 'page')"])
  func aTableAtTheWrongPlaceIsRefused(root: String) async throws {
    try await folder.changeCatalog { db in
      try db.execute(sql: "PRAGMA writable_schema = ON")
      try db.execute(
        sql: "UPDATE sqlite_schema SET rootpage = \(root) WHERE name = 'pageMetadata'")
    }
    await #expect(throws: PageStoreError.self) { try await folder.open() }
    // Also with a matching definition; SQLite itself refuses some.
    guard root != "1" else { return }
    let queue = try DatabaseQueue(path: folder.catalog)
    try await queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA writable_schema = ON")
      try db.execute(
        sql: "UPDATE sqlite_schema SET sql = substr(sql, 1, instr(sql, 'DEFAULT') + 7) "
          + "|| rootpage || ')' WHERE name = 'pageMetadata'")
    }
    try queue.close()
    await #expect(throws: PageStoreError.self) { try await folder.open() }
  }
}
