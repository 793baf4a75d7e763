// SPDX-License-Identifier: Apache-2.0

import GallerySharing

/// Writes a frame of a gallery as a header and cells.
struct GalleryFrameWriter {
  /// The numbers of the header.
  static let headerLength = 32
  /// The numbers per cell.
  static let cellLength = 16

  let region: NumberRegion

  /// Replaces the contents of the region.
  func write(_ frame: GalleryFrame, of gallery: SharedGallery) {
    region.clear()
    writeHeader(frame, of: gallery)
    for cell in frame.preview { write(cell) }
    for cell in frame.strip { write(cell) }
  }

  private func writeHeader(_ frame: GalleryFrame, of gallery: SharedGallery) {
    region.append(frame.time.number)
    region.append(frame.activePage.number)
    region.append(frame.activeIndex.map { Double($0) } ?? -1)
    region.append(Double(gallery.session.count))
    region.append(frame.position)
    region.append(frame.focus)
    region.append(frame.expansionRate)
    region.append(frame.stage.number)
    region.append(flags(frame, of: gallery))
    region.append(gallery.nextBoundary().number)
    region.append(Double(frame.preview.count))
    region.append(Double(frame.strip.count))
    append(frame.viewport.preview)
    append(frame.viewport.strip)
    region.append(Double(gallery.pagesVersion))
    region.append(Double(gallery.sourceVersion))
    region.append(Double(gallery.shared.openRequestCount))
    while region.count < Self.headerLength { region.append(0) }
  }

  private func flags(_ frame: GalleryFrame, of gallery: SharedGallery) -> Double {
    frame.isAnimating.number + 2 * frame.isEmpty.number + 4 * gallery.isSourceLost.number
      + 8 * gallery.isClosed.number
  }

  private func append(_ size: Size) {
    region.append(size.width)
    region.append(size.height)
  }

  private func append(_ point: Point) {
    region.append(point.x)
    region.append(point.y)
  }

  private func append(_ rect: Rect) {
    append(rect.origin)
    append(rect.size)
  }
}

// MARK: - Cells

extension GalleryFrameWriter {
  private func write(_ cell: PreviewCell) {
    region.append(cell.id.number)
    region.append(Double(cell.index))
    region.append(cell.pageDistance)
    append(cell.center)
    append(cell.size)
    region.append(cell.scale)
    region.append(cell.alpha)
    append(cell.contentRect)
    region.append(cell.parallaxOffset)
    region.append(cell.contentBlend)
    append(version: cell.contentVersion, zIndex: cell.zIndex)
  }

  private func write(_ cell: StripCell) {
    region.append(cell.id.number)
    region.append(Double(cell.index))
    region.append(cell.expansion)
    append(cell.center)
    append(cell.size)
    region.append(1)
    region.append(cell.alpha)
    append(cell.crop)
    region.append(0)
    region.append(1)
    append(version: cell.contentVersion, zIndex: cell.zIndex)
  }

  /// Writes two integers as one number.
  private func append(version: Int, zIndex: Int) {
    region.append(16 * Double(version) + 1 + Double(zIndex))
  }
}

extension UpdateStage {
  fileprivate var number: Double {
    switch self {
    case .none: 0
    case .collapse: 1
    case .close: 2
    case .waiting: 3
    case .grow: 4
    case .rollback: 5
    }
  }
}
