// SPDX-License-Identifier: Apache-2.0

import PageImaging
import PageStorage

extension StoredInput {
  /// Returns a thumbnail from the cache of the store, or creates it.
  ///
  /// For a damaged page the thumbnail is created each time, because the damage must be reported
  /// each time.
  func thumbnail(_ settings: ThumbnailSettings) throws(Problem) -> EncodedThumbnail {
    let style = settings.style
    if let style, let found = try cached(style) { return found }
    let (page, picture) = try decodePage(settings.options, for: settings.encoding)
    let thumbnail = try EncodedThumbnail(
      picture, as: settings.encoding, origin: ThumbnailOrigin(page))
    if let style, !picture.isDamaged {
      store.keep(
        PageStorage.Thumbnail(bytes: thumbnail.bytes, size: picture.size, isDamaged: false),
        of: page, style: style)
    }
    return thumbnail
  }

  /// The origin of a thumbnail of the page.
  var origin: ThumbnailOrigin? {
    (try? store.readPage(id)).flatMap(ThumbnailOrigin.init)
  }

  private func cached(_ style: ThumbnailStyle) throws(Problem) -> EncodedThumbnail? {
    let page = try Self.asking { () throws(PageStoreError) in try store.readPage(id) }
    guard let found = store.cachedThumbnail(of: page, style: style), !found.isDamaged else {
      return nil
    }
    return EncodedThumbnail(
      bytes: found.bytes, facts: ThumbnailFacts(size: found.size, warningCount: 0),
      origin: ThumbnailOrigin(page))
  }
}
