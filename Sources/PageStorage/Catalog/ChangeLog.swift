// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryPages

/// The log of committed changes, for observers.
enum ChangeLog {
  /// The number of logged changes of a store.
  static let lengthLimit: Int64 = 10_000

  /// The number of parts of a change above which observers reread the document.
  static let partLimit = 5_000

  /// Adds a change.
  ///
  /// - Parameters:
  ///   - changeset: The change, `nil` if observers must reread the document.
  ///   - revision: The document's revision after it.
  ///   - document: The document.
  ///   - db: The connection.
  /// - Throws: `DatabaseError`.
  static func append(
    _ changeset: Changeset?, revision: Int, of document: DocumentID, to db: Database
  ) throws {
    let short = changeset.flatMap {
      $0.structuralCount + $0.replacements.count <= partLimit ? $0 : nil
    }
    let parts = short.map { Data(ChangesetJSON($0).bytes) }
    try insert(lastNumber(db) + 1, parts: parts, revision: revision, of: document, to: db)
  }

  /// Appends a change of a document as a whole, without a revision.
  static func append(
    _ kind: StoreChange.Kind, of document: DocumentID, to db: Database
  ) throws {
    try insert(
      lastNumber(db) + 1, parts: Data(kind.rawValue.utf8), revision: 0, of: document, to: db)
  }

  /// The maximum number of pages listed in a metadata change.
  private static let namedPageLimit = 256

  /// Appends a change of page metadata, without a revision.
  static func append(
    _ kind: StoreChange.Kind, of document: DocumentID, pages: [PageID], to db: Database
  ) throws {
    let named = pages.count <= namedPageLimit ? pages : []
    let words = [kind.rawValue] + named.map { String($0.rawValue) }
    try insert(
      lastNumber(db) + 1, parts: Data(words.joined(separator: " ").utf8), revision: 0,
      of: document, to: db)
  }

  /// Returns the number of the last change of the store, zero if there was none.
  ///
  /// It increases with each change, and therefore distinguishes an older catalog from a later one.
  static func lastNumber(_ db: Database) throws -> Int64 {
    let last = try db.integer("SELECT MAX(id) FROM change") ?? 0
    guard last >= 0, last < DocumentRow.maximumID else {
      throw PageStoreError.corrupted(.catalog(message: "the numbers of changes"))
    }
    return last
  }

  /// Returns the documents that were changed after a change.
  ///
  /// - Parameters:
  ///   - known: The number of the change, `nil` for none.
  ///   - db: The connection.
  /// - Returns: The documents, `nil` if any document may have changed.
  /// - Throws: `PageStoreError.corrupted`, `DatabaseError`.
  static func documents(
    changedAfter known: Int64?, in db: Database
  ) throws -> Set<DocumentID>? {
    guard let known, try known <= lastNumber(db) else { return nil }
    var documents: Set<DocumentID> = []
    var count = 0
    try db.cachedStatement(sql: "SELECT document FROM change WHERE id > ? LIMIT 1000").each(
      binding: [known]
    ) { row in
      documents.insert(DocumentID(row.integer(0)))
      count += 1
      return true
    }
    return count == 1000 || documents.contains(DocumentID(0)) ? nil : documents
  }

  /// Appends a change without a document, to use up a change number.
  ///
  /// - Parameters:
  ///   - last: The number of the change before.
  ///   - isSilent: Whether no document changed, so that observers are not notified.
  ///   - db: The connection.
  /// - Throws: `DatabaseError`.
  static func appendUnnamed(
    after last: Int64, isSilent: Bool = false, to db: Database
  ) throws {
    let parts = isSilent ? Data("silent".utf8) : nil
    try insert(last + 1, parts: parts, revision: 0, of: DocumentID(0), to: db)
  }

