// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

extension PageStore {
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
}
