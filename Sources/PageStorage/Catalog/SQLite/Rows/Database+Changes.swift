// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB

extension LoggedChange {
  fileprivate static let columns = "id, document, revision, parts, checksum"

  /// Reads the columns of ``columns``.
  fileprivate init(_ row: FastRow) {
    let change = ChangeRow(
      number: row.integer(0), document: DocumentID(row.integer(1)), revision: Int(row.integer(2)),
      parts: row.isNull(3) ? nil : row.bytes(3) { Data($0) })
    self.init(row: change, isSound: row.has(change.checksum, at: 4))
  }

  fileprivate static let query =
    "SELECT \(columns) FROM change WHERE id > ? ORDER BY id LIMIT ?"
  fileprivate static let queryOfDocument =
    "SELECT \(columns) FROM change WHERE document = ? AND revision > ? ORDER BY revision LIMIT ?"
}

// MARK: - Reading

extension Database {
  func firstChangeNumber() throws -> Int64 { try integer("SELECT MIN(id) FROM change") ?? 0 }

  func lastChangeNumber() throws -> Int64 { try integer("SELECT MAX(id) FROM change") ?? 0 }

  func changes(after number: Int64, limit: Int) throws -> [LoggedChange] {
    try changes(LoggedChange.query, [number, Int64(limit)])
  }

  func changes(
    of document: DocumentID, afterRevision revision: Int, limit: Int
  ) throws -> [LoggedChange] {
    try changes(
      LoggedChange.queryOfDocument, [document.rawValue, Int64(revision), Int64(limit)])
  }

  private func changes(_ sql: String, _ values: [Int64]) throws -> [LoggedChange] {
    var changes: [LoggedChange] = []
    try cachedStatement(sql: sql).each(binding: values) { row in
      changes.append(LoggedChange(row))
      return true
    }
    return changes
  }

  func changedDocuments(after number: Int64, limit: Int) throws -> Set<DocumentID>? {
    var documents: Set<DocumentID> = []
    var count = 0
    try cachedStatement(sql: "SELECT document FROM change WHERE id > ? LIMIT ?").each(
      binding: [number, Int64(limit)]
    ) { row in
      documents.insert(DocumentID(row.integer(0)))
      count += 1
      return true
    }
    return count == limit ? nil : documents
  }

  /// Returns whether all entries of the log are intact.
  func areChangesSound() throws -> Bool {
    var areSound = true
    try each("SELECT \(LoggedChange.columns) FROM change NOT INDEXED") { row in
      areSound = areSound && LoggedChange(row).isSound
    }
    return areSound
  }
}

// MARK: - Writing

extension Database {
  func insert(_ change: ChangeRow) throws {
    try cachedStatement(
      sql: "INSERT INTO change (id, document, revision, parts, checksum) VALUES (?, ?, ?, ?, ?)"
    ).execute(arguments: [
      change.number, change.document.rawValue, change.revision, change.parts,
      change.checksum.stored,
    ])
  }

  func removeChanges(through number: Int64) throws {
    try execute(sql: "DELETE FROM change WHERE id <= ?", arguments: [number])
  }

  func removeChanges(of document: DocumentID) throws {
    try execute(
      sql: "DELETE FROM change WHERE document = ? AND revision > 0",
      arguments: [document.rawValue])
  }
}
