// SPDX-License-Identifier: Apache-2.0

package import GalleryPages

/// What a gallery needs to know of a page: less than a ``StoredPage``, and read faster.
package struct ListedPage: Hashable, Sendable {
  package let id: PageID

  /// Width divided by height as shown, with the user's rotation; `nil` if unknown.
  package let aspectRatio: Double?

  /// The key of what the page shows.
  package let key: PageKey

  /// The number of times that the page's image was replaced or rotated.
  package let contentVersion: Int

  /// Whether the page's file could not be read on ingest or was found damaged later.
  package let isDamaged: Bool

  /// Creates a page of a list.
  package init(
    id: PageID, aspectRatio: Double?, key: PageKey, contentVersion: Int = 0, isDamaged: Bool = false
  ) {
    self.id = id
    self.aspectRatio = aspectRatio
    self.key = key
    self.contentVersion = contentVersion
    self.isDamaged = isDamaged
  }

  /// Takes the facts of a page that a list needs.
  package init(_ page: StoredPage) {
    self.init(
      id: page.id, aspectRatio: page.aspectRatio, key: page.key,
      contentVersion: page.contentVersion, isDamaged: page.isDamaged)
  }
}
