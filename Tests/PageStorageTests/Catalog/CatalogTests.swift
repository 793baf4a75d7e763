// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryModel
import Testing

@testable import PageStorage

@Suite struct CatalogTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private var catalog: String { folder.store + "/catalogue.sqlite" }

  @Test func commitsWaitForTheDisk() async throws {
    let store = try await folder.open()
    let settings = try store.catalog.write { db in
      try ["synchronous", "journal_mode", "foreign_keys"].map {
        try String.fetchOne(db, sql: "PRAGMA \($0)") ?? ""
      }
    }
    #expect(settings == ["2", "wal", "1"])
  }

  @Test func aLaterVersionIsRefused() async throws {
    await (try await folder.open()).close()
    try await DatabaseQueue(path: catalog).write { db in
      try db.execute(sql: "PRAGMA user_version = 9")
    }
    await #expect(throws: PageStoreError.versionTooNew(found: 9, supported: 5)) {
      try await folder.open()
    }
  }

  /// A process with a later version of the library may change what this one does not know.
  @Test func aStoreThatIsMigratedMeanwhileIsNotWrittenTo() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Lease").id
    let page = try await store.append(TestPage.input(1), to: document).id
    let other = try DatabaseQueue(path: catalog)
    for (version, problem) in [(6, "versionTooNew"), (5_000, "corrupted")] {
      try await other.write { db in try db.execute(sql: "PRAGMA user_version = \(version)") }
      let error = await #expect(throws: PageStoreError.self) {
        try await store.rotate(page, by: .clockwise)
      }
      #expect(error?.code == problem)
    }
    #expect(try await store.page(page).rotation == .none)
    try await other.write { db in try db.execute(sql: "PRAGMA user_version = 5") }
    try await store.rotate(page, by: .clockwise)
    #expect(try await store.page(page).rotation == .clockwise)
    #expect(try await store.verify().problems == [])
  }

  @Test func theDatabaseOfAnotherProgramIsRefused() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.store, withIntermediateDirectories: true)
    try await DatabaseQueue(path: catalog).write { db in
      try db.execute(sql: "CREATE TABLE other (id INTEGER)")
    }
    await #expect(throws: PageStoreError.notAStore(path: catalog)) { try await folder.open() }
  }

  @Test func aCatalogThatIsNoDatabaseIsRefused() async throws {
    await (try await folder.open()).close()
    try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: catalog))
    let error = await #expect(throws: PageStoreError.self) { try await folder.open() }
    #expect(error?.code == "corrupted")
  }

  @Test func aSecondWriterWaitsOnlySoLong() async throws {
    let store = try await folder.open { $0.lockTimeout = .milliseconds(50) }
    let document = try await store.createDocument(title: "").id
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: catalog, configuration: configuration)
    try other.inDatabase { db in try db.execute(sql: "BEGIN IMMEDIATE") }
    await #expect(throws: PageStoreError.locked(waited: .milliseconds(50))) {
      try await store.createDocument(title: "")
    }
    #expect(try await store.document(document).pageCount == 0, "readers do not wait")
    try other.inDatabase { db in try db.execute(sql: "ROLLBACK") }
    _ = try await store.createDocument(title: "")
  }

  @Test func aClosedStoreSaysSo() async throws {
    let store = try await folder.open()
    await store.close()
    await #expect(throws: PageStoreError.closed) { try await store.createDocument(title: "") }
    await #expect(throws: PageStoreError.closed) { try await store.documents() }
  }

  @Test func aChangedEntryIsFound() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(TestPage.input(1), to: document).id
    await #expect(throws: PageStoreError.notFound(.page(99))) {
      try await store.aspectRatio(of: 99)
    }
    try store.catalog.write { db in try db.execute(sql: "UPDATE page SET aspectRatio = 2") }
    await #expect(throws: PageStoreError.corrupted(.page(page))) {
      try await store.aspectRatio(of: page)
    }
    try store.catalog.write { db in try db.execute(sql: "ALTER TABLE page RENAME TO leaf") }
    let error = await #expect(throws: PageStoreError.self) { try await store.aspectRatio(of: page) }
    #expect(error?.code == "corrupted", "a ready statement that fits the tables no more")
  }
}
