// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB

/// Removes what processes that ended in the middle of something have left behind.
///
/// It costs what was left behind and not what is stored.
struct Recovery {
  let folder: StoreFolder
  let catalogue: Catalogue

  /// Cleans all slots that nobody has.
  ///
  /// - Returns: One of them, to be used by the caller.
  func run() throws(PageStoreError) -> Slot? {
    let slots = try Slot.takeAbandoned(in: folder)
    for slot in slots { try clean(slot) }
    try removeDoomed()
    return slots.min { $0.number < $1.number }
  }

  private func clean(_ slot: Slot) throws(PageStoreError) {
    let settled = try catalogue.read { db in
      try Int.fetchOne(
        db, sql: "SELECT settled FROM record WHERE slot = ?", arguments: [slot.number]) ?? 0
    }
    if try slot.records.byteCount > settled {
      let folder = folder
      try catalogue.write { db in
        _ = try Publication(db: db, folder: folder, slot: slot).sweepRecords()
      }
    }
    for name in try SystemCalls.names(in: slot.folder) {
      try SystemCalls.removeFile("\(slot.folder)/\(name)")
    }
  }

  /// Removes the files that committed changes have named as doomed.
  func removeDoomed() throws(PageStoreError) {
    let isNeeded = try catalogue.lookUp { db in
      try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM doomed)") ?? false
    }
    guard isNeeded else { return }
    let folder = folder
    try catalogue.write { db in
      var folders: Set<String> = []
      for bytes in try Data.fetchAll(db, sql: "SELECT digest FROM doomed") {
        guard let digest = ContentDigest(bytes) else { continue }
        // The same bytes may have come again.
        guard try !BlobRow.exists(db, digest) else { continue }
        try SystemCalls.removeFile(folder.blob(digest))
        folders.insert(folder.blobFolder(digest))
      }
      try folder.synchronize(folders)
      try db.execute(sql: "DELETE FROM doomed")
    }
  }
}
