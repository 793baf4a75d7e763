// SPDX-License-Identifier: Apache-2.0

public import GalleryPages
import PageImaging

extension PageStore {
  /// Returns a thumbnail of a page, with the user's rotation.
  ///
  /// A cached thumbnail takes microseconds. Otherwise it is made once, even for concurrent
  /// requests; pages with equal bytes share it. At most
  /// ``PageStoreConfiguration/thumbnailConcurrency`` are made at the same time, only one of them of a page that takes
  /// much memory (progressive or interlaced, with 16 million pixels), and the one that was requested last is next: it is
  /// what the user looks at now. A thumbnail that waits is given up when all tasks that requested it were cancelled. A
  /// page that turns out to be damaged is marked: see ``StoredPage/damage``.
  ///
  /// - Parameters:
  ///   - page: The page, which may be in the trash.
  ///   - style: The size and format.
  /// - Returns: The thumbnail.
  /// - Throws: `PageStoreError.notFound`, `.refused` if the page cannot be decoded,
  ///   `.corrupted(.original)` if its bytes are missing or altered, `.busy` if too many requests
  ///   are waiting, `.cancelled`, `.io`, `.closed`.
  /// - Precondition: The sides of the target are at least 1; a JPEG quality is in 1...100.
  public func thumbnail(
    of page: PageID, style: ThumbnailStyle
  ) async throws(PageStoreError) -> Thumbnail {
    try await withCurrent(page) { (stored) throws(PageStoreError) in
      try await self.thumbnail(of: stored, style)
    }
  }

  /// Returns a thumbnail that is in memory, on the caller's thread.
  ///
  /// A change of the page by another process may be unknown for ``RecentPages/maximumAge``, on servers for
  /// ``ServedPages/maximumAge``; the thumbnail is that of the key in any case.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - key: What the page has to show.
  ///   - style: The size and format.
  /// - Returns: The thumbnail, `nil` if it is not in memory, if the page shows something else, or if it
  ///   cannot be read now.
  package func thumbnailInMemory(
    of page: PageID, key: PageKey, style: ThumbnailStyle
  ) -> Thumbnail? {
    guard let known = recentPage(page), known.key == key,
      let thumbnail = thumbnailMemory.thumbnail(ThumbnailKey(known.page, style)),
      isCurrent(thumbnail, of: known.page)
    else { return nil }
    thumbnailCounter.countMemory()
    return thumbnail
  }

  /// Returns a thumbnail of a page under the key of what the page shows.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - key: What the page has to show.
  ///   - style: The size and format.
  /// - Returns: The thumbnail, `nil` if the page shows something else.
  /// - Throws: What ``thumbnail(of:style:)`` can throw.
  package func thumbnail(
    of page: PageID, key: PageKey, style: ThumbnailStyle
  ) async throws(PageStoreError) -> Thumbnail? {
    let stored = try await readRecentPage(page)
    guard stored.key == key else { return nil }
    do throws(PageStoreError) {
      return try await thumbnail(of: stored, style)
    } catch {
      // Bytes that are missing may have been replaced meanwhile.
      guard case .corrupted(.original) = error, try await self.page(page).key != key else {
        throw error
      }
      return nil
    }
  }

  /// Returns a thumbnail of a page as it was read.
  private func thumbnail(
    of page: StoredPage, _ style: ThumbnailStyle
  ) async throws(PageStoreError) -> Thumbnail {
    let key = ThumbnailKey(page, style)
    if let thumbnail = try await cachedThumbnail(key, of: page) { return thumbnail }
    return try await thumbnailGate.thumbnail(key, isLarge: page.needsMuchMemory) {
      () throws(PageStoreError) in
      try await self.makeThumbnail(key, markingDamageOf: page)
    }
  }

  private func cachedThumbnail(
    _ key: ThumbnailKey, of page: StoredPage
  ) async throws(PageStoreError) -> Thumbnail? {
    if let thumbnail = thumbnailMemory.thumbnail(key), isCurrent(thumbnail, of: page) {
      thumbnailCounter.countMemory()
      return thumbnail
    }
    if thumbnails.isReady { return knownThumbnail(key, of: page) }
    return try await BlockingWork.run { () throws(PageStoreError) in
      self.knownThumbnail(key, of: page)
    }
  }

