// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

extension PageStore {
  /// Returns a page, which may be in the trash.
  ///
  /// - Parameter id: The page.
  /// - Returns: The page.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`, `.closed`.
  public func page(_ id: PageID) async throws(PageStoreError) -> StoredPage {
    try await lookUp { db in
      guard let page = try db.storedPage(id) else {
        throw PageStoreError.notFound(.page(id))
      }
      return page
    }
  }

  /// Returns a range of a document's pages in order.
  ///
  /// - Parameters:
  ///   - range: The indexes, within `0..<pageCount`.
  ///   - document: The document.
  /// - Returns: The pages.
  /// - Throws: `PageStoreError.notFound` if there is no such document or index, `.corrupted`,
  ///   `.io`, `.closed`.
  /// - Complexity: O(log n + m) for m of n pages.
  public func pages(
    in range: Range<Int>, of document: DocumentID
  ) async throws(PageStoreError) -> [StoredPage] {
    try await read { db in
      var order = try PageOrder(db, document, containing: range)
      return try order.storedPages(in: range)
    }
  }

  /// Returns all pages of a document in the gallery's form, with their revision.
  ///
  /// - Parameter document: The document.
  /// - Returns: The pages in order, and the revision for ``changes(of:after:)``. A page whose row is damaged has no
  ///   size.
  /// - Throws: `PageStoreError.notFound`, `.corrupted` if the document or its order is damaged, `.io`, `.closed`.
  /// - Complexity: O(n) for n pages.
  public func galleryPages(
    of document: DocumentID
  ) async throws(PageStoreError) -> (pages: [Page], revision: Int) {
    try await readAtLength { db in
      let found = try db.presentState(of: document)
      var order = PageOrder(db, document, root: found.root, count: found.count)
      let ids = try order.pages(in: 0..<found.count)
      return (try db.galleryPages(ids, in: order), found.revision)
    }
  }

  /// Returns the index of a page in its document.
  ///
  /// - Parameter page: The page.
  /// - Returns: The document and the index.
  /// - Throws: `PageStoreError.notFound` if the page is in the trash or does not exist, `.corrupted`,
  ///   `.io`, `.closed`.
  /// - Complexity: O(log n).
  public func location(
    of page: PageID
  ) async throws(PageStoreError) -> (document: DocumentID, index: Int) {
    try await read { db in
      try db.preparePlaces(of: [page])
      let row = try db.presentPage(page)
      let found = try db.presentState(of: row.document)
      var order = PageOrder(db, row.document, root: found.root, count: found.count)
      return (row.document, try order.index(of: page.rawValue, leaf: row.leaf))
    }
  }

  /// Returns the width divided by the height of a page as shown, with the user's rotation.
  ///
  /// It is one lookup of a few microseconds, on the caller's thread.
  ///
  /// - Parameter page: The page, which may be in the trash.
  /// - Returns: The ratio, `nil` for a damaged page whose size is unknown.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`, `.closed`.
  /// - Complexity: O(log n) for n pages in the store.
  public func aspectRatio(of page: PageID) async throws(PageStoreError) -> Double? {
    switch engine {
    case .folder(let catalog): return try catalog.page(page).aspectRatio
    case .served(let store):
      return try await store.read { db in
        guard let row = try db.page(page) else { throw PageStoreError.notFound(.page(page)) }
        return row.aspectRatio
      }
    }
  }
}

extension PageOrder {
  /// Opens the order of a document and checks that it contains the given indexes.
  fileprivate init(
    _ db: any CatalogTransaction, _ document: DocumentID, containing range: Range<Int>
  ) throws {
    let found = try db.presentState(of: document)
    guard range.lowerBound >= 0, range.upperBound <= found.count else {
      let index = range.lowerBound < 0 ? range.lowerBound : range.upperBound - 1
      throw PageStoreError.notFound(.index(index, count: found.count))
    }
    self.init(db, document, root: found.root, count: found.count)
  }
}
