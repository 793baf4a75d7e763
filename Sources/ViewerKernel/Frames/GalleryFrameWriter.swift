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
}

// MARK: - Cells

extension GalleryFrameWriter {
  private func write(_ cell: PreviewCell) {
    let numbers = unsafe region.extend(by: Self.cellLength)
    unsafe numbers.write(cell.id, cell.index, cell.pageDistance, cell.center, cell.size)
    unsafe numbers.write(cell.scale, cell.alpha, cell.contentRect)
    unsafe numbers.write(
      cell.parallaxOffset, cell.contentBlend, version: cell.contentVersion, zIndex: cell.zIndex)
  }

  private func write(_ cell: StripCell) {
    let numbers = unsafe region.extend(by: Self.cellLength)
    unsafe numbers.write(cell.id, cell.index, cell.expansion, cell.center, cell.size)
    unsafe numbers.write(1, cell.alpha, cell.crop)
    unsafe numbers.write(0, 1, version: cell.contentVersion, zIndex: cell.zIndex)
  }
}

// The numbers of a cell.
extension UnsafeMutablePointer<Double> {
  fileprivate func write(
    _ id: PageID, _ index: Int, _ place: Double, _ center: Point, _ size: Size
  ) {
    unsafe self[0] = id.number
    unsafe self[1] = Double(index)
    unsafe self[2] = place
    unsafe self[3] = center.x
    unsafe self[4] = center.y
    unsafe self[5] = size.width
    unsafe self[6] = size.height
  }

  fileprivate func write(_ scale: Double, _ alpha: Double, _ visible: Rect) {
    unsafe self[7] = scale
    unsafe self[8] = alpha
    unsafe self[9] = visible.origin.x
    unsafe self[10] = visible.origin.y
    unsafe self[11] = visible.size.width
    unsafe self[12] = visible.size.height
  }

  /// Writes also two integers as one number.
  fileprivate func write(_ offset: Double, _ blend: Double, version: Int, zIndex: Int) {
    unsafe self[13] = offset
    unsafe self[14] = blend
    unsafe self[15] = 16 * Double(version) + 1 + Double(zIndex)
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
