// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB

extension DocumentRow {
  static let columns = DocumentState.columns + ", title, metadata, created, checksum"

  /// Reads the columns of ``columns`` without verification.
  init(unchecked row: FastRow) {
    self.init(
      title: row.text(7) ?? "", metadata: row.text(8) ?? "", created: row.integer(9),
      state: DocumentState(unchecked: row))
  }

  /// Reads the columns of ``columns`` and verifies the checksums.
  init(_ row: FastRow) throws {
    self.init(unchecked: row)
    guard state.isSound(row), row.has(checksum, at: 10) else {
      throw PageStoreError.corrupted(.document(state.id))
    }
  }

  fileprivate static let query = "SELECT \(columns) FROM document WHERE id = ?"

  /// The title as a blob parameter: a text parameter would end at its first NUL.
  fileprivate var titleBytes: Data { Blob(Array(title.utf8)) }
}

extension Database {
  func document(_ id: DocumentID) throws -> DocumentRow? {
    try cachedStatement(sql: DocumentRow.query).first(binding: id.rawValue) { try DocumentRow($0) }
  }

  func prepareDocument(_ id: DocumentID) {}

  func insert(_ document: DocumentRow) throws {
    let state = document.state
    try execute(
      sql: """
        INSERT INTO document \
        (id, root, pageCount, revision, modified, trashed, stateChecksum, title, metadata, \
        created, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT), ?, ?, ?)
        """,
      arguments: [
        state.id.rawValue, state.root, state.count, state.revision, state.modified, state.trashed,
        state.checksum.stored, document.titleBytes, document.metadata, document.created,
        document.checksum.stored,
      ])
  }

  func update(_ document: DocumentRow) throws {
    try execute(
      sql: """
        UPDATE document SET title = CAST(? AS TEXT), metadata = ?, created = ?, checksum = ? \
        WHERE id = ?
        """,
      arguments: [
        document.titleBytes, document.metadata, document.created, document.checksum.stored,
        document.state.id.rawValue,
      ])
    try update(document.state)
  }

  func removeDocument(_ id: DocumentID) throws {
    try execute(sql: "DELETE FROM document WHERE id = ?", arguments: [id.rawValue])
  }
}

// MARK: - Numbers

extension Database {
  func lastDocumentNumber() throws -> Int64 { max(try highestDocument(), try documentCounter()) }

  private func highestDocument() throws -> Int64 {
    try integer("SELECT MAX(id) FROM document") ?? 0
  }

  /// SQLite's counter of the last document identifier.
  private func documentCounter() throws -> Int64 {
    try integer("SELECT MAX(seq) FROM sqlite_sequence WHERE name = 'document'") ?? 0
  }

  /// Returns whether new documents get unused identifiers.
  func isDocumentCounterSound() throws -> Bool {
    let last = try documentCounter()
    return try last >= highestDocument() && last < DocumentRow.maximumID
  }
}
