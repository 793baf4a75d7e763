// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import StripRendering

/// A reference renderer of strips: pixel by pixel and in floating point.
struct ReferenceRenderer {
  let background: RGBColor
  let size: PixelSize

  /// A cell with its rectangle already rounded.
  struct Cell {
    let rect: PixelRect
    let picture: Bitmap
    let alpha: Double
    let zIndex: Int
  }

  /// Returns red, green and blue of one pixel.
  func color(x: Int, y: Int, cells: [Cell]) -> [Double] {
    let ordered = cells.enumerated().sorted {
      $0.element.zIndex != $1.element.zIndex
        ? $0.element.zIndex < $1.element.zIndex : $0.offset < $1.offset
    }
    var color = [background.red, background.green, background.blue].map(Double.init)
    for (_, cell) in ordered {
      let (column, row) = (x - cell.rect.x, y - cell.rect.y)
      guard (0..<cell.rect.size.width).contains(column),
        (0..<cell.rect.size.height).contains(row)
      else { continue }
      let above = cell.picture.color(x: column, y: row)
      color = zip(color, [above.red, above.green, above.blue]).map { below, above in
        below + (Double(above) - below) * min(1, max(0, cell.alpha))
      }
    }
    return color
  }
}
