// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

extension PageStore {
  /// Pages of which the order is read at once.
  private static let windowCount = 4_096

  /// Returns the names of all pages of a document in order, as they are at one moment.
  ///
  /// This is the way to go through a large document that others change meanwhile: the list takes 8
  /// bytes a page, 8 MB for a million, and each page is read when its turn comes.
  ///
  /// - Parameter document: The document.
  /// - Returns: The names.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`, `.closed`.
  /// - Complexity: O(n) for n pages, without a look at the pages themselves.
  public func pageIDs(of document: DocumentID) async throws(PageStoreError) -> [PageID] {
    try await BlockingWork.run { () throws(PageStoreError) in
      try self.catalogue.read { db in
        let found = try DocumentState.fetch(db, document)
        var ids: [PageID] = []
        for start in stride(from: 0, to: found.count, by: Self.windowCount) {
          // One for each window: an order keeps the nodes that it has read.
          var order = PageOrder(db, document, root: found.root, count: found.count)
          let window = start..<min(start + Self.windowCount, found.count)
          ids += try order.pages(in: window).map { PageID($0) }
        }
        return ids
      }
    }
  }
}

// MARK: - On the caller's thread

extension PageStore {
  /// Returns a page on the caller's thread, also one in the trash.
  ///
  /// - Parameter id: The page.
  /// - Returns: The page.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`, `.closed`.
  package func readPage(_ id: PageID) throws(PageStoreError) -> StoredPage {
    try catalogue.lookUp { db in
      guard let page = try StoredPage.fetch(db, id) else {
        throw PageStoreError.notFound(.page(id))
      }
      return page
    }
  }

  /// Returns a page and its original bytes on the caller's thread.
  ///
  /// For callers that have threads of their own for what blocks.
  ///
  /// - Parameter id: The page, also one in the trash.
  /// - Returns: The page, and the bytes that it had when it was like that.
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

  /// Returns a page, what is kept with it and its original bytes, all of one moment, on the caller's thread.
  ///
  /// - Parameter id: The page, also one in the trash.
  /// - Returns: The page with its metadata, and the bytes that it had when it was like that.
  /// - Throws: What ``bytes(of:)`` can throw.
  package func readOriginal(
    of id: PageID
  ) throws(PageStoreError) -> (page: DescribedPage, bytes: [UInt8]) {
    let found = try readingBytes { () throws(PageStoreError) in
      let page = try readDescribedPage(id)
      return (page, page.page)
    }
    return (found.value, found.bytes)
  }

  private func readDescribedPage(_ id: PageID) throws(PageStoreError) -> DescribedPage {
    try catalogue.read { db in
      guard let page = try StoredPage.fetch(db, id) else {
        throw PageStoreError.notFound(.page(id))
      }
      do {
        return DescribedPage(page: page, metadata: try PageMetadataRow.fetch(db, of: id))
      } catch PageStoreError.corrupted(.metadata) {
        return DescribedPage(page: page, metadata: nil)
      }
    }
  }

  /// Reads a page in some way and then its bytes, again if they were replaced meanwhile.
  private func readingBytes<Value>(
    _ look: () throws(PageStoreError) -> (value: Value, page: StoredPage)
  ) throws(PageStoreError) -> (value: Value, bytes: [UInt8]) {
    var (value, page) = try look()
    while true {
      do throws(PageStoreError) {
        let limit = configuration.maximumPageByteCount
        return (value, try folder.verifiedBytes(page.digest, limit: limit))
      } catch {
        // As in `withCurrent`: bytes that were replaced meanwhile may have been removed.
        guard case .corrupted(.original) = error else { throw error }
        let (other, now) = try look()
        guard now.digest != page.digest || now.contentVersion != page.contentVersion else {
          throw error
        }
        (value, page) = (other, now)
      }
    }
  }
}

/// A page, and what is kept with it, at one moment.
package struct DescribedPage: Sendable {
  package let page: StoredPage

  /// What is kept with the page, `nil` if it was changed behind the back of the store.
  package let metadata: PageMetadata?
}
