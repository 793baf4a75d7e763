// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Compares a store that is a copy with itself, before anything is done to it.
///
/// A copy that was made while others changed the store may have a catalogue of one moment, and originals
/// and records of others.
struct StoreCopyCheck {
  let folder: StoreFolder
  let catalogue: Catalogue

  /// Looks at the whole store if its catalogue is another file than it was made in.
  ///
  /// - Throws: `PageStoreError.corrupted(.lostChanges)` if its parts do not belong together.
  /// - Complexity: O(n) for n pages of a copy, O(1) for what is none.
  func run() throws(PageStoreError) {
    guard let status = try folder.root.status(of: StoreFolder.catalogueName) else { return }
    let identity = CatalogueIdentity(status)
    let isOwn = try catalogue.lookUp { db in
      // A store of the first version does not know.
      try identity.isThat(of: db) || CounterRow.inode.isMissing(db)
    }
    if isOwn, try catalogue.lookUp({ db in try !CounterRow.inode.isMissing(db) }) { return }
    if !isOwn { try compare() }
    try catalogue.write { db in try identity.store(db) }
  }

  private func compare() throws(PageStoreError) {
    try Recovery(folder: folder, catalogue: catalogue).checkMarks()
    try catalogue.read { db in
      let check = try db.first("PRAGMA integrity_check(1)") { $0.text(0) } ?? nil
      guard check == "ok" else { throw PageStoreError.corrupted(.lostChanges) }
      try checkRecords(db)
      try db.each("SELECT \(BlobRow.columns) FROM blob NOT INDEXED") { row in
        guard let blob = BlobRow(row) else { return }
        // One whose damage is known was damaged before it was copied.
        let found = try folder.status(of: blob.digest)
        guard blob.damage != nil || found?.byteCount == blob.byteCount else {
          throw PageStoreError.corrupted(.lostChanges)
        }
      }
    }
  }

  private func checkRecords(_ db: Database) throws {
    // What follows is of a change that was not committed, or of several: recovery tells.
    for slot in try db.integers("SELECT slot FROM record").map({ Int(clamping: $0) }) {
      let found = try folder.records.status(of: "\(slot)")?.byteCount ?? 0
      guard try found >= RecordRow.fetch(db, slot: slot) else {
        throw PageStoreError.corrupted(.lostChanges)
      }
    }
  }
}
