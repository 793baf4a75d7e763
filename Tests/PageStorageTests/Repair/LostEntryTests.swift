// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageStorage

/// Entries of the catalog that are missing, or have the identifiers of others.
@Suite struct LostEntryTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func fill(_ count: Int) async throws -> (DocumentID, [PageID]) {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Box of scans").id
    let inputs = (0..<count).map { PageInput.bytes(CrashPage.bytes($0)) }
    let outcomes = await store.ingest(inputs, into: document)
    await store.close()
    return (document, try outcomes.map { try $0.get().id })
  }

  /// The identifier of an entry was changed to that of another one, which is missing.
  @Test func anOriginalIsNeverTakenForAnother() async throws {
    let (document, ids) = try await fill(5)
    try await DatabaseQueue(path: folder.store + "/catalogue.sqlite").writeWithoutTransaction {
      db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      try db.execute(sql: "DELETE FROM blob WHERE id = 3")
      try db.execute(sql: "UPDATE blob SET id = 3 WHERE id = 2")
    }
    let report = try await PageStore.repair(at: folder.store)
    #expect(Set(report.repairedPages) == [ids[1], ids[2]])
    let store = try await folder.open()
    #expect(try await store.ids(of: document) == ids)
    for (number, id) in ids.enumerated() {
      #expect(try await store.bytes(of: id) == CrashPage.bytes(number))
    }
    #expect(try await store.verify().isSound)
  }

  /// A deleted page is not restored to the document.
  @Test(arguments: [false, true])
  func aLostEntryOfTheTrashIsRestoredToTheTrash(isOrderLost: Bool) async throws {
    let (document, ids) = try await fill(5)
    let store = try await folder.open()
    try await store.delete(ids[1])
    await store.close()
    try await DatabaseQueue(path: folder.store + "/catalogue.sqlite").writeWithoutTransaction {
      db in
      try db.execute(sql: "DELETE FROM page WHERE id = ?", arguments: [ids[1].rawValue])
      // So that the document of the entry may have referred to it.
      if isOrderLost { try db.execute(sql: "UPDATE node SET checksum = checksum + 1") }
    }
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.recoveredPages == [ids[1]])
    #expect(report.reorderedDocuments == (isOrderLost ? [document] : []))
    let repaired = try await folder.open()
    let rest = [ids[0], ids[2], ids[3], ids[4]]
    let trash = try await repaired.page(ids[1]).trash
    #expect((trash == nil) == isOrderLost)
    #expect(try await repaired.ids(of: document) == rest + (isOrderLost ? [ids[1]] : []))
    if !isOrderLost { try await repaired.restore(ids[1]) }
    #expect(Set(try await repaired.ids(of: document)) == Set(ids))
    #expect(try await repaired.bytes(of: ids[1]) == CrashPage.bytes(1))
    #expect(try await repaired.verify().isSound)
  }

  /// One flipped bit of an entry must not put a page into the trash or into another document, from
  /// which a purge would remove its original.
  @Test(arguments: [
    "trashed = 1, trashedIndex = 0", "document = 2", "trashed = 0", "document = 77",
  ])
  func anOrderPrevailsOverADamagedEntry(change: String) async throws {
    let (document, ids) = try await fill(5)
    let store = try await folder.open()
    let other = try await store.createDocument(title: "Trash").id
    #expect(other.rawValue == 2)
    try await store.deleteDocument(other)
    await store.close()
    try await DatabaseQueue(path: folder.store + "/catalogue.sqlite").writeWithoutTransaction {
      db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      try db.execute(sql: "UPDATE page SET \(change) WHERE id = ?", arguments: [ids[2].rawValue])
    }
    #expect(try await PageStore.repair(at: folder.store).repairedPages == [ids[2]])
    let repaired = try await folder.open()
    #expect(try await repaired.ids(of: document) == ids)
    #expect(try await repaired.purge(deletedBefore: .distantFuture) == 0)
    #expect(try await repaired.bytes(of: ids[2]) == CrashPage.bytes(2))
    #expect(try await repaired.verify().isSound)
    await repaired.close()
  }

  /// The date of a deletion that is not proven begins anew, so that nothing is removed too early.
  @Test func aDamagedDateOfADeletionBeginsAnew() async throws {
    let (_, ids) = try await fill(3)
    let store = try await folder.open()
    try await store.delete(ids[1])
    await store.close()
    try await DatabaseQueue(path: folder.store + "/catalogue.sqlite").writeWithoutTransaction {
      db in try db.execute(sql: "UPDATE page SET trashed = 1 WHERE trashed IS NOT NULL")
    }
    try await PageStore.repair(at: folder.store)
    let repaired = try await folder.open()
    #expect(try await repaired.purge() == 0)
    #expect(try await repaired.page(ids[1]).trash != nil)
    await repaired.close()
  }

  /// One flipped bit must not let the next purge remove a document.
  @Test(arguments: ["trashed = 0", "trashed = 1", "trashed = -9223372036854775808"])
  func aDamagedDateOfADocumentBeginsAnew(change: String) async throws {
    let (document, ids) = try await fill(3)
    try await DatabaseQueue(path: folder.store + "/catalogue.sqlite").writeWithoutTransaction {
      db in try db.execute(sql: "UPDATE document SET \(change)")
    }
    #expect(try await PageStore.repair(at: folder.store).repairedDocuments == [document])
    let repaired = try await folder.open()
    #expect(try await repaired.purge() == 0)
    if try await repaired.isTrashed(document) { try await repaired.restoreDocument(document) }
    #expect(try await repaired.ids(of: document) == ids)
    #expect(try await repaired.verify().isSound)
    await repaired.close()
  }

  @Test func aDamagedDeletionIsNotBelievedWithoutAnOrder() async throws {
    let (document, ids) = try await fill(3)
    try await DatabaseQueue(path: folder.store + "/catalogue.sqlite").writeWithoutTransaction {
      db in
      try db.execute(sql: "UPDATE node SET checksum = checksum + 1")
      try db.execute(
        sql: "UPDATE page SET trashed = 0, trashedIndex = 0 WHERE id = ?",
        arguments: [ids[1].rawValue])
    }
    try await PageStore.repair(at: folder.store)
    let repaired = try await folder.open()
    #expect(Set(try await repaired.ids(of: document)) == Set(ids))
    await repaired.close()
  }

  /// A document that is listed but cannot be looked up by its identifier, because the identifier
  /// was changed.
  @Test func aDocumentOutOfPlaceIsRepaired() async throws {
    let (document, ids) = try await fill(3)
    let store = try await folder.open()
    for _ in 0..<3 { _ = try await store.createDocument(title: "Empty") }
    await store.close()
    try await DatabaseQueue(path: folder.store + "/catalogue.sqlite").writeWithoutTransaction {
      db in
      let size = try #require(try Int.fetchOne(db, sql: "PRAGMA page_size"))
      let root = try #require(
        try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'document'"))
      try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      let file = try FileHandle(
        forUpdating: URL(fileURLWithPath: folder.store + "/catalogue.sqlite"))
      let start = UInt64((root - 1) * size)
      try file.seek(toOffset: start)
      let page = Array(try #require(try file.read(upToCount: size)))
      // The last cell of the page; its length is followed by the identifier.
      let cell = Int(page[8 + 3 * 2]) << 8 | Int(page[9 + 3 * 2])
      #expect(page[cell + 1] == 4)
      try file.seek(toOffset: start + UInt64(cell) + 1)
      try file.write(contentsOf: [0])
      try file.close()
    }
    let reader = try await folder.open { $0.access = .readOnly }
    #expect(try await reader.verify().problems.contains(.document(DocumentID(0))))
    await reader.close()
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.repairedDocuments == [DocumentID(4)])
    let repaired = try await folder.open()
    #expect(try await repaired.ids(of: document) == ids)
    #expect(try await repaired.documents().count == 4)
    #expect(try await repaired.verify().isSound)
  }

  /// An identifier that became too large hides no row after it.
  @Test func rowsBehindADamagedNumberAreRead() async throws {
    let (document, ids) = try await fill(40)
    try await DatabaseQueue(path: folder.store + "/catalogue.sqlite").writeWithoutTransaction {
      db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      try db.execute(sql: "UPDATE page SET id = id + 1000 WHERE id = 7")
    }
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.recoveredPages.contains(ids[6]))
    let store = try await folder.open()
    #expect(try await Array(store.ids(of: document).prefix(40)) == ids)
    #expect(try await store.bytes(of: ids[6]) == CrashPage.bytes(6))
    #expect(try await store.verify().isSound)
  }
}
