// SPDX-License-Identifier: Apache-2.0

import GRDB

extension CatalogSchema {
  /// Adds the checksums that the first version did not have.
  static func addChecksums(_ db: Database) throws {
    try addDocumentChecksums(db)
    try addRecordChecksums(db)
    let next = try db.integer("SELECT next FROM counter WHERE name = 'page'")
    try db.set(.page, to: max(next ?? 1, db.lowestFreePageNumber()))
  }

  private static func addDocumentChecksums(_ db: Database) throws {
    for id in try db.integers("SELECT id FROM document") {
      let row = try db.first("SELECT \(DocumentRow.columns) FROM document WHERE id = ?", [id]) {
        DocumentRow(unchecked: $0)
      }
      if let row { try db.update(row) }
    }
  }

  private static func addRecordChecksums(_ db: Database) throws {
    for slot in try db.integers("SELECT slot FROM record") {
      let settled = try db.integer("SELECT settled FROM record WHERE slot = ?", [slot]) ?? 0
      try RecordRow.store(Int(settled), slot: Int(slot), db)
    }
  }

  /// Adds the checksums of logged changes, which have no parts.
  static func addChangeChecksums(_ db: Database) throws {
    for id in try db.integers("SELECT id FROM change") {
      let sum = try db.first("SELECT document, revision FROM change WHERE id = ?", [id]) { row in
        ChangeRow(
          number: id, document: DocumentID(row.integer(0)), revision: Int(row.integer(1)),
          parts: nil
        ).checksum
      }
      try db.cachedStatement(sql: "UPDATE change SET checksum = ? WHERE id = ?")
        .execute(arguments: [sum?.stored ?? 0, id])
    }
  }
}
