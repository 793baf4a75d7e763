// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Makes a catalogue of an earlier version one of the present.
enum CatalogueMigration {
  /// Takes the steps that are missing, all of them or none.
  static func run(_ db: Database) throws {
    guard try CatalogueConnection.version(of: db) < CatalogueSchema.version else { return }
    try db.inTransaction(.immediate) {
      // Another process may have done it while this one waited for the lock.
      let version = try CatalogueConnection.version(of: db)
      for step in CatalogueSchema.steps.dropFirst(version) { try step(db) }
      try db.execute(sql: "PRAGMA user_version = \(CatalogueSchema.version)")
      return .commit
    }
  }
}
