// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

/// Some pages of a document in a row, and what they are a part of, all of one moment.
///
/// It is encoded as an object with these properties.
public struct PageWindow: Hashable, Sendable, Codable {
  /// The index of the first page; the number of pages if the window is empty.
  public let start: Int

  /// The pages in order.
  public let pages: [StoredPage]

  /// The number of pages of the document.
  public let pageCount: Int

  /// The revision of the document, for ``PageStore/changes(of:after:)``.
  public let revision: Int
}

extension PageStore {
  /// Returns all pages of a document in order, as they are at one moment.
  ///
  /// ``pageIDs(of:)`` is for documents of a million pages.
  ///
  /// - Parameter document: The document.
  /// - Returns: The pages.
  /// - Throws: `PageStoreError.notFound` if there is no such document, `.corrupted`, `.io`, `.closed`.
  /// - Complexity: O(n) for n pages.
  public func pages(of document: DocumentID) async throws(PageStoreError) -> [StoredPage] {
    try await window(0..<Int.max, of: document).pages
  }

  /// Returns the pages of a document that are in a window, however many there are by now.
  ///
  /// A list that is scrolled asks for what it would show; others may have deleted pages meanwhile.
  ///
  /// - Parameters:
  ///   - range: The indexes; what is not in the document is left out.
  ///   - document: The document.
  /// - Returns: The pages, and the number of pages and the revision of the same moment.
  /// - Throws: `PageStoreError.notFound` if there is no such document, `.corrupted`, `.io`, `.closed`.
  /// - Complexity: O(log n + m) for m of n pages.
  public func window(
    _ range: Range<Int>, of document: DocumentID
  ) async throws(PageStoreError) -> PageWindow {
    try await BlockingWork.run { () throws(PageStoreError) in
      try self.catalogue.read { db in
        let found = try DocumentState.fetch(db, document)
        let clamped = range.clamped(to: 0..<found.count)
        var order = PageOrder(db, document, root: found.root, count: found.count)
        return PageWindow(
          start: clamped.lowerBound, pages: try order.storedPages(in: clamped),
          pageCount: found.count, revision: found.revision)
      }
    }
  }
}
