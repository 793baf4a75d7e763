// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryPages
import PageImaging
import PageStorage

/// A page as JSON, for users and scripts.
struct PageRepresentation: Encodable {
  let id: UInt64
  let document: Int64
  /// The index in the document, `nil` for a page in the trash.
  let index: Int?
  /// The index before the deletion of a page in the trash.
  let formerIndex: Int?
  let aspectRatio: Double?
  let key: PageKey
  /// The pixels as shown, upright and with the user's rotation.
  let width: Int?
  let height: Int?
  let rotation: Int
  /// The number of times that the image was replaced or rotated.
  let contentVersion: Int
  let format: String?
  let byteCount: Int
  let digest: String
  let damage: String?
  let trashed: Timestamp?

  init(_ page: StoredPage, index: Int?) {
    id = page.id.rawValue
    document = page.document.rawValue
    self.index = index
    formerIndex = page.trash?.index
    aspectRatio = page.aspectRatio
    key = page.key
    let size = page.header?.facts.shownSize(turned: page.rotation.swapsSides)
    (width, height) = (size?.width, size?.height)
    rotation = page.rotation.count * 90
    contentVersion = page.contentVersion
    format = page.header?.facts.format.rawValue
    byteCount = page.byteCount
    digest = page.digest.description
    damage = page.damage
    trashed = page.trash.map { Timestamp($0.date) }
  }
}

extension ImageFacts {
  /// The pixels as shown.
  func shownSize(turned: Bool) -> PixelSize {
    let swaps = orientation.swapsSides != turned
    return swaps
      ? PixelSize(width: storedSize.height, height: storedSize.width) : storedSize
  }
}
