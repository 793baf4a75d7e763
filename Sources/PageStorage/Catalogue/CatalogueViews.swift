// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables of earlier versions as those of the present one, for connections that only read.
enum CatalogueViews {
  /// What stands in place of a checksum that the first version did not have.
  static let missingChecksum = "none in version 1"

  private static let sums = [
    "document": ["checksum", "stateChecksum"], "change": ["checksum"], "record": ["checksum"],
    "counter": ["checksum"],
  ]

  /// Lets the tables of a version look like those of the present one.
  static func add(to db: Database, version: Int) throws {
    guard version < 3 else { return }
    try db.execute(
      sql: "CREATE TEMP VIEW pageMetadata AS SELECT 0 AS id, '' AS content, 0 AS checksum WHERE 0")
    guard version < 2 else { return }
    for (table, columns) in sums {
      let sums = columns.map { "'\(missingChecksum)' AS \($0)" }.joined(separator: ", ")
      try db.execute(sql: "CREATE TEMP VIEW \(table) AS SELECT *, \(sums) FROM main.\(table)")
    }
  }
}
