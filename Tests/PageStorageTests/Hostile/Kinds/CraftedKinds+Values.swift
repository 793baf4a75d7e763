// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryTestSupport

extension CraftedKinds {
  /// A value of every kind in every column of every existing table.
  static func values(_ template: StoreTemplateCopy) throws -> [CraftedKind] {
    let folder = try TestFolder()
    template.closed.image.write(to: folder.store)
    return try StoreCraft(folder: folder.path).database { db in
      let tables = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      return try tables.flatMap { table in
        try Row.fetchAll(db, sql: "PRAGMA table_info(\(table))").flatMap { column in
          kinds(table: table, column: column["name"], isKey: column["pk"] != 0)
        }
      }
    }
  }

  /// Expressions with values that a store never writes.
  private static let expressions = [
    "null": "NULL", "negative": "-1", "least": "-9223372036854775808",
    "greatest": "9223372036854775807", "infinite": "9e999", "text": "'yesterday'",
    "blob": "X'00FF00'", "megabyte": "zeroblob(1000000)",
  ]

  private static func kinds(table: String, column: String, isKey: Bool) -> [CraftedKind] {
    // Null keys are not stored, whatever the schema says.
    let values = expressions.filter { !isKey || $0.key != "null" }
    return values.sorted { $0.key < $1.key }.map { name, value in
      CraftedKind("\(table).\(column) \(name)", .mayLosePages) { craft in
        try craft.set(value, in: column, of: table)
      }
    }
  }
}

extension StoreCraft {
  /// Sets a column of one row, bypassing the constraints of the schema.
  fileprivate func set(_ value: String, in column: String, of table: String) throws {
    let place = "WHERE \(column) IN (SELECT \(column) FROM \(table) LIMIT 1)"
    let change = "UPDATE OR REPLACE \(table) SET \(column) = \(value) \(place)"
    // Inserts a missing entry, with the columns that have no default.
    let names = try database { db in
      try Row.fetchAll(db, sql: "PRAGMA table_info(\(table))").map { $0["name"] as String }
    }
    let values = names.map { $0 == column ? value : "1" }.joined(separator: ", ")
    let insertion =
      "INSERT INTO \(table) SELECT \(values) WHERE NOT EXISTS (SELECT 1 FROM \(table))"
    let isOwn = table.hasPrefix("sqlite_")
    do {
      try sql([insertion, change])
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT && !isOwn {
      try schema(
        "UPDATE sqlite_schema SET sql = replace(replace(sql, 'NOT NULL', ''), ' STRICT', '') "
          + "WHERE name = '\(table)'",
        then: insertion, change, isRestored: true)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_MISMATCH {
      // A row ID is always an integer; it cannot be crafted.
    }
  }
}
