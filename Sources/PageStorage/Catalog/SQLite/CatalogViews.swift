// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Views that present the tables of earlier versions as current ones, for readers.
enum CatalogViews {
  /// The view that contains the version of the underlying tables.
  private static let versionName = "catalogueVersion"

  private static let sums = [
    "document": ["checksum", "stateChecksum"], "change": ["checksum"], "record": ["checksum"],
    "counter": ["checksum"],
  ]

  /// Adds views that present the tables of a version as current ones.
  static func add(to db: Database, version: Int) throws {
    guard version < CatalogSchema.version else { return }
    try db.execute(sql: "CREATE TEMP VIEW \(versionName) AS SELECT \(version) AS version")
    try db.execute(
      sql: "CREATE TEMP VIEW page AS SELECT *, NULL AS created, NULL AS trashedAfter FROM main.page"
    )
    guard version < 4 else { return }
    try db.execute(
      sql: "CREATE TEMP VIEW receipt AS SELECT 0 AS id, 0 AS time, X'' AS key, X'' AS request, "
        + "X'' AS response, 0 AS checksum WHERE 0")
    guard version < 3 else { return }
    try db.execute(
      sql: "CREATE TEMP VIEW pageMetadata AS SELECT 0 AS id, '' AS content, 0 AS checksum WHERE 0")
    guard version < 2 else { return }
    for (table, columns) in sums {
      let sums = columns.map { "'\(FastRow.missingChecksum)' AS \($0)" }.joined(separator: ", ")
      try db.execute(sql: "CREATE TEMP VIEW \(table) AS SELECT *, \(sums) FROM main.\(table)")
    }
  }

  /// Returns the version behind the views, `nil` if there are none.
  static func version(of db: Database) throws -> Int64? {
    guard try names(db).contains(versionName) else { return nil }
    return try db.integer("SELECT version FROM temp.\(versionName)")
  }

  /// Returns whether the catalog still has the tables of a version.
  static func stand(for version: Int64, in db: Database) throws -> Bool {
    try db.integer("PRAGMA user_version") == version
  }

  /// Removes the views.
  static func remove(from db: Database) throws {
    for name in try names(db) { try db.execute(sql: "DROP VIEW temp.\(name)") }
  }

  private static func names(_ db: Database) throws -> [String] {
    var names: [String] = []
    try db.each("SELECT name FROM temp.sqlite_schema WHERE type = 'view'") { row in
      if let name = row.text(0) { names.append(name) }
    }
    return names
  }
}
