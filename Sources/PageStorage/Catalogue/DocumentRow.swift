// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The entry of a document in the catalogue.
struct DocumentRow {
  var document: Document
  var root: Int64

  static let columns =
    "id, title, created, modified, metadata, revision, pageCount, root, trashed"

  init(_ row: Row) throws {
    let id = DocumentID(row[0])
    let metadata: String = row[4]
    guard let pairs = try? JSONDecoder().decode([String: String].self, from: Data(metadata.utf8))
    else { throw PageStoreError.corrupted(.order(id)) }
    document = Document(
      id: id, title: row[1], created: Date(milliseconds: row[2]),
      modified: Date(milliseconds: row[3]), metadata: pairs, revision: row[5], pageCount: row[6],
      trashed: (row[8] as Int64?).map { Date(milliseconds: $0) })
    root = row[7]
  }

  /// Returns the entry of a document.
  static func fetch(_ db: Database, _ id: DocumentID, isTrashed: Bool = false) throws -> Self {
    let row = try Row.fetchOne(
      db, sql: "SELECT \(columns) FROM document WHERE id = ?", arguments: [id.rawValue])
    guard let found = try row.map({ try DocumentRow($0) }),
      (found.document.trashed != nil) == isTrashed
    else { throw PageStoreError.notFound(.document(id)) }
    return found
  }

  /// Adds a document without pages.
  static func insert(
    _ db: Database, title: String, metadata: [String: String]
  ) throws -> DocumentID {
    let now = SystemCalls.milliseconds
    try db.execute(
      sql: "INSERT INTO document (title, created, modified, metadata) VALUES (?, ?, ?, ?)",
      arguments: [title, now, now, try text(of: metadata)])
    return DocumentID(db.lastInsertedRowID)
  }

  /// The metadata as the catalogue keeps them.
  static func text(of metadata: [String: String]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(metadata), as: UTF8.self)
  }
}

/// What listing pages needs to know of a document.
struct DocumentOrder {
  var root: Int64
  var count: Int
  var revision: Int

  /// Returns the order of a document that is not in the trash.
  static func fetch(_ db: Database, _ id: DocumentID) throws -> Self {
    let order = try db.cachedStatement(
      sql: "SELECT root, pageCount, revision FROM document WHERE id = ? AND trashed IS NULL"
    ).first(binding: id.rawValue) { row in
      DocumentOrder(
        root: row.integer(0), count: Int(row.integer(1)), revision: Int(row.integer(2)))
    }
    guard let order, order.count >= 0 else { throw PageStoreError.notFound(.document(id)) }
    return order
  }
}
