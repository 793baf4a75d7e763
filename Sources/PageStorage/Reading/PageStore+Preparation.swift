// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

extension PageStore {
  /// Makes thumbnails of pages in the background, so that they are cached when they are requested.
  ///
  /// They are made one at a time, and only while no requested thumbnail is being made. At most 20,000
  /// wait; further ones are not made. They are given up when the store is closed or released. Nothing
  /// is made without a cache, and errors are not reported.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - styles: The sizes and formats.
  /// - Complexity: O(n) in the number of thumbnails.
  public func prepareThumbnails(of pages: some Sequence<PageID>, styles: [ThumbnailStyle]) {
    guard configuration.access != .readOnly, configuration.thumbnailByteCount > 0 else { return }
    guard case .folder = engine else { return prepareWhenRead(Array(pages), styles) }
    for page in pages {
      guard let stored = try? readPage(page) else { continue }
      for style in styles { prepareThumbnail(of: stored, style) }
    }
  }

  private func prepareWhenRead(_ pages: [PageID], _ styles: [ThumbnailStyle]) {
    Task { [weak self] in
      for page in pages {
        guard let self else { return }
        guard let stored = try? await self.page(page) else { continue }
        for style in styles { self.prepareThumbnail(of: stored, style) }
      }
    }
  }

  private func prepareThumbnail(of page: StoredPage, _ style: ThumbnailStyle) {
    let key = ThumbnailKey(digest: page.digest, rotation: page.rotation, style: style)
    // The store may be released meanwhile.
    thumbnailGate.prepare(key, isLarge: page.needsMuchMemory) {
      [weak self] () throws(PageStoreError) in
      guard let self else { throw .closed }
      return try await self.makeThumbnail(key, markingDamageOf: page)
    }
  }
}
