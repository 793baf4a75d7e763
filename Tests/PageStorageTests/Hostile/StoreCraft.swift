// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Testing

/// The tools for crafting a store: SQL, bytes and files.
///
/// The store is a copy of a template, whose document 1 has the pages 1 to 150, and whose document 2
/// has pages from 151 on. `outside` is beside it and must not change.
struct StoreCraft: Sendable {
  let folder: String

  /// The folder of the store.
  var store: String { folder + "/store" }

  /// A folder unrelated to the store, with the files `file` and `folder/1` to `3`.
  var outside: String { folder + "/outside" }

  /// The catalog.
  var catalog: String { store + "/catalogue.sqlite" }

  /// A path relative to the store.
  func path(_ name: String) -> String { "\(store)/\(name)" }

  /// Creates the folder outside.
  func makeOutside() throws {
    try FileManager.default.createDirectory(
      atPath: outside + "/folder", withIntermediateDirectories: true)
    for name in ["file", "folder/1", "folder/2", "folder/3"] {
      try write(Array("\(name) is not yours\n".utf8), to: "\(outside)/\(name)")
    }
  }
}

// MARK: - SQL

extension StoreCraft {
  /// Runs a closure on a database, the catalog by default.
  func database<Result>(
    _ path: String? = nil, _ body: (Database) throws -> Result
  ) throws -> Result {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path ?? catalog, configuration: configuration)
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF")
      return try body(db)
    }
  }

  /// Runs statements on the catalog.
  func sql(_ statements: [String]) throws {
    try database { db in
      for statement in statements { try db.execute(sql: statement) }
      // An invalid entry must not be hidden by its checksum.
      let words = ["UPDATE document SET", "INSERT INTO document", "UPDATE OR REPLACE document SET"]
      if statements.contains(where: { statement in words.contains { statement.hasPrefix($0) } }) {
        try sealDocuments(db)
      }
    }
  }

  /// Edits the schema directly, runs statements with it, and restores it if requested.
  func schema(_ changes: String..., then statements: String..., isRestored: Bool = false) throws {
    let old = try database { db in
      try Row.fetchAll(db, sql: "SELECT rowid, sql FROM sqlite_schema")
    }
    try writeSchema(changes.map { ($0, []) })
    if !statements.isEmpty { try sql(statements) }
    guard isRestored else { return }
    let sql = "UPDATE sqlite_schema SET sql = ? WHERE rowid = ?"
    try writeSchema(old.map { (sql, [$0[1] as String?, $0[0] as Int]) })
  }

  /// Edits a part of the definition of a table directly.
  func redefine(_ table: String, _ part: String, as newPart: String) throws {
    let found = try database { db in
      try String.fetchOne(
        db, sql: "SELECT sql FROM sqlite_schema WHERE name = ? AND instr(sql, ?)",
        arguments: [table, part])
    }
    // Without the part this would have no effect.
    try #require(found != nil, "\(table) has no \(part)")
    let sql = "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?"
    try writeSchema([(sql, [part, newPart, table])])
  }

  private func writeSchema(_ changes: [(String, StatementArguments)]) throws {
    try database { db in
      try db.execute(sql: "PRAGMA writable_schema = ON")
      for (change, arguments) in changes { try db.execute(sql: change, arguments: arguments) }
      let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
      try db.execute(sql: "PRAGMA schema_version = \(version + 1)")
    }
  }
}
