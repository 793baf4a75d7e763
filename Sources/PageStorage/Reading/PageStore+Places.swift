// SPDX-License-Identifier: Apache-2.0

package import GalleryPages

/// A page with its document and its place in it, from one snapshot.
package struct PagePlace: Sendable {
  /// The page.
  package let page: StoredPage

  /// Its document, which is not in the trash.
  package let document: Document

  /// Its index in the document, `nil` for a page in the trash.
  package let index: Int?
}

extension PageStore {
  /// Returns a page with its document and its place in it.
  ///
  /// - Parameter id: The page, which may be in the trash.
  /// - Returns: The page with its place.
  /// - Throws: `PageStoreError.notFound` if the page does not exist or its document is in the trash,
  ///   `.corrupted`, `.io`, `.closed`.
  /// - Complexity: O(log n).
  package func place(of id: PageID) async throws(PageStoreError) -> PagePlace {
    try await read { db in
      try db.preparePlaces(of: [id])
      guard let row = try db.page(id), let page = try db.storedPage(id) else {
        throw PageStoreError.notFound(.page(id))
      }
      let found = try db.presentDocument(row.document)
      let (state, document) = (found.state, try found.document)
      guard row.trash == nil else {
        return PagePlace(page: page, document: document, index: nil)
      }
      var order = PageOrder(db, row.document, root: state.root, count: state.count)
      let index = try order.index(of: id.rawValue, leaf: row.leaf)
      return PagePlace(page: page, document: document, index: index)
    }
  }

  /// Returns the index of a page of a document.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - document: The document.
  /// - Returns: The index.
  /// - Throws: `PageStoreError.notFound` if the page is in the trash or in another document, `.corrupted`, `.io`,
  ///   `.closed`.
  /// - Complexity: O(log n).
  package func index(
    of page: PageID, in document: DocumentID
  ) async throws(PageStoreError) -> Int {
    let (found, index) = try await location(of: page)
    guard found == document else { throw .notFound(.page(page)) }
    return index
  }
}
