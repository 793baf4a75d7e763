// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryPages
import GalleryTestSupport
import Testing

@testable import PageStorage

/// Damaged and lost receipts of keyed edits.
@Suite(.folderOnly) struct ReceiptDamageTests {
  @Test(arguments: [
    "time = time + 1", "key = zeroblob(32)", "key = X''", "request = zeroblob(32)",
    "response = X'31'", "response = 'x'", "checksum = checksum + 1", "id = id + 1",
    "id = id + 1099511627776", "time = 0",
  ])
  func aDamagedReceiptNeverLeadsToASecondEdit(change: String) async throws {
    let keyed = try await KeyedStore()
    let request = try KeyedStore.request("a")
    try await keyed.rotate(request)
    await keyed.store.close()
    let number = try await keyed.folder.changeCatalog { db in
      try db.execute(sql: "UPDATE receipt SET \(change)")
      return try db.integer("SELECT id FROM receipt")
    }
    let damage = PageStoreError.Damage.receipt(number: try #require(number))
    let store = try await keyed.folder.open()
    for _ in 0..<2 {
      await #expect(throws: PageStoreError.corrupted(damage)) {
        try await keyed.rotate(request, in: store)
      }
    }
    await #expect(throws: PageStoreError.corrupted(damage)) {
      try await store.receipt(for: request.key, at: request.time)
    }
    #expect(try await store.document(keyed.document).revision == 2)
    #expect(
      try await store.verify().problems == [.receipt(number: try #require(number))])
    await store.close()

    let report = try await PageStore.repair(at: keyed.folder.store)
    #expect(report.droppedReceiptCount == 1)
    let repaired = try await keyed.folder.open()
    #expect(try await repaired.verify().problems == [])
    #expect(try await repaired.ids(of: keyed.document) == keyed.pages)
    let revision = try await repaired.document(keyed.document).revision
    #expect(try await keyed.rotate(request, in: repaired) == "\(revision + 1)")
    await repaired.close()
  }

  /// A damaged receipt is not in the way of other keys.
  @Test func otherKeysStayUsable() async throws {
    let keyed = try await KeyedStore()
    for key in ["a", "b", "c"] { try await keyed.rotate(KeyedStore.request(key)) }
    await keyed.store.close()
    let id = ReceiptRow(try KeyedStore.request("b"), response: []).id
    try await keyed.folder.changeCatalog { db in
      try db.execute(sql: "UPDATE receipt SET checksum = 0, time = 0 WHERE id = ?", arguments: [id])
    }
    let store = try await keyed.folder.open()
    #expect(try await keyed.rotate(KeyedStore.request("a"), in: store) == "repeated 2")
    #expect(try await keyed.rotate(KeyedStore.request("d"), in: store) == "5")
    #expect(try await store.verify().problems == [.receipt(number: id)])
    await store.close()
  }

  @Test func aRepairKeepsSoundReceipts() async throws {
    let keyed = try await KeyedStore()
    try await keyed.rotate(KeyedStore.request("a"))
    await keyed.store.close()
    try await keyed.folder.changeCatalog { db in
      try db.execute(sql: "UPDATE document SET title = 'other'")
    }
    let report = try await PageStore.repair(at: keyed.folder.store)
    #expect(report.catalogWasRebuilt && report.droppedReceiptCount == 0)
    let store = try await keyed.folder.open()
    #expect(try await keyed.rotate(KeyedStore.request("a"), in: store) == "repeated 2")
    await store.close()
  }

  /// As documented: the records do not contain receipts.
  @Test func aLostCatalogLosesReceipts() async throws {
    let keyed = try await KeyedStore()
    try await keyed.rotate(KeyedStore.request("a"))
    await keyed.store.close()
    try FileManager.default.removeItem(atPath: keyed.folder.catalog)
    try await PageStore.repair(at: keyed.folder.store)
    let store = try await keyed.folder.open()
    #expect(try await store.receipt(for: EditKey("a"), at: KeyedStore.start) == nil)
    #expect(try await store.verify().problems == [])
    await store.close()
  }

  @Test func aBackupHasTheReceipts() async throws {
    let keyed = try await KeyedStore()
    try await keyed.rotate(KeyedStore.request("a"))
    let target = keyed.folder.path + "/backup"
    #expect(try await keyed.store.backup(to: target).isSound)
    await keyed.store.close()
    let backup = try await PageStore.open(at: target)
    #expect(try await keyed.rotate(KeyedStore.request("a"), in: backup) == "repeated 2")
    await backup.close()
  }
}
