// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB

/// A named counter of the store.
enum CounterRow: String {
  /// The next page identifier.
  case page
  /// The device of the catalog's file.
  case device
  /// The inode of the catalog's file: a copy of the store has another one.
  case inode
  /// The number of the last change, in an unchanged backup.
  case backup
  /// Grows whenever something new is known of an original in the catalog, such as its damage.
  case originals

  private func checksum(_ number: Int64) -> Checksum {
    var sum = Checksum()
    Array(rawValue.utf8).withUnsafeBytes { sum.add($0) }
    sum.add(number)
    return sum
  }

  /// Returns the value, `nil` if it is missing or altered.
  func fetch(_ db: Database) throws -> Int64? {
    try db.first("SELECT next, checksum FROM counter WHERE name = '\(rawValue)'") { row in
      let number = row.integer(0)
      return row.has(checksum(number), at: 1) ? number : nil
    } ?? nil
  }

  /// Returns whether the value was never set.
  func isMissing(_ db: Database) throws -> Bool {
    try db.first("SELECT 1 FROM counter WHERE name = '\(rawValue)'") { _ in false } ?? true
  }

  func store(_ number: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: "REPLACE INTO counter (name, next, checksum) VALUES (?, ?, ?)")
      .execute(arguments: [rawValue, number, checksum(number).stored])
  }

  /// Gives ``originals`` a value that it never had before, not even in a catalog that was lost since.
  static func advanceOriginals(_ db: Database) throws {
    let known = try originals.fetch(db) ?? 0
    try originals.store(max(known &+ 1, Date().milliseconds), db)
  }

  /// Returns the value of ``originals``, 0 if nothing was ever counted, and -1 if it is altered.
  static func knowledge(_ db: Database) throws -> Int {
    if let known = try originals.fetch(db) { return Int(known) }
    return try originals.isMissing(db) ? 0 : -1
  }

  /// Adds the checksum that the first version did not have.
  static func addChecksums(_ db: Database) throws {
    let next = try db.integer("SELECT next FROM counter WHERE name = 'page'")
    try page.store(max(next ?? 1, PageIDAllocator.lowestFree(db)), db)
  }
}

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
        throw PageStoreError.corrupted(.catalog(message: "the length of record file \(slot)"))
      }
      return settled
    } ?? 0
  }

  static func store(_ settled: Int, slot: Int, _ db: Database) throws {
    try db.cachedStatement(sql: "REPLACE INTO record (slot, settled, checksum) VALUES (?, ?, ?)")
      .execute(arguments: [slot, settled, checksum(slot, settled).stored])
  }

  /// Adds the checksums that the first version did not have.
  static func addChecksums(_ db: Database) throws {
    for slot in try db.integers("SELECT slot FROM record") {
      let settled = try db.integer("SELECT settled FROM record WHERE slot = ?", [slot]) ?? 0
      try store(Int(settled), slot: Int(slot), db)
    }
  }
}
