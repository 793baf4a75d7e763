// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import GalleryPages

extension PageStore {
  /// Restores a page from the trash to its document.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - index: The new index; `nil` for the former place, see ``restorationIndex(of:)``.
  /// - Returns: The change.
  /// - Throws: `PageStoreError.notFound` if the page is not in the trash or its document is,
  ///   `.invalidChange` if there is no such index, `.locked`, `.full`, `.corrupted`, `.io`.
  /// - Complexity: O(log n + t) for the t pages of the document that were deleted later.
  @discardableResult
  public func restore(
    _ page: PageID, at index: Int? = nil
  ) async throws(PageStoreError) -> DocumentChange {
    try await perform(.restore(page, at: index))
  }

  /// Returns the index at which a page would return from the trash.
  ///
  /// It is behind the page that preceded it, or behind what preceded that one if it is in the trash as well.
  /// So pages that return in any order have their former order, unless they or those before them were moved.
  /// Of pages deleted by an earlier version of the library, and if the page before was purged, it is the
  /// index before the deletion, or the end if the document is shorter now.
  ///
  /// - Parameter page: The page.
  /// - Returns: The index.
  /// - Throws: `PageStoreError.notFound` if the page is not in the trash or its document is, `.corrupted`,
  ///   `.io`.
  public func restorationIndex(of page: PageID) async throws(PageStoreError) -> Int {
    try await read { db in
      guard let row = try db.page(page), row.trash != nil else {
        throw PageStoreError.notFound(.trashedPage(page))
      }
      var editor = try DocumentEditor(db, row.document)
      return try editor.formerIndex(of: row)
    }
  }

  /// Puts a document with all its pages into the trash.
  ///
  /// It works on a full disk. Observers of the document receive `PageStoreError.notFound`.
  ///
  /// - Parameter document: The document.
  /// - Throws: `PageStoreError.notFound`, `.locked`, `.full`, `.corrupted`, `.io`.
  public func deleteDocument(_ document: DocumentID) async throws(PageStoreError) {
    _ = try await perform(.deleteDocument(document))
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
