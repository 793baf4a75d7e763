// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import PageStorage

/// The facts about a page that are known before decoding, from its file or from a catalog.
struct PageFacts: Sendable {
  /// The facts that the file states.
  let image: ImageFacts
  /// The properties that the file states and decoding ignores; a catalog stores none.
  let notes: [ImageHeader.Note]
  let byteCount: Int
  /// Width divided by height as displayed.
  let aspectRatio: Double
  /// The user's rotation, `nil` for a file.
  let rotation: QuarterTurns?

  /// The size as displayed.
  var displaySize: PixelSize {
    guard image.orientation.swapsSides != (rotation?.swapsSides ?? false) else {
      return image.storedSize
    }
    return PixelSize(width: image.storedSize.height, height: image.storedSize.width)
  }

  init(_ header: ImageHeader) {
    image = header.facts
    notes = header.notes
    byteCount = header.byteCount
    aspectRatio = header.aspectRatio
    rotation = nil
  }

  init(_ header: PageHeader, of page: StoredPage) {
    image = header.facts
    notes = []
    byteCount = page.byteCount
    aspectRatio = page.aspectRatio ?? header.aspectRatio
    rotation = page.rotation
  }
}
