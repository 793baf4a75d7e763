// SPDX-License-Identifier: Apache-2.0

public import GalleryPages
public import PageImaging

extension PageStore {
  /// Returns all documents that are not in the trash, oldest first.
  ///
  /// - Returns: The documents.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  public func documents() async throws(PageStoreError) -> [Document] {
    try await documents(isTrashed: false)
  }

  /// Returns the documents in the trash, oldest first.
  ///
  /// - Returns: The documents.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  public func trashedDocuments() async throws(PageStoreError) -> [Document] {
    try await documents(isTrashed: true)
  }

  private func documents(isTrashed: Bool) async throws(PageStoreError) -> [Document] {
    try await readAtLength { db in
      let listing = try DocumentListing(db, isTrashed: isTrashed)
      if let damaged = listing.damaged.first {
        throw PageStoreError.corrupted(.document(damaged))
      }
      return listing.documents
    }
  }

  /// Returns a document that is not in the trash.
  ///
  /// - Parameter id: The document.
  /// - Returns: The document.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`, `.closed`.
  public func document(_ id: DocumentID) async throws(PageStoreError) -> Document {
    try await lookUp { db in try db.presentDocument(id).document }
  }

  /// Returns whether a document is in the trash, from which it can be restored.
  ///
  /// - Parameter id: The document.
  /// - Returns: `false` if it is not in the trash, never existed or was purged.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  public func isTrashed(_ id: DocumentID) async throws(PageStoreError) -> Bool {
    do throws(PageStoreError) {
      return try await lookUp { db in
        _ = try db.presentDocument(id, isTrashed: true)
        return true
      }
    } catch {
      guard error == .notFound(.document(id)) else { throw error }
      return false
    }
  }

  /// Returns whether a document does not exist, neither in the store nor in its trash.
  ///
  /// It is a single read, so that a document moving into or out of the trash is never missed.
  package func isGone(_ id: DocumentID) async throws(PageStoreError) -> Bool {
    do throws(PageStoreError) {
      return try await lookUp { db in
        try db.state(of: id).isBeingPurged
      }
    } catch {
      guard error == .notFound(.document(id)) else { throw error }
      return true
    }
  }

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

// MARK: - Original bytes

extension PageStore {
  /// Returns the original bytes of a page, verified against their SHA-256.
  ///
  /// - Parameter page: The page, which may be in the trash.
  /// - Returns: The bytes as they were received.
  /// - Throws: `PageStoreError.notFound`, `.corrupted(.original)` if the bytes are missing or
  ///   altered, `.io`, `.closed`.
  public func bytes(of page: PageID) async throws(PageStoreError) -> [UInt8] {
    try await withCurrent(page) { (stored) throws(PageStoreError) in
      try await self.bytes(stored.digest)
    }
  }

  /// Reads data that belong to a page's bytes, and retries if the bytes were replaced meanwhile.
  ///
  /// Replaced bytes may be removed between the two steps. Current bytes always exist: if they are
  /// missing although the page is unchanged, they are damaged.
  func withCurrent<Result>(
    _ page: PageID, _ body: (StoredPage) async throws(PageStoreError) -> Result
  ) async throws(PageStoreError) -> Result {
    var stored = try await self.page(page)
    while true {
      do throws(PageStoreError) {
        return try await body(stored)
      } catch {
        guard case .corrupted(.original) = error else { throw error }
        let now = try await self.page(page)
        guard now.digest != stored.digest || now.contentVersion != stored.contentVersion else {
          throw error
        }
        stored = now
      }
    }
  }

  /// Returns the original bytes of a page as a decoder source, verified against their SHA-256.
  ///
  /// - Parameter page: The page, which may be in the trash.
  /// - Returns: The bytes.
  /// - Throws: What ``bytes(of:)`` can throw.
  public func source(of page: PageID) async throws(PageStoreError) -> ByteSource {
    ByteSource(try await bytes(of: page))
  }

  /// Returns the pages of a document with the given bytes, including those in the trash.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 of the bytes.
  ///   - document: The document.
  /// - Returns: The pages, oldest first.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  /// - Complexity: O(log n + m) for m pages in the store with these bytes.
  public func pages(
    withContent digest: ContentDigest, of document: DocumentID
  ) async throws(PageStoreError) -> [StoredPage] {
    try await read { db in
      guard let blob = try db.original(digest) else { return [] }
      return try db.pages(where: .originalInDocument(blob.id, document))
        .compactMap { try db.storedPage($0) }
    }
  }

  /// Returns the pages of all documents with the given bytes, without those in the trash.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 of the bytes.
  ///   - limit: The maximum number of pages.
  /// - Returns: The pages, oldest first.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  /// - Complexity: O(log n + m) for m pages in the store with these bytes.
  /// - Precondition: `limit >= 0`.
  public func pageIDs(
    withContent digest: ContentDigest, limit: Int = 100
  ) async throws(PageStoreError) -> [PageID] {
    precondition(limit >= 0, "a negative number of pages")
    return try await read { db in
      guard let blob = try db.original(digest) else { return [] }
      return try db.pages(where: .visibleWithOriginal(blob.id, limit: limit))
    }
  }

  /// Returns the pages of a document with the given bytes, without those in the trash.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 of the bytes.
  ///   - document: The document.
  ///   - limit: The maximum number of pages.
  /// - Returns: The pages, oldest first.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  /// - Complexity: O(log n + m) for m pages in the store with these bytes.
  /// - Precondition: `limit >= 0`.
  public func pageIDs(
    withContent digest: ContentDigest, of document: DocumentID, limit: Int = 100
  ) async throws(PageStoreError) -> [PageID] {
    precondition(limit >= 0, "a negative number of pages")
    return try await read { db in
      guard let blob = try db.original(digest) else { return [] }
      let pages = try db.pages(where: .originalInDocument(blob.id, document))
      try db.preparePages(pages)
      return Array(try pages.filter { try db.page($0)?.trash == nil }.prefix(limit))
    }
  }

  func bytes(_ digest: ContentDigest) async throws(PageStoreError) -> [UInt8] {
    try await blobs.bytes(of: digest, limit: configuration.maximumPageByteCount)
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
