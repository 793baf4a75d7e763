// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB
public import GalleryPages
import GallerySystem

extension PageStore {
  /// Returns the pages of a document that are in the trash, last deleted first.
  ///
  /// - Parameter document: The document.
  /// - Returns: The pages.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`.
  public func trash(of document: DocumentID) async throws(PageStoreError) -> [StoredPage] {
    try catalog.read { db in
      _ = try DocumentState.fetch(db, document)
      let ids = try db.integers(
        """
        SELECT id FROM page WHERE document = ? AND trashed IS NOT NULL \
        ORDER BY trashed DESC, id DESC
        """, [document.rawValue])
      return try ids.compactMap { try StoredPage.fetch(db, PageID(UInt64(bitPattern: $0))) }
    }
  }

  /// Restores a page from the trash to its document.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - index: The new index; `nil` for the former one, or the end if the document is shorter now.
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
  /// It works on a full disk. Observers of the document receive `PageStoreError.notFound`.
  ///
  /// - Parameter document: The document.
  /// - Throws: `PageStoreError.notFound`, `.locked`, `.full`, `.corrupted`, `.io`.
  public func deleteDocument(_ document: DocumentID) async throws(PageStoreError) {
    try await changeFreeingRoom { db in
      var state = try DocumentState.fetch(db, document)
      state.trashed = SystemCalls.milliseconds
      try state.update(db)
      try ChangeLog.append(.trashed, of: document, to: db)
    }
  }

  /// Restores a document from the trash.
  ///
  /// - Parameter document: The document.
  /// - Returns: The document.
  /// - Throws: `PageStoreError.notFound(.trashedDocument)` if it is not in the trash, `.locked`,
  ///   `.full`, `.corrupted`, `.io`.
  @discardableResult
  public func restoreDocument(_ document: DocumentID) async throws(PageStoreError) -> Document {
    try await change { db in
      var state = try Self.trashedState(of: document, db)
      state.trashed = nil
      try state.update(db)
      try ChangeLog.append(.restored, of: document, to: db)
      return try DocumentRow.fetch(db, document).document
    }
  }

  private static func trashedState(
    of document: DocumentID, _ db: Database
  ) throws -> DocumentState {
    do {
      return try DocumentRow.fetch(db, document, isTrashed: true).state
    } catch PageStoreError.notFound {
      throw PageStoreError.notFound(.trashedDocument(document))
    }
  }
}
