// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryPages

extension ChangeLog {
  private static let storeQuery = """
    SELECT id, document, revision, parts, checksum FROM change WHERE id > ? ORDER BY id LIMIT 256
    """

  /// Returns the next changes of the store after a version, oldest first.
  ///
  /// Entries of removed documents may be missing; their removal is reported.
  ///
  /// - Parameters:
  ///   - version: The version that the caller knows.
  ///   - db: The connection.
  /// - Returns: The changes, with one of unknown kind in place of those no longer logged, and the
  ///   resulting version.
  /// - Throws: `PageStoreError.corrupted`, `DatabaseError`.
  static func storeChanges(
    after version: Int, in db: Database
  ) throws -> (changes: [StoreChange], version: Int) {
    let last = Int(try lastNumber(db))
    guard last != version else { return ([], version) }
    let first = Int(try db.integer("SELECT MIN(id) FROM change") ?? 0)
    guard version >= 0, version < last, first <= version + 1 else {
      return ([StoreChange(version: last, .unknown)], last)
    }
    var changes: [StoreChange] = []
    var reached = version
    try db.cachedStatement(sql: storeQuery).each(binding: [Int64(version)]) { row in
      reached = Int(row.integer(0))
      if let change = storeChange(row) { changes.append(change) }
      return true
    }
    return (changes, reached)
  }

  /// Reads the kind of a change and the affected pages.
  private static func change(_ parts: Data, id: Int64, _ document: DocumentID) -> StoreChange? {
    let words = String(decoding: parts, as: UTF8.self).split(separator: " ")
    guard let word = words.first, let kind = StoreChange.Kind(rawValue: String(word)) else {
      return nil
    }
    let pages = words.dropFirst().compactMap { UInt64($0).map { PageID($0) } }
    guard pages.count == words.count - 1 else { return nil }
    return StoreChange(version: Int(id), kind, document, pages: pages.isEmpty ? nil : pages)
  }

  /// Reads a change, `nil` for one that concerns no document.
  private static func storeChange(_ row: FastRow) -> StoreChange? {
    let (id, document) = (row.integer(0), DocumentID(row.integer(1)))
    let (revision, parts) = (Int(row.integer(2)), parts(row))
    let sum = checksum(id, document: document, revision: revision, parts: parts)
    let unknown = StoreChange(version: Int(id), .unknown)
    guard row.has(sum, at: 4) else { return unknown }
    if revision > 0 {
      return StoreChange(version: Int(id), .pagesChanged, document, revision: revision)
    }
    guard let parts else { return unknown }
    if document == DocumentID(0) { return nil }
    return change(parts, id: id, document) ?? unknown
  }
}
