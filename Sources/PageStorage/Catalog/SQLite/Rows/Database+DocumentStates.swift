// SPDX-License-Identifier: Apache-2.0

import GRDB

extension DocumentState {
  static let columns = "id, root, pageCount, revision, modified, trashed, stateChecksum"

  /// Reads the columns of ``columns`` without verification.
  init(unchecked row: FastRow) {
    self.init(id: DocumentID(row.integer(0)), modified: row.integer(4))
    root = row.integer(1)
    count = Int(row.integer(2))
    revision = Int(row.integer(3))
    trashed = row.isNull(5) ? nil : row.integer(5)
  }

  /// Returns whether the values are valid and match the row's checksum.
  func isSound(_ row: FastRow) -> Bool { isPlausible && row.has(checksum, at: 6) }

  fileprivate static let query = "SELECT \(columns) FROM document WHERE id = ?"

  /// A page count that is harmless without verification.
  fileprivate static let uncheckedCount = 4_096
}

extension Database {
  func documentState(_ id: DocumentID) throws -> DocumentState? {
    let state = try cachedStatement(sql: DocumentState.query).first(binding: id.rawValue) { row in
      let state = DocumentState(unchecked: row)
      guard state.isSound(row) else { throw PageStoreError.corrupted(.document(id)) }
      return state
    }
    guard let state else { return nil }
    guard try state.count <= DocumentState.uncheckedCount || state.count <= pageCountLimit() else {
      throw PageStoreError.corrupted(.document(id))
    }
    return state
  }

  /// Returns the maximum number of pages of a document for a catalog of this size.
  func pageCountLimit() throws -> Int {
    let minimumPageByteCount = 24
    let pages = min(try integer("PRAGMA page_count") ?? 0, 1 << 32)
    return Int(pages) * CatalogHeader.pageByteCount / minimumPageByteCount
  }

  func update(_ state: DocumentState) throws {
    try cachedStatement(
      sql: """
        UPDATE document SET root = ?, pageCount = ?, revision = ?, modified = ?, trashed = ?, \
        stateChecksum = ? WHERE id = ?
        """
    ).execute(arguments: [
      state.root, state.count, state.revision, state.modified, state.trashed,
      state.checksum.stored, state.id.rawValue,
    ])
  }
}
