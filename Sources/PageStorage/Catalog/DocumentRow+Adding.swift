// SPDX-License-Identifier: Apache-2.0

extension DocumentRow {
  /// Adds a document without pages.
  static func insert(
    _ db: some CatalogTransaction, title: String, metadata: [String: String]
  ) throws -> DocumentID {
    // An altered row ID must not exhaust the identifiers.
    let last = try db.lastDocumentNumber()
    guard last >= 0, last < Self.maximumID - 1 else {
      throw PageStoreError.corrupted(.catalog(message: CatalogFault.documentCounter))
    }
    let now = db.now
    let row = DocumentRow(
      title: title, metadata: try text(of: metadata), created: now,
      state: DocumentState(id: DocumentID(last + 1), modified: now))
    try db.insert(row)
    try ChangeLog.append(.created, of: row.state.id, to: db)
    return row.state.id
  }
}
