// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import GRDB
public import GalleryModel

extension PageStore {
  /// Returns the pages of a document that are in the trash, the last deleted first.
  ///
  /// - Parameter document: The document.
  /// - Returns: The pages.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`.
  public func trash(of document: DocumentID) async throws(PageStoreError) -> [StoredPage] {
    try catalogue.read { db in
      _ = try DocumentOrder.fetch(db, document)
      let ids = try Int64.fetchAll(
        db,
        sql: """
          SELECT id FROM page WHERE document = ? AND trashed IS NOT NULL \
          ORDER BY trashed DESC, id DESC
          """, arguments: [document.rawValue])
      return try ids.compactMap { try StoredPage.fetch(db, PageID(UInt64(bitPattern: $0))) }
    }
  }

  /// Takes a page out of the trash and puts it back into its document.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - index: The index that it shall have; `nil` for the one that it had, or the end if the
  ///     document is shorter now.
  /// - Returns: The change.
  /// - Throws: `PageStoreError.notFound` if the page is not in the trash or its document is,
  ///   `.invalidChange` if there is no such index, `.locked`, `.full`, `.corrupted`, `.io`.
  /// - Complexity: O(log n).
  @discardableResult
  public func restore(
    _ page: PageID, at index: Int? = nil
  ) async throws(PageStoreError) -> DocumentChange {
    try await change { db in
      guard let row = try PageRow.fetch(db, page), let trash = row.trash else {
        throw PageStoreError.notFound(.trashedPage(page))
      }
      var editor = try DocumentEditor(db, row.document)
      let index = index ?? min(trash.index, editor.order.count)
      guard (0...editor.order.count).contains(index) else {
        throw PageStoreError.invalidChange(.gapOutOfRange(index, count: editor.order.count))
      }
      let change = StoreChangeset(restorations: [.init(index: index, page: page)])
      let changeset = try editor.apply(change)
      return DocumentChange(
        document: row.document, revision: editor.revision + 1, changeset: changeset)
    }
  }

  /// Puts a document with all its pages into the trash.
  ///
  /// It works on a full disk. Observers of the document get `PageStoreError.notFound`.
  ///
  /// - Parameter document: The document.
  /// - Throws: `PageStoreError.notFound`, `.locked`, `.full`, `.corrupted`, `.io`.
  public func deleteDocument(_ document: DocumentID) async throws(PageStoreError) {
    try await changeFreeingRoom { db in
      _ = try DocumentRow.fetch(db, document)
      try db.execute(
        sql: "UPDATE document SET trashed = ? WHERE id = ?",
        arguments: [SystemCalls.milliseconds, document.rawValue])
    }
  }

  /// Takes a document out of the trash.
  ///
  /// - Parameter document: The document.
  /// - Returns: The document.
  /// - Throws: `PageStoreError.notFound` if it is not in the trash, `.locked`, `.full`, `.corrupted`,
  ///   `.io`.
  @discardableResult
  public func restoreDocument(_ document: DocumentID) async throws(PageStoreError) -> Document {
    try await change { db in
      _ = try DocumentRow.fetch(db, document, isTrashed: true)
      try db.execute(
        sql: "UPDATE document SET trashed = NULL WHERE id = ?", arguments: [document.rawValue])
      return try DocumentRow.fetch(db, document).document
    }
  }
}

// MARK: - Purging

extension PageStore {
  /// Removes pages and documents from the trash for good, with all bytes that nothing else uses.
  ///
  /// It works on a full disk, and frees room there. If it throws, what was removed until then stays
  /// removed; files of it that could not be removed go when the store is opened next.
  ///
  /// - Parameter date: Only what was deleted before is removed; `nil` for what has been in the trash
  ///   longer than `PageStoreConfiguration.trashRetention`.
  /// - Returns: The number of pages that were removed.
  /// - Throws: `PageStoreError.locked`, `.full`, `.corrupted`, `.io`.
  @discardableResult
  public func purge(deletedBefore date: Date? = nil) async throws(PageStoreError) -> Int {
    let retention = configuration.trashRetention.milliseconds
    let limit = date?.milliseconds ?? SystemCalls.milliseconds - retention
    var count = 0
    // In portions, so that nobody waits long and a full disk has room for each.
    while true {
      let removed = try await changeFreeingRoom { db in
        try Purge(db: db, limit: limit).removePortion()
      }
      guard removed > 0 else { break }
      try await removeDoomed()
      count += removed
    }
    let _: Void = try await changeFreeingRoom { db in
      try Purge(db: db, limit: limit).removeEmptyDocuments()
    }
    return count
  }
}

extension Duration {
  /// Whole milliseconds; what 64 bits cannot hold is cut to more than a hundred million years.
  fileprivate var milliseconds: Int64 {
    let seconds = max(-1 << 52, min(components.seconds, 1 << 52))
    return seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// Removes what was deleted before a time, inside of a transaction.
struct Purge {
  static let portionCount = 256

  let db: Database
  let limit: Int64

  func removePortion() throws -> Int {
    let ids = try Int64.fetchAll(
      db,
      sql: """
        SELECT id FROM page WHERE trashed < ?1 \
        UNION SELECT page.id FROM page JOIN document ON document.id = page.document \
        WHERE document.trashed < ?1 LIMIT \(Self.portionCount)
        """, arguments: [limit])
    var blobs: Set<Int64> = []
    for id in ids {
      let blob = try Int64.fetchOne(db, sql: "SELECT blob FROM page WHERE id = ?", arguments: [id])
      if let blob { blobs.insert(blob) }
      try db.execute(sql: "DELETE FROM page WHERE id = ?", arguments: [id])
    }
    try BlobRow.removeUnused(db, among: blobs)
    return ids.count
  }

  func removeEmptyDocuments() throws {
    let ids = try Int64.fetchAll(
      db, sql: "SELECT id FROM document WHERE trashed < ?", arguments: [limit])
    for id in ids {
      let isUsed = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM page WHERE document = ?)", arguments: [id])
      guard isUsed == false else { continue }
      try db.execute(sql: "DELETE FROM node WHERE document = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM change WHERE document = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM document WHERE id = ?", arguments: [id])
    }
  }
}
