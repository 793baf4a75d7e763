// SPDX-License-Identifier: Apache-2.0

import PageStorage

extension PageStore {
  /// Returns the first page of a document, `nil` if there is none, it was removed since, or its entry
  /// is damaged: the rest of the library stays available.
  func cover(of document: Document) async throws(PageStoreError) -> StoredPage? {
    guard document.pageCount > 0, document.trashed == nil else { return nil }
    do throws(PageStoreError) {
      return try await window(0..<1, of: document.id).pages.first
    } catch .notFound, .corrupted {
      return nil
    }
  }
}