  /// Returns a thumbnail from the cache.
  ///
  /// The cache is not trusted about damage: a page that is not marked in the catalog is decoded
  /// again. This also covers pages whose mark could not be written earlier, for example on a full
  /// disk.
  private func knownThumbnail(_ key: ThumbnailKey, of page: StoredPage) -> Thumbnail? {
    guard let thumbnail = thumbnails.thumbnail(key), isCurrent(thumbnail, of: page) else {
      return nil
    }
    thumbnailMemory.keep(thumbnail, for: key)
    thumbnailCounter.countDisk()
    return thumbnail
  }

  /// Whether a thumbnail and the catalog agree about damage of the page.
  private func isCurrent(_ thumbnail: Thumbnail, of page: StoredPage) -> Bool {
    !thumbnail.isDamaged || page.isDamaged || configuration.access == .readOnly
  }

  /// Makes a thumbnail, and marks the page as damaged if it turns out to be.
  ///
  /// Runs on the threads of ``ThumbnailGate``, which it takes while it decodes.
  func makeThumbnail(
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

  /// Marks a page as damaged; if the store is not writable now, it is retried on the next change.
  private func mark(_ page: StoredPage, as damage: String) async {
    guard configuration.access == .readWrite, page.damage == nil else { return }
    try? await markDamaged([page.digest: damage])
  }

  /// Returns a cached thumbnail of a page, on the caller's thread.
  ///
  /// - Parameters:
  ///   - page: The page as it was read.
  ///   - style: The size and format.
  /// - Returns: The thumbnail, `nil` if it is not cached.
  package func cachedThumbnail(of page: StoredPage, style: ThumbnailStyle) -> Thumbnail? {
    thumbnails.thumbnail(ThumbnailKey(page, style))
  }

  /// Caches a thumbnail of a page, on the caller's thread.
  ///
  /// - Parameters:
  ///   - thumbnail: The thumbnail, which must equal the result of ``thumbnail(of:style:)``.
  ///   - page: The page as it was when its bytes were read.
  ///   - style: The size and format.
  package func keep(_ thumbnail: Thumbnail, of page: StoredPage, style: ThumbnailStyle) {
    thumbnails.store(thumbnail, for: ThumbnailKey(page, style))
  }

  private func makeThumbnail(
    _ key: ThumbnailKey, of page: StoredPage
  ) async throws(PageStoreError) -> Thumbnail {
    let limits = configuration.limits
    let (cache, memory) = (thumbnails, thumbnailMemory)
    let (byteCountLimit, counter) = (configuration.maximumPageByteCount, thumbnailCounter)
    // No thread waits for a server.
    let served = try await servedBytes(of: key.digest)
    // Another process or an earlier computation may have made it just now.
    if let thumbnail = knownThumbnail(key, of: page) { return thumbnail }
    let bytes: [UInt8]
    if let served {
      bytes = served
    } else {
      bytes = try folder.verifiedBytes(key.digest, limit: byteCountLimit)
    }
    do throws(ImagingError) {
      let thumbnail = try key.make(from: bytes, limits: limits)
      cache.store(thumbnail, for: key)
      memory.keep(thumbnail, for: key)
      counter.countMade()
      return thumbnail
    } catch {
      throw .refused(error)
    }
  }

  /// The bytes of an original on a server, `nil` for those in the folder.
  private func servedBytes(of digest: ContentDigest) async throws(PageStoreError) -> [UInt8]? {
    guard case .served(let store) = engine else { return nil }
    return try await store.blobs.bytes(of: digest, limit: configuration.maximumPageByteCount)
  }
}

extension StoredPage {
  /// Whether decoding the page takes some 100 MB: all coefficients of a progressive JPEG are kept, and all rows of an
  /// interlaced PNG, with 2 to 8 bytes for each pixel.
  var needsMuchMemory: Bool {
    guard let facts = header?.facts, facts.isProgressive else { return false }
    return facts.storedSize.pixelCount >= 16 << 20
  }
}

extension ThumbnailKey {
  fileprivate init(_ page: StoredPage, _ style: ThumbnailStyle) {
    self.init(digest: page.digest, rotation: page.rotation, style: style)
  }
}
