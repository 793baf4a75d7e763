// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Makes a catalogue of an earlier version one of the present.
enum CatalogueMigration {
  /// Takes the steps that are missing, all of them or none.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - finish: What belongs to the same change, done with the present tables.
  /// - Throws: `PageStoreError`, `DatabaseError`, and what `finish` throws.
  static func run(
    _ db: Database, finish: (Database) throws -> Void = { _ in }
  ) throws {
    guard try isNeeded(db) else { return }
    try db.inTransaction(.immediate) {
      try CatalogueViews.remove(from: db)
      let version = try CatalogueConnection.version(of: db)
      // Another process may have done it while this one waited for the lock.
      guard version < CatalogueSchema.version else { return .commit }
      for step in CatalogueSchema.steps.dropFirst(version) { try step(db) }
      try db.execute(sql: "PRAGMA user_version = \(CatalogueSchema.version)")
      try finish(db)
      return .commit
    }
  }

  /// Whether the catalogue is of an earlier version, or was when it was opened.
  static func isNeeded(_ db: Database) throws -> Bool {
    try CatalogueConnection.version(of: db) < CatalogueSchema.version
      || CatalogueViews.version(of: db) != nil
  }
}