  private static func insert(
    _ id: Int64, parts: Data?, revision: Int, of document: DocumentID, to db: Database
  ) throws {
    let sum = checksum(id, document: document, revision: revision, parts: parts)
    try db.cachedStatement(
      sql: "INSERT INTO change (id, document, revision, parts, checksum) VALUES (?, ?, ?, ?, ?)"
    ).execute(arguments: [id, document.rawValue, revision, parts, sum.stored])
    guard id % 256 == 0 else { return }
    try db.execute(sql: "DELETE FROM change WHERE id <= ?", arguments: [id - lengthLimit])
  }

  static func checksum(
    _ id: Int64, document: DocumentID, revision: Int, parts: Data?
  ) -> Checksum {
    var sum = Checksum()
    sum.add(id)
    sum.add(document.rawValue)
    sum.add(Int64(revision))
    sum.add(parts == nil ? 0 as Int64 : 1)
    parts?.withUnsafeBytes { sum.add($0) }
    return sum
  }

  /// Returns the changes of a document after a revision, oldest first.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - revision: The revision that the caller knows.
  ///   - db: The connection.
  /// - Returns: The changes, with one without a changeset in place of those no longer logged.
  /// - Throws: `PageStoreError.notFound` if there is no such document, `DatabaseError`.
  static func changes(
    of document: DocumentID, after revision: Int, in db: Database
  ) throws -> [DocumentChange] {
    let current = try DocumentState.fetch(db, document).revision
    guard current != revision else { return [] }
    let changes = try entries(of: document, after: revision, in: db)
    // No change is missing or repeated.
    let isWhole = changes.enumerated().allSatisfy { place, change in
      change.revision == revision + place + 1 && change.revision <= current
    }
    guard isWhole, !changes.isEmpty else {
      return [DocumentChange(document: document, revision: current, changeset: nil)]
    }
    return changes
  }

  private static let query = """
    SELECT id, document, revision, parts, checksum FROM change \
    WHERE document = ? AND revision > ? ORDER BY revision LIMIT 64
    """

  private static func entries(
    of document: DocumentID, after revision: Int, in db: Database
  ) throws -> [DocumentChange] {
    var changes: [DocumentChange] = []
    try db.cachedStatement(sql: query).each(
      binding: [document.rawValue, Int64(revision)]
    ) { row in
      changes.append(change(row, of: document))
      return true
    }
    return changes
  }

  private static func change(_ row: FastRow, of document: DocumentID) -> DocumentChange {
    let (revision, parts) = (Int(row.integer(2)), parts(row))
    let isSound = row.has(
      checksum(row.integer(0), document: document, revision: revision, parts: parts), at: 4)
    let changeset = isSound ? parts : nil
    return DocumentChange(
      document: document, revision: revision,
      changeset: changeset.flatMap { try? JSONDecoder().decode(Changeset.self, from: $0) })
  }

  static func parts(_ row: FastRow) -> Data? {
    row.isNull(3) ? nil : row.bytes(3) { Data($0) }
  }

  /// Returns whether all entries are intact.
  static func isSound(_ db: Database) throws -> Bool {
    var isSound = true
    try db.each("SELECT id, document, revision, parts, checksum FROM change NOT INDEXED") { row in
      let sum = checksum(
        row.integer(0), document: DocumentID(row.integer(1)), revision: Int(row.integer(2)),
        parts: parts(row))
      isSound = isSound && row.has(sum, at: 4)
    }
    return isSound
  }

  /// Adds the checksums that the first version did not have.
  static func addChecksums(_ db: Database) throws {
    for id in try db.integers("SELECT id FROM change") {
      let sum = try db.first("SELECT document, revision FROM change WHERE id = ?", [id]) { row in
        checksum(
          id, document: DocumentID(row.integer(0)), revision: Int(row.integer(1)), parts: nil)
      }
      try db.cachedStatement(sql: "UPDATE change SET checksum = ? WHERE id = ?")
        .execute(arguments: [sum?.stored ?? 0, id])
    }
  }
}
