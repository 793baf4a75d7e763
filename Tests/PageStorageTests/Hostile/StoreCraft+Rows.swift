// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension StoreCraft {
  /// An error: the layout of a table is unknown to these tests, which have to be adapted.
  struct LayoutChanged: Error {
    var table: String
  }

  /// Checks that the checksums of a table are computed here as in the store.
  func checkLayout(of table: String, _ db: Database) throws {
    let row = try Row.fetchOne(db, sql: "SELECT * FROM \(table) LIMIT 1")
    guard let row, row.hasColumn("checksum"), CraftedChecksum.row(row, of: table) == row["checksum"]
    else { throw LayoutChanged(table: table) }
  }

  /// Changes rows and gives them valid checksums.
  func update(_ table: String, set change: String, where condition: String) throws {
    try database { db in
      try checkLayout(of: table, db)
      try db.execute(sql: "UPDATE \(table) SET \(change) WHERE \(condition)")
      for row in try Row.fetchAll(db, sql: "SELECT rowid AS place, * FROM \(table)") {
        try db.execute(
          sql: "UPDATE \(table) SET checksum = ? WHERE rowid = ?",
          arguments: [CraftedChecksum.row(row, of: table), row["place"] as Int64])
      }
      if table == "document" { try sealDocuments(db) }
    }
  }

  /// Gives all documents valid checksums, whatever their columns contain.
  func sealDocuments(_ db: Database) throws {
    for row in try Row.fetchAll(db, sql: "SELECT * FROM document") {
      try db.execute(
        sql: "UPDATE document SET checksum = ?, stateChecksum = ? WHERE id IS ?",
        arguments: [
          CraftedChecksum.row(row, of: "document"), CraftedChecksum.state(ofDocument: row),
          row["id"] as DatabaseValue,
        ])
    }
  }

  /// A node of an order, with its contents.
  struct Node {
    var id: Int64
    var parent: Int64 = 0
    var pages: [UInt64]?
    var children: [(id: Int64, pageCount: Int64)] = []

    fileprivate var entries: [UInt8] {
      pages?.flatMap { [UInt8](little: $0) }
        ?? children.flatMap { [UInt8](little: $0.id) + [UInt8](little: $0.pageCount) }
    }
  }

  /// Gives a document an order of nodes with valid checksums.
  ///
  /// - Parameters:
  ///   - nodes: The nodes; the first one is the root.
  ///   - count: The page count stated by the document; unchanged by default.
  ///   - document: The document.
  /// - Throws: `DatabaseError`, `LayoutChanged`.
  func order(_ nodes: [Node], count: Int64? = nil, of document: Int64 = 1) throws {
    try database { db in
      try checkLayout(of: "node", db)
      try db.execute(sql: "DELETE FROM node WHERE document = ?", arguments: [document])
      for node in nodes {
        let isLeaf: Int64 = node.pages == nil ? 0 : 1
        let row: Row = [
          "id": node.id, "document": document, "isLeaf": isLeaf, "entries": Data(node.entries),
        ]
        try db.execute(
          sql: "INSERT INTO node VALUES (?, ?, ?, ?, ?, ?)",
          arguments: [
            node.id, document, node.parent, isLeaf, Data(node.entries),
            CraftedChecksum.row(row, of: "node"),
          ])
      }
      try db.execute(
        sql: "UPDATE document SET root = ?, pageCount = coalesce(?, pageCount) WHERE id = ?",
        arguments: [nodes[0].id, count, document])
      try sealDocuments(db)
      for node in nodes {
        for page in node.pages ?? [] {
          try db.execute(
            sql: "UPDATE page SET leaf = ? WHERE id = ? AND document = ?",
            arguments: [node.id, Int64(bitPattern: page), document])
        }
      }
    }
  }
}
