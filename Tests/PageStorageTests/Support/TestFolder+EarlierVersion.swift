// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryModel

@testable import PageStorage

extension TestFolder {
  /// The file of the catalog.
  var catalog: String { store + "/catalogue.sqlite" }

  /// Copies the rows of the catalog into tables of an earlier version, as written by that version.
  func makeCatalog(ofVersion version: Int) async throws {
    try await changeCatalog { db in try Self.removeDates(db) }
    let old = catalog + ".old"
    try FileManager.default.moveItem(atPath: catalog, toPath: old)
    let queue = try DatabaseQueue(path: catalog)
    try await queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      for step in CatalogSchema.steps.prefix(version) { try step(db) }
      try db.execute(sql: "PRAGMA application_id = \(CatalogHeader.applicationID)")
      try db.execute(sql: "PRAGMA user_version = \(version)")
      try db.execute(sql: "ATTACH ? AS old; PRAGMA foreign_keys = OFF", arguments: [old])
      try db.execute(sql: "DELETE FROM counter")
      let tables = [
        "document", "node", "blob", "page", "change", "doomed", "record", "counter", "pageMetadata",
      ]
      for table in tables.prefix(version < 3 ? 8 : 9) {
        let names = try db.columns(in: table).map(\.name)
        // The root page of metadata is another one in the new file.
        let columns = names.filter { table != "pageMetadata" || $0 != "root" }
          .joined(separator: ", ")
        // The counter of the old file does not fit this one, and the first version had none.
        let filter = table == "counter" ? "WHERE name = 'page'" : ""
        try db.execute(
          sql:
            "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM old.\(table) \(filter)")
      }
      try db.execute(sql: "DETACH old")
    }
    try queue.close()
    try FileManager.default.removeItem(atPath: old)
    guard version == 1 else { return }
    // The first version had no marks.
    for file in files(below: "records") where file.hasSuffix(".mark") {
      try FileManager.default.removeItem(atPath: file)
    }
  }

  /// Removes what pages have since version 5, with its part of their checksums.
  private static func removeDates(_ db: Database) throws {
    guard try db.columns(in: "page").contains(where: { $0.name == "created" }) else { return }
    for id in try db.integers("SELECT id FROM page") {
      guard var row = try db.page(PageID(UInt64(bitPattern: id))) else { continue }
      row.created = nil
      row.trash?.previous = nil
      try db.update(row)
    }
  }

  /// Runs statements on the catalog of a store that is closed.
  func changeCatalog<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    let queue = try DatabaseQueue(path: catalog)
    let result = try await queue.write { db in try body(db) }
    try queue.close()
    return result
  }
}
