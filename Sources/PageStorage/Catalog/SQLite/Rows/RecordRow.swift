// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The committed length of each record file.
enum RecordRow {
  private static func checksum(_ slot: Int, _ settled: Int) -> Checksum {
    var sum = Checksum()
    sum.add(Int64(slot))
    sum.add(Int64(settled))
    return sum
  }

  /// Returns the length, zero if nothing is committed.
  ///
  /// - Throws: `PageStoreError.corrupted` if it is altered.
  static func fetch(_ db: Database, slot: Int) throws -> Int {
    let sql = "SELECT settled, checksum FROM record WHERE slot = ?"
    return try db.cachedStatement(sql: sql).first(binding: Int64(slot)) { row in
      let settled = Int(row.integer(0))
      guard settled >= 0, row.has(checksum(slot, settled), at: 1) else {
        throw PageStoreError.corrupted(
          .catalog(message: "the length of record file \(slot) was changed"))
      }
      return settled
    } ?? 0
  }

  static func store(_ settled: Int, slot: Int, _ db: Database) throws {
    try db.cachedStatement(sql: "REPLACE INTO record (slot, settled, checksum) VALUES (?, ?, ?)")
      .execute(arguments: [slot, settled, checksum(slot, settled).stored])
  }
}
