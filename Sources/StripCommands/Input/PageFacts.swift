// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import PageStorage

/// The facts about a page that are known before decoding, from its file or from a catalog.
struct PageFacts: Sendable {
  let format: ImageFormat
  /// The size as stored, before rotation.
  let storedSize: PixelSize
  let orientation: Orientation
  let density: PixelDensity?
  /// The properties that the file states and decoding ignores; a catalog stores none.
  let notes: [ImageHeader.Note]
  let bitDepth: Int
  let colorModel: ColorModel
  let isProgressive: Bool
  let byteCount: Int
  /// Width divided by height as displayed.
  let aspectRatio: Double
  /// The user's rotation, `nil` for a file.
  let rotation: QuarterTurns?

  /// The size as displayed.
  var displaySize: PixelSize {
    guard orientation.swapsSides != (rotation?.swapsSides ?? false) else { return storedSize }
    return PixelSize(width: storedSize.height, height: storedSize.width)
  }

  init(_ header: ImageHeader) {
    format = header.format
    storedSize = header.storedSize
    orientation = header.orientation
    density = header.density
    notes = header.notes
    bitDepth = header.bitDepth
    colorModel = header.colorModel
    isProgressive = header.isProgressive
    byteCount = header.byteCount
    aspectRatio = header.aspectRatio
    rotation = nil
  }

  init(_ header: PageHeader, of page: StoredPage) {
    format = header.format
    storedSize = header.storedSize
    orientation = header.orientation
    density = header.density
    notes = []
    bitDepth = header.bitDepth
    colorModel = header.colorModel
    isProgressive = header.isProgressive
    byteCount = page.byteCount
    aspectRatio = page.aspectRatio ?? header.aspectRatio
    rotation = page.rotation
  }
}
