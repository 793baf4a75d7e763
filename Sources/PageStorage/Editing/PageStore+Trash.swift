// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB
public import GalleryPages

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
    try await perform(.restore(page, at: index))
  }

  /// Puts a document with all its pages into the trash.
  ///
  /// It works on a full disk. Observers of the document receive `PageStoreError.notFound`.
  ///
  /// - Parameter document: The document.
  /// - Throws: `PageStoreError.notFound`, `.locked`, `.full`, `.corrupted`, `.io`.
  public func deleteDocument(_ document: DocumentID) async throws(PageStoreError) {
    try await perform(.deleteDocument(document))
  }

  /// Restores a document from the trash.
  ///
  /// - Parameter document: The document.
  /// - Returns: The document.
  /// - Throws: `PageStoreError.notFound(.trashedDocument)` if it is not in the trash, `.locked`,
  ///   `.full`, `.corrupted`, `.io`.
  @discardableResult
  public func restoreDocument(_ document: DocumentID) async throws(PageStoreError) -> Document {
    try await perform(.restoreDocument(document))
  }
}
