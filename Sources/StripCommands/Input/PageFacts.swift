// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import PageStorage

/// What is known about a page before any pixel is decoded, from its file or from a catalogue.
struct PageFacts: Sendable {
  let format: ImageFormat
  /// The size as stored, before anything is turned.
  let storedSize: PixelSize
  let orientation: Orientation
  let density: PixelDensity?
  /// What the file states and was left out of account; a catalogue keeps no notes.
  let notes: [ImageHeader.Note]
  let bitDepth: Int
  let colorModel: ColorModel
  let isProgressive: Bool
  let byteCount: Int
  /// Width divided by height as shown.
  let aspectRatio: Double
  /// The rotation by the user, `nil` for a file.
  let rotation: QuarterTurns?

  /// The size as shown.
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
