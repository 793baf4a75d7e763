// SPDX-License-Identifier: Apache-2.0

public import GalleryPages
import PageImaging

extension PageStore {
  /// Returns a small picture of a page, with the user's rotation.
  ///
  /// A picture that was made before comes from the cache in microseconds; else it is made once,
  /// however many ask for it at the same time. Pages with the same bytes share it. A page that turns out
  /// to be damaged is marked: see ``StoredPage/damage``.
  ///
  /// - Parameters:
  ///   - page: The page, also one in the trash.
  ///   - style: The size and format.
  /// - Returns: The picture.
  /// - Throws: `PageStoreError.notFound`, `.refused` if the page cannot be decoded,
  ///   `.corrupted(.original)` if its bytes are not those that were stored, `.io`, `.closed`.
  /// - Precondition: The sides of the target are at least 1, a JPEG quality is in 1...100.
  public func thumbnail(
    of page: PageID, style: ThumbnailStyle
  ) async throws(PageStoreError) -> Thumbnail {
    try await withCurrent(page) { (stored) throws(PageStoreError) in
      let key = ThumbnailKey(stored, style)
      if let thumbnail = try await self.cachedThumbnail(key, of: stored) { return thumbnail }
      return try await self.thumbnailMaker.thumbnail(key) { () throws(PageStoreError) in
        try await self.makeThumbnail(key, markingDamageOf: stored)
      }
    }
  }

  private func cachedThumbnail(
    _ key: ThumbnailKey, of page: StoredPage
  ) async throws(PageStoreError) -> Thumbnail? {
    if thumbnails.isReady { return knownThumbnail(key, of: page) }
    return try await BlockingWork.run { () throws(PageStoreError) in
      self.knownThumbnail(key, of: page)
    }
  }

  /// Returns a thumbnail from the cache.
  ///
  /// The cache may be anybody's, so its word for damage is not taken: a page that is not marked is decoded
  /// again. So is one that could not be marked when it was decoded, as on a full disk, which would
  /// otherwise be forgotten.
  private func knownThumbnail(_ key: ThumbnailKey, of page: StoredPage) -> Thumbnail? {
    guard let thumbnail = thumbnails.thumbnail(key) else { return nil }
    let isTold = !thumbnail.isDamaged || page.isDamaged || configuration.access == .readOnly
    return isTold ? thumbnail : nil
  }

  /// Makes a thumbnail, and marks the page as damaged if it turns out to be.
  private func makeThumbnail(
    _ key: ThumbnailKey, markingDamageOf page: StoredPage
  ) async throws(PageStoreError) -> Thumbnail {
    do throws(PageStoreError) {
      let thumbnail = try await makeThumbnail(key, of: page)
      if thumbnail.isDamaged { await mark(page, as: ImageDamage.partial) }
      return thumbnail
    } catch {
      if case .refused(let cause) = error, let message = ImageDamage.message(of: cause) {
        await mark(page, as: message)
      }
      throw error
    }
  }

  /// Marks a page as damaged; a store that cannot be changed now is told the next time.
  private func mark(_ page: StoredPage, as damage: String) async {
    guard configuration.access == .readWrite, page.damage == nil else { return }
    try? await markDamaged([page.digest: damage])
  }

  /// Returns a small picture of a page if it was made before, on the caller's thread.
  ///
  /// - Parameters:
  ///   - page: The page as it was read.
  ///   - style: The size and format.
  /// - Returns: The picture, `nil` if there is none.
  package func cachedThumbnail(of page: StoredPage, style: ThumbnailStyle) -> Thumbnail? {
    thumbnails.thumbnail(ThumbnailKey(page, style))
  }

  /// Keeps a small picture of a page, on the caller's thread.
  ///
  /// - Parameters:
  ///   - thumbnail: The picture, which must be the one that ``thumbnail(of:style:)`` would make.
  ///   - page: The page as it was when its bytes were read.
  ///   - style: The size and format.
  package func keep(_ thumbnail: Thumbnail, of page: StoredPage, style: ThumbnailStyle) {
    thumbnails.store(thumbnail, for: ThumbnailKey(page, style))
  }

  private func makeThumbnail(
    _ key: ThumbnailKey, of page: StoredPage
  ) async throws(PageStoreError) -> Thumbnail {
    let (folder, limits, cache) = (folder, configuration.limits, thumbnails)
    let byteCountLimit = configuration.maximumPageByteCount
    return try await BlockingWork.run { () throws(PageStoreError) in
      // Another process, or a computation that ended just now.
      if let thumbnail = self.knownThumbnail(key, of: page) { return thumbnail }
      let bytes = try folder.verifiedBytes(key.digest, limit: byteCountLimit)
      do throws(ImagingError) {
        let thumbnail = try key.make(from: bytes, limits: limits)
        cache.store(thumbnail, for: key)
        return thumbnail
      } catch {
        throw .refused(error)
      }
    }
  }
}

extension ThumbnailKey {
  fileprivate init(_ page: StoredPage, _ style: ThumbnailStyle) {
    self.init(digest: page.digest, rotation: page.rotation, style: style)
  }
}
