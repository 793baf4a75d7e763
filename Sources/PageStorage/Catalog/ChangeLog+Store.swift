// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages

extension ChangeLog {
  /// The number of changes read at once.
  private static let portionCount = 256

  /// Returns the next changes of the store after a version, oldest first.
  ///
  /// Entries of removed documents may be missing; their removal is reported.
  ///
  /// - Parameters:
  ///   - version: The version that the caller knows.
  ///   - db: The transaction.
  /// - Returns: The changes, with one of unknown kind in place of those no longer logged, and the
  ///   resulting version.
  /// - Throws: `PageStoreError.corrupted`, the engine's errors.
  static func storeChanges(
    after version: Int, in db: some CatalogTransaction
  ) throws -> (changes: [StoreChange], version: Int) {
    let last = Int(try lastNumber(db))
    guard last != version else { return ([], version) }
    let first = Int(try db.firstChangeNumber())
    guard version >= 0, version < last, first <= version + 1 else {
      return ([StoreChange(version: last, .unknown)], last)
    }
    let logged = try db.changes(after: Int64(version), limit: portionCount)
    return (logged.compactMap(storeChange), logged.last.map { Int($0.row.number) } ?? version)
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
  private static func storeChange(_ logged: LoggedChange) -> StoreChange? {
    let row = logged.row
    let unknown = StoreChange(version: Int(row.number), .unknown)
    guard logged.isSound else { return unknown }
    if row.revision > 0 {
      return StoreChange(
        version: Int(row.number), .pagesChanged, row.document, revision: row.revision)
    }
    guard let parts = row.parts else { return unknown }
    if row.document == DocumentID(0) { return nil }
    return change(parts, id: row.number, row.document) ?? unknown
  }
}
