// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension PageStore {
  /// Returns the pages of a document that are in the trash, last deleted first.
  ///
  /// - Parameter document: The document.
  /// - Returns: The pages; for many, see ``trash(of:after:limit:)``.
  /// - Throws: `PageStoreError.notFound`, `.corrupted` also if one of them is damaged, `.io`.
  /// - Complexity: O(t) for t pages in the trash.
  public func trash(of document: DocumentID) async throws(PageStoreError) -> [StoredPage] {
    try await readAtLength { db in
      _ = try db.presentState(of: document)
      let pages = try db.pages(where: .trash(of: document))
      return try db.storedPages(pages.map(\.rawValue), orThrow: .corrupted(.document(document)))
    }
  }

  /// Returns a part of the pages of a document that are in the trash, last deleted first.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - cursor: The position at which the part begins, `nil` for the beginning.
  ///   - limit: The maximum number of pages, at least 1.
  /// - Returns: The pages, beside damaged ones.
  /// - Throws: `PageStoreError.notFound`, `.corrupted` if the document is damaged, `.io`.
  /// - Complexity: O(log n + m) for m of n pages.
  public func trash(
    of document: DocumentID, after cursor: TrashCursor?, limit: Int
  ) async throws(PageStoreError) -> TrashList {
    try await readAtLength { db in
      _ = try db.presentState(of: document)
      let found = try db.trash(of: document, after: cursor, limit: max(limit, limit &+ 1))
      let part = found.prefix(limit)
      let pages = try db.readablePages(
        part.map(\.page.rawValue), orThrow: .corrupted(.document(document)))
      let damaged = zip(part, pages).filter { $0.1 == nil }.map(\.0.page)
      return TrashList(
        pages: pages.compactMap { $0 }, damaged: damaged,
        next: found.count > limit ? part.last : nil)
    }
  }
}
