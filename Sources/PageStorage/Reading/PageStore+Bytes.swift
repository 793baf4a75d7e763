// SPDX-License-Identifier: Apache-2.0

public import GalleryPages
public import PageImaging

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

  func bytes(_ digest: ContentDigest) async throws(PageStoreError) -> [UInt8] {
    try await blobs.bytes(of: digest, limit: configuration.maximumPageByteCount)
  }
}
