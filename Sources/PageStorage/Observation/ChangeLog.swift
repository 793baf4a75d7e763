// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryModel

/// The committed changes, as long as observers may want them.
enum ChangeLog {
  /// The changes of a store that are kept.
  static let lengthLimit: Int64 = 10_000

  /// The parts of a change from which on observers read the document anew.
  static let partLimit = 5_000

  /// Adds a change.
  ///
  /// - Parameters:
  ///   - changeset: The change, `nil` if observers shall read the document anew.
  ///   - revision: The document's revision after it.
  ///   - document: The document.
  ///   - db: The connection.
  /// - Throws: `DatabaseError`.
  static func append(
    _ changeset: Changeset?, revision: Int, of document: DocumentID, to db: Database
  ) throws {
    let isShort = changeset.map { $0.structuralCount + $0.replacements.count <= partLimit } ?? false
    let parts = isShort ? try JSONEncoder().encode(changeset) : nil
    try db.cachedStatement(sql: "INSERT INTO change (document, revision, parts) VALUES (?, ?, ?)")
      .execute(arguments: [document.rawValue, revision, parts])
    let last = db.lastInsertedRowID
    guard last % 256 == 0 else { return }
    try db.execute(sql: "DELETE FROM change WHERE id <= ?", arguments: [last - lengthLimit])
  }

  /// Returns the changes of a document after a revision, oldest first.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - revision: The revision that the caller knows.
  ///   - db: The connection.
  /// - Returns: The changes. One without a changeset comes instead of those that are not kept.
  /// - Throws: `PageStoreError.notFound` if there is no such document, `DatabaseError`.
  static func changes(
    of document: DocumentID, after revision: Int, in db: Database
  ) throws -> [DocumentChange] {
    let current = try DocumentOrder.fetch(db, document).revision
    guard current != revision else { return [] }
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT revision, parts FROM change WHERE document = ? AND revision > ? \
        ORDER BY revision LIMIT 64
        """, arguments: [document.rawValue, revision])
    guard let first = rows.first, first[0] == revision + 1, current > revision else {
      return [DocumentChange(document: document, revision: current, changeset: nil)]
    }
    return rows.map { row in
      let parts: Data? = row[1]
      return DocumentChange(
        document: document, revision: row[0],
        changeset: parts.flatMap { try? JSONDecoder().decode(Changeset.self, from: $0) })
    }
  }
}
