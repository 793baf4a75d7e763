// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The migration of a catalog from an earlier version.
enum CatalogueMigration {
  /// Runs the missing steps in one transaction.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - finish: Work in the same transaction, with the current tables.
  /// - Throws: `PageStoreError`, `DatabaseError`, and what `finish` throws.
  static func run(
    _ db: Database, finish: (Database) throws -> Void = { _ in }
  ) throws {
    guard try isNeeded(db) else { return }
    try db.inTransaction(.immediate) {
      try CatalogueViews.remove(from: db)
      let version = try CatalogueConnection.version(of: db)
      // Another process may have migrated it while this one waited for the lock.
      guard version < CatalogueSchema.version else { return .commit }
      for step in CatalogueSchema.steps.dropFirst(version) { try step(db) }
      try db.execute(sql: "PRAGMA user_version = \(CatalogueSchema.version)")
      try finish(db)
      return .commit
    }
  }

  /// Returns whether the catalog is of an earlier version, or was when it was opened.
  static func isNeeded(_ db: Database) throws -> Bool {
    try CatalogueConnection.version(of: db) < CatalogueSchema.version
      || CatalogueViews.version(of: db) != nil
  }
}
