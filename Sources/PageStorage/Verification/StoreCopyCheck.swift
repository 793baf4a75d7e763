// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Compares a store that is a copy with itself, before anything is done to it.
///
/// A copy that was made while others changed the store may have a catalogue of one moment, a log of another,
/// and originals and records of a third. Then nothing in it is changed, not even by SQLite.
struct StoreCopyCheck {
  let folder: StoreFolder
  let catalogue: Catalogue

  /// Looks at the whole store if its catalogue is another file than it was made in.
  ///
  /// Nothing is written.
  ///
  /// - Returns: Whether the catalogue is to be told in which file it is, see ``adopt()``.
  /// - Throws: `PageStoreError.corrupted(.lostChanges)` if its parts do not belong together.
  /// - Complexity: O(n) for n pages of a copy, O(1) for what is none.
  func run() throws(PageStoreError) -> Bool {
    guard let identity = try identity() else { return false }
    let (isOwn, isKnown) = try catalogue.lookUp { db in
      // A store of the first version does not know. All others do, unless somebody has changed them.
      let isFirst = try CatalogueConnection.version(of: db) == 1
      return (try identity.isThat(of: db), try !isFirst || !CounterRow.inode.isMissing(db))
    }
    guard !isOwn else { return false }
    if isKnown { try compare() }
    return true
  }

  /// Takes note of the file that the catalogue is in.
  func adopt() throws(PageStoreError) {
    guard let identity = try identity() else { return }
    try catalogue.write { db in try identity.store(db) }
  }

  /// Looks at what can be told at once, each time that a copy is opened to be read only.
  ///
  /// - Throws: `PageStoreError.corrupted(.lostChanges)`.
  func runForReading() throws(PageStoreError) {
    guard let identity = try identity() else { return }
    let isOwn = try catalogue.lookUp { db in
      try identity.isThat(of: db) || CounterRow.inode.isMissing(db)
    }
    guard !isOwn else { return }
    try Recovery(folder: folder, catalogue: catalogue).checkMarks()
    try catalogue.read { db in try checkRecords(db) }
  }

  private func identity() throws(PageStoreError) -> CatalogueIdentity? {
    try folder.root.status(of: StoreFolder.catalogueName).map { CatalogueIdentity($0) }
  }

  private func compare() throws(PageStoreError) {
    try Recovery(folder: folder, catalogue: catalogue).checkMarks()
    let damage = PageStoreError.corrupted(.lostChanges)
    try CatalogueConnection.withoutReadFailures { () throws(PageStoreError) in
      try catalogue.read { db in
        var report = VerificationReport()
        _ = try CatalogueVerification(db: db).run(&report)
        guard report.isSound else { throw damage }
        try checkRecords(db)
        try db.each("SELECT \(BlobRow.columns) FROM blob NOT INDEXED") { row in
          guard let blob = BlobRow(row) else { throw damage }
          // One whose damage is known was damaged before it was copied.
          let found = try folder.status(of: blob.digest)
          guard blob.damage != nil || found?.byteCount == blob.byteCount else { throw damage }
        }
      }
    }
  }

  /// Makes sure that the records are those of the catalogue, and at most those of one change more, which
  /// was not committed yet.
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
        // The change comes first, and its number is its own.
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
