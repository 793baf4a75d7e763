// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

extension PageStore {
  /// The number of pages whose order is read at a time.
  private static let windowCount = 4_096

  /// Returns the identifiers of all pages of a document in order, from one snapshot.
  ///
  /// Use it to iterate over a large document that is being changed: the list takes 8 bytes per page
  /// (8 MB for a million), and each page is then read separately.
  ///
  /// - Parameter document: The document.
  /// - Returns: The identifiers.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`, `.closed`.
  /// - Complexity: O(n) for n pages, without reading the page entries.
  public func pageIDs(of document: DocumentID) async throws(PageStoreError) -> [PageID] {
    try await readAtLength { db in
      let found = try db.presentState(of: document)
      var ids: [PageID] = []
      for start in stride(from: 0, to: found.count, by: Self.windowCount) {
        // A new order for each window: an order caches the nodes that it has read.
        var order = PageOrder(db, document, root: found.root, count: found.count)
        let window = start..<min(start + Self.windowCount, found.count)
        ids += try order.pages(in: window).map { PageID($0) }
      }
      return ids
    }
  }
}

// MARK: - On the caller's thread

extension PageStore {
  /// Returns a page, which may be in the trash, on the caller's thread.
  ///
  /// - Parameter id: The page.
  /// - Returns: The page.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`, `.closed`.
  package func readPage(_ id: PageID) throws(PageStoreError) -> StoredPage {
    try waitingLookUp { db in
      guard let page = try db.storedPage(id) else {
        throw PageStoreError.notFound(.page(id))
      }
      return page
    }
  }

  /// Returns a page and its original bytes on the caller's thread.
  ///
  /// For callers with their own threads for blocking work.
  ///
  /// - Parameter id: The page, which may be in the trash.
  /// - Returns: The page, and the bytes of that version.
  /// - Throws: What ``bytes(of:)`` can throw.
  package func readBytes(
    of id: PageID
  ) throws(PageStoreError) -> (page: StoredPage, bytes: [UInt8]) {
    let found = try readingBytes { () throws(PageStoreError) in
      let page = try readPage(id)
      return (page, page)
    }
    return (found.value, found.bytes)
  }

  /// Returns a page, its metadata and its bytes from one snapshot, on the caller's thread.
  ///
  /// - Parameter id: The page, which may be in the trash.
  /// - Returns: The page with its metadata, and the bytes of that version.
  /// - Throws: What ``bytes(of:)`` can throw.
  package func readOriginal(
    of id: PageID
  ) throws(PageStoreError) -> (page: PageWithMetadata, bytes: [UInt8]) {
    let found = try readingBytes { () throws(PageStoreError) in
      let page = try readPageWithMetadata(id)
      return (page, page.page)
    }
    return (found.value, found.bytes)
  }

  private func readPageWithMetadata(_ id: PageID) throws(PageStoreError) -> PageWithMetadata {
    try waitingRead { db in
      guard let page = try db.storedPage(id) else {
        throw PageStoreError.notFound(.page(id))
      }
      do {
        return PageWithMetadata(page: page, metadata: try PageMetadataRow.fetch(db, of: id))
      } catch PageStoreError.corrupted(.metadata) {
        return PageWithMetadata(page: page, metadata: nil)
      }
    }
  }

  /// Reads a page and then its bytes, and retries if they were replaced meanwhile.
  private func readingBytes<Value>(
    _ read: () throws(PageStoreError) -> (value: Value, page: StoredPage)
  ) throws(PageStoreError) -> (value: Value, bytes: [UInt8]) {
    var (value, page) = try read()
    while true {
      do throws(PageStoreError) {
        let limit = configuration.maximumPageByteCount
        return (value, try waitingBytes(page.digest, limit: limit))
      } catch {
        // As in `withCurrent`: bytes that were replaced meanwhile may have been removed.
        guard case .corrupted(.original) = error else { throw error }
        let (other, now) = try read()
        guard now.digest != page.digest || now.contentVersion != page.contentVersion else {
          throw error
        }
        (value, page) = (other, now)
      }
    }
  }
}

/// A page and its metadata, from one snapshot.
package struct PageWithMetadata: Sendable {
  package let page: StoredPage

  /// The metadata of the page, `nil` if they are damaged.
  package let metadata: PageMetadata?
}
