// SPDX-License-Identifier: Apache-2.0

package import GalleryPages

/// A range of a document's pages from one snapshot, beside pages whose row is damaged.
package struct ReadableWindow: Hashable, Sendable {
  /// A page at an index of the document.
  package struct Entry: Hashable, Sendable {
    /// The index in the document.
    package let index: Int

    /// The identifier of the page.
    package let id: PageID

    /// The page, `nil` if its row is damaged.
    package let page: StoredPage?
  }

  /// The indexes, within those of the document.
  package let range: Range<Int>

  /// The pages in order, one for each index.
  package let entries: [Entry]

  /// The number of pages of the document.
  package let pageCount: Int

  /// The revision of the document.
  package let revision: Int

  /// The pages that are not damaged, in order.
  package var pages: [StoredPage] { entries.compactMap(\.page) }
}

extension PageStore {
  /// Returns the pages of a document within a range of indexes, clamped to the current page count.
  ///
  /// - Parameters:
  ///   - range: The indexes; those outside the document are skipped.
  ///   - document: The document.
  /// - Returns: The pages, beside damaged ones.
  /// - Throws: `PageStoreError.notFound` if there is no such document, `.corrupted` if it or its order is damaged,
  ///   `.io`, `.closed`.
  /// - Complexity: O(log n + m) for m of n pages.
  package func readableWindow(
    _ range: Range<Int>, of document: DocumentID
  ) async throws(PageStoreError) -> ReadableWindow {
    try await readAtLength(isBrief: true) { db in
      var (order, clamped, revision) = try db.order(of: document, at: range)
      let ids = try order.pages(in: clamped)
      let pages = try db.readablePages(ids, orThrow: order.damage)
      let entries = zip(clamped, zip(ids, pages)).map { index, found in
        ReadableWindow.Entry(index: index, id: PageID(found.0), page: found.1)
      }
      return ReadableWindow(
        range: clamped, entries: entries, pageCount: order.count, revision: revision)
    }
  }
}
