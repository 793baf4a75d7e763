// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Migrates a store of an earlier version, after it was verified.
struct StoreMigration {
  let folder: StoreFolder
  let catalog: Catalog

  private static let portionByteCount = 1 << 20

  /// Creates the tables, and records data that earlier versions kept in the catalog only.
  ///
  /// - Parameter slot: The slot of this process, taken if it is needed and missing.
  /// - Returns: The paths of files set aside.
  /// - Throws: `PageStoreError.locked`, `.full`, `.corrupted`, `.io`.
  func run(_ slot: inout Slot?) throws(PageStoreError) -> [String] {
    guard try catalog.isOfEarlierVersion() else { return [] }
    let aside = AsideFolder(folder)
    if slot == nil { slot = try takeSlot(aside) }
    guard let own = slot else { return [] }
    var number: Int64?
    try catalog.migrate { db, version in
      // Later versions have recorded them with each change.
      if version < 3 { number = try recordMetadata(db, own) }
    }
    if let number { own.records.acknowledge(number) }
    return aside.paths
  }

  private func takeSlot(_ aside: AsideFolder) throws(PageStoreError) -> Slot {
    let recovery = Recovery(folder: folder, catalog: catalog)
    let slot = try Slot.takeFirst(in: folder) { (slot) throws(PageStoreError) in
      try recovery.clean(slot, aside)
    }
    try aside.synchronize()
    return slot
  }

  /// Records the metadata of all documents, as one change.
  ///
  /// - Returns: The number of the change, `nil` if there was nothing to record.
  private func recordMetadata(_ db: Database, _ slot: Slot) throws -> Int64? {
    let number = try ChangeLog.lastNumber(db) + 1
    var length = try RecordRow.fetch(db, slot: slot.number)
    let start = length
    var (records, byteCount) = ([StoreRecord.change(number)], 0)
    try db.each("SELECT \(DocumentRow.columns) FROM document ORDER BY id") { row in
      // Leave damaged entries to a repair.
      guard let record = try? DocumentRow(row).metadataRecord else { return }
      records.append(record)
      byteCount += record.line.count
      guard byteCount > Self.portionByteCount else { return }
      length = try slot.records.append(records, after: length)
      (records, byteCount) = ([], 0)
    }
    guard length > start || records.count > 1 else { return nil }
    if !records.isEmpty { length = try slot.records.append(records, after: length) }
    try RecordRow.store(length, slot: slot.number, db)
    try ChangeLog.appendUnnamed(after: number - 1, isSilent: true, to: db)
    return number
  }
}
