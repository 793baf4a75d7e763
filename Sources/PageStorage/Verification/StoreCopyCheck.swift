// SPDX-License-Identifier: Apache-2.0

import GRDB
import GallerySystem

/// Verifies the consistency of a copied store, before anything is done to it.
///
/// A copy made during changes may combine a catalog, a log, and originals and records from
/// different times. Such a copy is not modified, not even by SQLite.
struct StoreCopyCheck {
  let folder: StoreFolder
  let catalog: Catalog

  /// Verifies the whole store if its catalog is not in the file it was created in.
  ///
  /// Nothing is written.
  ///
  /// - Returns: Whether the catalog should record its new file, see ``adopt()``.
  /// - Throws: `PageStoreError.corrupted`: `.lostChanges` if its parts do not belong together,
  ///   `.original` if an original is missing or has another length.
  /// - Complexity: O(n) for n pages of a copy, O(1) otherwise.
  func run() throws(PageStoreError) -> Bool {
    guard let identity = try identity() else { return false }
    let (isOwn, isKnown) = try catalog.lookUp { db in
      // Stores of the first version have no such record. All others do, unless altered.
      let isFirst = try CatalogConnection.version(of: db) == 1
      return (try identity.isThat(of: db), try !isFirst || !db.isMissing(.inode))
    }
    guard !isOwn else { return false }
    if isKnown { try compare() }
    return true
  }

  /// Records the file that the catalog is in.
  func adopt() throws(PageStoreError) {
    guard let identity = try identity() else { return }
    try catalog.write { db in try identity.store(db) }
  }

  /// Runs the quick checks, each time that a copy is opened for reading only.
  ///
  /// - Throws: `PageStoreError.corrupted(.lostChanges)`.
  func runForReading() throws(PageStoreError) {
    guard let identity = try identity() else { return }
    let isOwn = try catalog.lookUp { db in
      try identity.isThat(of: db) || db.isMissing(.inode)
    }
    guard !isOwn else { return }
    try Recovery(folder: folder, catalog: catalog).checkMarks()
    try catalog.read { db in try checkRecords(db) }
  }

  private func identity() throws(PageStoreError) -> CatalogIdentity? {
    try folder.root.status(of: StoreFolder.catalogName).map { CatalogIdentity($0) }
  }

  private func compare() throws(PageStoreError) {
    try Recovery(folder: folder, catalog: catalog).checkMarks()
    let damage = PageStoreError.corrupted(.lostChanges)
    try CatalogConnection.withoutReadFailures { () throws(PageStoreError) in
      try catalog.read { db in
        var report = VerificationReport()
        _ = try CatalogVerification(db: db).run(&report)
        guard report.isSound else { throw damage }
        try checkRecords(db)
        try db.each("SELECT \(BlobRow.columns) FROM blob NOT INDEXED") { row in
          guard let blob = BlobRow(row) else { throw damage }
          // Known damage existed before the copy.
          let found = try folder.status(of: blob.digest)
          guard blob.damage != nil || found?.byteCount == blob.byteCount else {
            throw PageStoreError.corrupted(.original(blob.digest))
          }
        }
      }
    }
  }

  /// Verifies that the records match the catalog, plus at most one uncommitted change.
  private func checkRecords(_ db: Database) throws {
    let next = try ChangeLog.lastNumber(db) + 1
    let slots = try folder.records.names().compactMap(Slot.number)
    let settled = try db.integers("SELECT slot FROM record").map { Int(clamping: $0) }
    for slot in Set(slots + settled) {
      let length = try RecordRow.fetch(db, slot: slot)
      let found = try folder.records.status(of: "\(slot)")?.byteCount ?? 0
      guard found >= length else { throw PageStoreError.corrupted(.lostChanges) }
      guard found > length else { continue }
      let (file, _) = try folder.records.openToRead("\(slot)")
      defer { SystemCalls.closeFile(file) }
      try RecordReader(descriptor: file).forEach(from: length) {
        (record, place) throws(PageStoreError) in
        // The change record comes first, with its own number.
        let isFirst = place.lowerBound == length
        guard case .change(let number) = record else {
          if isFirst, record != nil { throw .corrupted(.lostChanges) }
          return
        }
        guard isFirst, number <= next else { throw .corrupted(.lostChanges) }
      }
    }
  }
}
