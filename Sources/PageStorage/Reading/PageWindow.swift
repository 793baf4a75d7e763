// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// A range of a document's pages, with the document's page count and revision, from one snapshot.
///
/// It is encoded as an object with these properties.
public struct PageWindow: Hashable, Sendable, Codable {
  /// The index of the first page.
  ///
  /// If the window is empty, it is the start of the requested range, clamped to `0...pageCount`.
  public let start: Int

  /// The pages in order.
  public let pages: [StoredPage]

  /// The number of pages of the document.
  public let pageCount: Int

  /// The revision of the document, for ``PageStore/changes(of:after:)``.
  public let revision: Int
}

extension PageStore {
  /// Returns all pages of a document in order, from one snapshot.
  ///
  /// For documents with a million pages, ``pageIDs(of:)`` takes less memory.
  ///
  /// - Parameter document: The document.
  /// - Returns: The pages.
  /// - Throws: `PageStoreError.notFound` if there is no such document, `.corrupted`, `.io`,
  ///   `.closed`.
  /// - Complexity: O(n) for n pages.
  public func pages(of document: DocumentID) async throws(PageStoreError) -> [StoredPage] {
    try await window(0..<Int.max, of: document).pages
  }

  /// Returns the pages of a document within a range of indexes, clamped to the current page count.
  ///
  /// It suits scrolling lists: pages may have been deleted since the range was computed.
  ///
  /// - Parameters:
  ///   - range: The indexes; those outside the document are skipped.
  ///   - document: The document.
  /// - Returns: The pages, with the page count and the revision of the same snapshot.
  /// - Throws: `PageStoreError.notFound` if there is no such document, `.corrupted`, `.io`,
  ///   `.closed`.
  /// - Complexity: O(log n + m) for m of n pages.
  public func window(
    _ range: Range<Int>, of document: DocumentID
  ) async throws(PageStoreError) -> PageWindow {
    try await readAtLength(isBrief: true) { db in
      var (order, clamped, revision) = try db.order(of: document, at: range)
      return PageWindow(
        start: clamped.lowerBound, pages: try order.storedPages(in: clamped),
        pageCount: order.count, revision: revision)
    }
  }
}

extension CatalogTransaction {
  /// Opens the order of a document, with its revision and the part of a range that is within its pages.
  func order(
    of document: DocumentID, at range: Range<Int>
  ) throws -> (order: PageOrder, range: Range<Int>, revision: Int) {
    let found = try presentState(of: document)
    return (
      PageOrder(self, document, root: found.root, count: found.count),
      range.clamped(to: 0..<found.count), found.revision
    )
  }
}
