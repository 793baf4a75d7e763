// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The migration of a catalog from an earlier version.
enum CatalogMigration {
  /// Runs the missing steps in one transaction.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - finish: Work in the same transaction, with the current tables; the number is the earlier
  ///     version.
  /// - Throws: `PageStoreError`, `DatabaseError`, and what `finish` throws.
  static func run(
    _ db: Database, finish: (Database, Int) throws -> Void = { _, _ in }
  ) throws {
    guard try isNeeded(db) else { return }
    try db.inTransaction(.immediate) {
      try CatalogViews.remove(from: db)
      let version = try CatalogConnection.version(of: db)
      // Another process may have migrated it while this one waited for the lock.
      guard version < CatalogSchema.version else { return .commit }
      for step in CatalogSchema.steps.dropFirst(version) { try step(db) }
      try db.execute(sql: "PRAGMA user_version = \(CatalogSchema.version)")
      try finish(db, version)
      return .commit
    }
  }

  /// Returns whether the catalog is of an earlier version, or was when it was opened.
  static func isNeeded(_ db: Database) throws -> Bool {
    try CatalogConnection.version(of: db) < CatalogSchema.version
      || CatalogViews.version(of: db) != nil
  }
}
