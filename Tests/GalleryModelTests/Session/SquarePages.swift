// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport

extension GallerySession {
  /// A gallery of square pages with the identifiers 10, 11, 12 and so on, of which the first one is
  /// active.
  ///
  /// The preview is 375 points wide, and thumbnails are 37 points apart.
  static func squares(_ count: Int) throws -> GallerySession {
    try GallerySession(
      pages: SquarePages.pages(count),
      viewport: GalleryViewport(
        preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66)))
  }
}

enum SquarePages {
  static func pages(_ count: Int) throws -> [Page] {
    let size = try PageShape(aspectRatio: 1)
    return (0..<count).map { Page(id: PageID(UInt64(10 + $0)), size: size) }
  }
}
