// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables of the first version as those of the present one, for connections that only read.
enum CatalogueViews {
  /// What stands in place of a checksum that the first version did not have.
  static let missingChecksum = "none in version 1"

  private static let sums = [
    "document": ["checksum", "stateChecksum"], "change": ["checksum"], "record": ["checksum"],
    "counter": ["checksum"],
  ]

  /// Lets the tables of the first version look like those of the present one.
  static func add(to db: Database) throws {
    for (table, columns) in sums {
      let sums = columns.map { "'\(missingChecksum)' AS \($0)" }.joined(separator: ", ")
      try db.execute(sql: "CREATE TEMP VIEW \(table) AS SELECT *, \(sums) FROM main.\(table)")
    }
  }
}
