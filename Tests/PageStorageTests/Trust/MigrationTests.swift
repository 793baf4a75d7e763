// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryModel
import Synchronization
import Testing

@testable import PageStorage

/// Stores of an earlier version that are damaged, or open in other processes during the migration.
@Suite struct MigrationTests {
  let folder: TestFolder
  let document: DocumentID
  let page: PageID

  init() async throws {
    folder = try TestFolder()
    let store = try await folder.open()
    document = try await store.createDocument(title: "Lease", metadata: ["box": "7"]).id
    page = try await store.append(TestPage.input(1), to: document).id
    try await store.rotate(page, by: .half)
    await store.close()
    try await folder.makeCatalog(ofVersion: 2)
  }

  // MARK: - What is refused stays as it is

  enum Fault: CaseIterable {
    case lostChanges
    case recordsOfLostChanges
    case tornCopy
    case tornCopyOfUnknownFile
  }

  /// Makes the fault.
  ///
  /// - Returns: The damage with which the store is refused.
  private func make(_ fault: Fault) async throws -> PageStoreError.Damage {
    switch fault {
    case .lostChanges:
      try await folder.changeCatalog { db in
        try db.execute(sql: "DELETE FROM change WHERE id IN (SELECT max(id) FROM change)")
      }
    case .recordsOfLostChanges:
      let records = try #require(folder.files(below: "records").first { !$0.hasSuffix(".mark") })
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: records))
      try file.seekToEnd()
      for text in ["change 90", "document 7 x", "change 91", "document 8 y"] {
        try file.write(contentsOf: Data(CraftedChecksum.line(text)))
      }
      try file.close()
    case .tornCopy, .tornCopyOfUnknownFile:
      let isKnown = fault == .tornCopy
      try await folder.changeCatalog { db in
        if isKnown { try db.set(.inode, to: 1) }
      }
      let original = try #require(folder.files(below: "blobs").first)
      try FileManager.default.removeItem(atPath: original)
      let digest = original.dropFirst((folder.store + "/blobs/").count).filter { $0 != "/" }
      return .original(try #require(ContentDigest(text: digest)))
    }
    return .lostChanges
  }

  @Test func eachVersionHasItsStep() {
    #expect(CatalogSchema.steps.count == CatalogHeader.supportedVersion)
  }

  @Test(arguments: Fault.allCases)
  func whatIsRefusedIsNotMigrated(fault: Fault) async throws {
    let damage = try await make(fault)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.catalog))
    await #expect(throws: PageStoreError.corrupted(damage)) { try await folder.open() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.catalog)) == before)
    let version = try await folder.changeCatalog { db in try db.integer("PRAGMA user_version") }
    #expect(version == 2)
    try await PageStore.repair(at: folder.store)
    let store = try await folder.open()
    #expect(try await store.document(document).metadata == ["box": "7"])
    #expect(try await store.ids(of: document) == [page])
    await store.close()
  }

  // MARK: - Beside others

  /// Another process migrates between two reads of the tables.
  @Test(arguments: [false, true])
  func whoOpensMeanwhileSeesOneVersion(isReadOnly: Bool) throws {
    let other = try DatabaseQueue(path: folder.catalog)
    defer { try? other.close() }
    let migrations = Mutex(0)
    var configuration = CatalogConnection.configuration(lockTimeout: .seconds(1))
    configuration.readonly = isReadOnly
    configuration.prepareDatabase { db in
      db.trace { event in
        guard "\(event)".contains("sqlite_schema"), migrations.withLock({ $0 }) == 0 else { return }
        migrations.withLock { $0 += 1 }
        do {
          try other.writeWithoutTransaction { db in try CatalogMigration.run(db) }
        } catch {
          Issue.record(error)
        }
      }
    }
    let queue = try CatalogConnection.open(
      named: CatalogConnection.shared(folder.catalog), configuration)
    #expect(migrations.withLock { $0 } == 1)
    let version = try queue.unsafeRead { db in try db.integer("PRAGMA user_version") }
    #expect(version == Int64(CatalogHeader.supportedVersion))
    try queue.close()
  }

  /// A process with an earlier library has the store open, so that the reader reads its log.
  @Test func aReaderSeesTheTablesThatAnotherProcessMakes() async throws {
    let earlier = try DatabaseQueue(path: folder.catalog)
    try await earlier.write { db in try db.execute(sql: "UPDATE counter SET next = next") }
    let reader = try await folder.open { $0.access = .readOnly }
    #expect(try await reader.metadata(of: page).isEmpty)
    let store = try await folder.open()
    try await store.setMetadata(PageMetadata(source: "scanner"), of: page)
    #expect(try await reader.metadata(of: page).source == "scanner")
    #expect(try await reader.verify().problems == [])
    await store.close()
    #expect(try await reader.metadata(of: page).source == "scanner")
    await reader.close()
    try earlier.close()
  }

  /// Views that replace tables are not stored beside the tables.
  @Test func aConnectionSeesTheTablesThatAnotherOneMakes() async throws {
    let readers = ReaderConnections(
      try StoreFolder.open(at: folder.store, sharing: .owner),
      configuration: CatalogConnection.configuration(lockTimeout: .seconds(1)))
    let text = { [page] in
      try readers.with { try $0.read { db in try PageMetadataRow.text(db, of: page) } }
    }
    #expect(try text() == nil)
    try await folder.changeCatalog { [page] db in
      for step in CatalogSchema.steps.dropFirst(2) { try step(db) }
      try db.execute(sql: "PRAGMA user_version = \(CatalogHeader.supportedVersion)")
      try PageMetadataRow.store("{\"source\":\"a\"}", of: page, db)
    }
    #expect(try text() == "{\"source\":\"a\"}")
    readers.close()
  }

  @Test func manyOpenAStoreAtOnce() async throws {
    for version in [1, 2] {
      if version == 1 { try await folder.makeCatalog(ofVersion: 1) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<6 {
          group.addTask {
            let store = try await folder.open {
              $0.access = number < 4 ? .readWrite : .readOnly
              $0.lockTimeout = .seconds(300)
            }
            #expect(try await store.document(document).metadata == ["box": "7"])
            await store.close()
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// Version 3 lacks only the receipts of keyed edits.
  @Test func aStoreOfVersion3GetsReceipts() async throws {
    await (try await folder.open()).close()
    try await folder.makeCatalog(ofVersion: 3)
    let key = EditKey("k")
    let reader = try await folder.open { $0.access = .readOnly }
    #expect(try await reader.receipt(for: key) == nil)
    #expect(try await reader.verify().problems == [])
    await reader.close()
    let records = folder.files(below: "records")
    let before = try records.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    for isFirst in [true, false] {
      let store = try await folder.open()
      let after = try records.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
      if isFirst { #expect(after == before, "nothing has to be recorded") }
      let digest = try #require(ContentDigest([UInt8](repeating: 1, count: 32)))
      let outcome = try await store.perform(
        .rotate(page, by: .clockwise), once: KeyedRequest(key: key, digest: digest)
      ) { _, _ in [1] }
      #expect(outcome.isRepeated == !isFirst)
      #expect(try await store.page(page).rotation == .counterclockwise)
      #expect(try await store.verify().problems == [])
      await store.close()
    }
  }

  /// Version 4 lacks the dates of pages, and their places in the trash.
  @Test(arguments: 1...4)
  func pagesOfEarlierVersionsReturnToTheirIndexes(version: Int) async throws {
    var store = try await folder.open()
    let others = try await store.ingest((2..<5).map { TestPage.input($0) }, into: document)
      .map { try $0.get().id }
    try await store.delete(others[0])
    await store.close()
    try await folder.makeCatalog(ofVersion: version)
    let reader = try await folder.open { $0.access = .readOnly }
    #expect(try await reader.page(page).created == nil)
    #expect(try await reader.restorationIndex(of: others[0]) == 1)
    #expect(try await reader.verify().problems == [])
    await reader.close()
    store = try await folder.open()
    try await store.restore(others[0])
    let start = Date(timeIntervalSinceNow: -60)
    let new = try await store.append(TestPage.input(9), to: document)
    #expect(try #require(new.created) > start && new.created ?? .distantFuture <= Date.now)
    #expect(try await store.page(page).created == nil)
    #expect(try await store.ids(of: document) == [page] + others + [new.id])
    #expect(try await store.verify().problems == [])
    await store.close()
  }

  // MARK: - What earlier versions did not record

  @Test(arguments: [1, 2], [false, true])
  func metadataOfDocumentsAreRecorded(version: Int, isRepaired: Bool) async throws {
    if version == 1 { try await folder.makeCatalog(ofVersion: 1) }
    // Their records contain the title only.
    for path in folder.files(below: "records") where !path.hasSuffix(".mark") {
      let lines = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 0x0A)
      let old = lines.filter { !String(decoding: $0, as: UTF8.self).contains("document-metadata") }
      let bytes = old.reduce(into: Data()) { $0 += $1 + [0x0A] }
      try bytes.write(to: URL(fileURLWithPath: path))
      try await folder.changeCatalog { db in
        let slot = Int((path as NSString).lastPathComponent) ?? 0
        if version == 2 {
          try RecordRow.store(bytes.count, slot: slot, db)
        } else {
          try db.execute(
            sql: "UPDATE record SET settled = ? WHERE slot = ?", arguments: [bytes.count, slot])
        }
      }
    }
    if isRepaired {
      try await PageStore.repair(at: folder.store)
    }
    let store = try await folder.open()
    #expect(try await store.verify().problems == [])
    await store.close()
    try FileManager.default.removeItem(atPath: folder.catalog)
    try await PageStore.repair(at: folder.store)
    let repaired = try await folder.open()
    #expect(try await repaired.document(document).metadata == ["box": "7"])
    await repaired.close()
  }
}
