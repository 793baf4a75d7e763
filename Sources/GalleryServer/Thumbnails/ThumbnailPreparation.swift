// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// Makes the thumbnails of new pages for a strip before they are requested.
///
/// The first opening of a document then does not have to wait for many of them.
struct ThumbnailPreparation: Sendable {
  /// The heights of a strip on displays with one and with two pixels per point.
  static let styles = [ThumbnailLadder.h66, .h132].map(\.style)

  let store: PageStore
  let isEnabled: Bool

  /// Prepares the thumbnails of pages.
  func callAsFunction(_ pages: [PageID]) {
    guard isEnabled else { return }
    store.prepareThumbnails(of: pages, styles: Self.styles)
  }
}
