// SPDX-License-Identifier: Apache-2.0

import PageImaging
import PageStorage

extension StoredInput {
  /// Returns a thumbnail from the cache of the store, or creates it.
  ///
  /// For a damaged page the thumbnail is created each time, because the damage must be reported
  /// each time.
  func thumbnail(_ settings: ThumbnailSettings) throws(Problem) -> MadeThumbnail {
    let style = settings.style
    if let style, let found = try cached(style) { return found }
    let (page, picture) = try decodePage(settings.options, for: settings.encoding)
    let made = try MadeThumbnail(
      picture, as: settings.encoding, origin: ThumbnailOrigin(page))
    if let style, !picture.isDamaged {
      store.keep(
        PageStorage.Thumbnail(bytes: made.bytes, size: picture.size, isDamaged: false),
        of: page, style: style)
    }
    return made
  }

  /// The origin of a thumbnail of the page.
  var origin: ThumbnailOrigin? {
    (try? store.readPage(id)).flatMap(ThumbnailOrigin.init)
  }

  private func cached(_ style: ThumbnailStyle) throws(Problem) -> MadeThumbnail? {
    let page = try Self.asking { () throws(PageStoreError) in try store.readPage(id) }
    guard let found = store.cachedThumbnail(of: page, style: style), !found.isDamaged else {
      return nil
    }
    return MadeThumbnail(
      bytes: found.bytes, facts: ThumbnailFacts(size: found.size, warningCount: 0),
      origin: ThumbnailOrigin(page))
  }
}
