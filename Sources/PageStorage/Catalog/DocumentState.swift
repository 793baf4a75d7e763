// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The part of a document's entry that edits of pages change.
struct DocumentState: Hashable {
  let id: DocumentID
  /// The root node of the order, zero while there is none.
  var root: Int64 = 0
  /// The number of pages.
  var count = 0
  var revision = 0
  /// The date of the last change, in milliseconds since 1970.
  var modified: Int64
  /// The date of the move to the trash, in milliseconds since 1970.
  var trashed: Int64?

  /// The trash date that marks a document being purged in batches.
  static let purged = Int64.min

  var isBeingPurged: Bool { trashed == Self.purged }

  init(id: DocumentID, modified: Int64) {
    self.id = id
    self.modified = modified
  }
}

// MARK: - Reading

extension DocumentState {
  static let columns = "id, root, pageCount, revision, modified, trashed, stateChecksum"

  /// An upper limit of the pages and changes of a document.
  private static let limit = 1 << 40

  var checksum: Checksum {
    var sum = Checksum()
    for number in [id.rawValue, root, Int64(count), Int64(revision), modified] { sum.add(number) }
    sum.add(trashed == nil ? 0 as Int64 : 1)
    sum.add(trashed ?? 0)
    return sum
  }

  /// Reads the columns of ``columns`` without verification.
  init(unchecked row: FastRow) {
    id = DocumentID(row.integer(0))
    root = row.integer(1)
    count = Int(row.integer(2))
    revision = Int(row.integer(3))
    modified = row.integer(4)
    trashed = row.isNull(5) ? nil : row.integer(5)
  }

  /// Returns whether the values are valid and match the row's checksum.
  func isSound(_ row: FastRow) -> Bool {
    (0..<Self.limit).contains(count) && (0..<Self.limit).contains(revision)
      && id.rawValue > 0 && id.rawValue < DocumentRow.maximumID && root >= 0
      && row.has(checksum, at: 6)
  }

  /// Returns the state of a document that is not in the trash.
  ///
  /// - Throws: `PageStoreError.notFound`, `.corrupted`; `DatabaseError`.
  static func fetch(_ db: Database, _ id: DocumentID) throws -> Self {
    let state = try fetchAnywhere(db, id)
    guard state.trashed == nil else { throw PageStoreError.notFound(.document(id)) }
    return state
  }

  /// Returns the state of a document, which may be in the trash.
  static func fetchAnywhere(_ db: Database, _ id: DocumentID) throws -> Self {
    let state = try db.cachedStatement(sql: query).first(binding: id.rawValue) { row in
      let state = DocumentState(unchecked: row)
      guard state.isSound(row) else { throw PageStoreError.corrupted(.document(id)) }
      return state
    }
    guard let state else { throw PageStoreError.notFound(.document(id)) }
    if state.count > uncheckedCount { try state.checkCount(db) }
    return state
  }

  private static let query = "SELECT \(columns) FROM document WHERE id = ?"

  /// A page count that is harmless without verification.
  private static let uncheckedCount = 4_096

  /// The minimum size of a page in the catalog, in bytes.
  private static let pageByteCount = 24

  /// Verifies that the catalog is large enough for the document's page count.
  private func checkCount(_ db: Database) throws {
    guard try count <= Self.countLimit(db) else { throw PageStoreError.corrupted(.document(id)) }
  }

  /// Returns the maximum number of pages for a catalog of this size.
  static func countLimit(_ db: Database) throws -> Int {
    let pages = min(try db.integer("PRAGMA page_count") ?? 0, 1 << 32)
    return Int(pages) * CatalogHeader.pageByteCount / pageByteCount
  }

  func update(_ db: Database) throws {
    try db.cachedStatement(
      sql: """
        UPDATE document SET root = ?, pageCount = ?, revision = ?, modified = ?, trashed = ?, \
        stateChecksum = ? WHERE id = ?
        """
    ).execute(arguments: [
      root, count, revision, modified, trashed, checksum.stored, id.rawValue,
    ])
  }
}
