// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// A drawing of the placeholder at the size of a cell.
struct PlaceholderDrawing {
  private let style: PlaceholderStyle
  private let size: PixelSize
  private let lines: [LineSegment]
  private let halfThickness: Double

  // The proportions of the mark, as fractions of the outline's height.
  private static let outlineAspectRatio = 0.75
  private static let outlineShare = 0.52
  private static let foldShare = 0.26
  private static let crossShare = 0.13
  private static let thicknessShare = 0.06

  // A smaller mark would not be recognizable.
  private static let smallestOutlineHeight = 6.0

  init(style: PlaceholderStyle, size: PixelSize) {
    self.style = style
    self.size = size
    let cell = Size(width: Double(size.width), height: Double(size.height))
    let height =
      Self.outlineShare * min(cell.height, cell.width / Self.outlineAspectRatio)
    let center = Point(x: cell.width / 2, y: cell.height / 2)
    lines = height < Self.smallestOutlineHeight ? [] : Self.mark(center: center, height: height)
    halfThickness = max(1, height * Self.thicknessShare) / 2
  }

  func bitmap() throws(StripRenderingError) -> Bitmap {
    var canvas = try Canvas(size: size, color: style.cardColor)
    let bounds = self.bounds
    try canvas.paint(columns: bounds.columns, rows: bounds.rows, color)
    return canvas.bitmap
  }

  private func color(_ x: Int, _ y: Int) -> RGBColor {
    let middle = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
    let distance = lines.map { $0.distance(to: middle) }.min() ?? .infinity
    // A pixel is fully covered half a pixel inside the line's edge, and uncovered half a pixel
    // outside.
    let coverage = min(1, max(0, halfThickness + 0.5 - distance))
    return style.cardColor.mixed(with: style.markColor, fraction: coverage)
  }

  /// The columns and rows of pixels that a line may touch.
  private var bounds: (columns: Range<Int>, rows: Range<Int>) {
    let points = lines.flatMap { [$0.start, $0.end] }
    let margin = halfThickness + 1
    func range(_ values: [Double], limit: Int) -> Range<Int> {
      guard let least = values.min(), let most = values.max() else { return 0..<0 }
      return max(0, Int(least - margin))..<min(limit, Int(most + margin) + 1)
    }
    return (range(points.map(\.x), limit: size.width), range(points.map(\.y), limit: size.height))
  }

  // MARK: - Shape

  /// Returns the lines of a page outline with a folded corner and a cross.
  private static func mark(center: Point, height: Double) -> [LineSegment] {
    let (halfWidth, halfHeight) = (height * outlineAspectRatio / 2, height / 2)
    func point(_ x: Double, _ y: Double) -> Point { Point(x: center.x + x, y: center.y + y) }
    let fold = height * foldShare
    let foldStart = point(halfWidth - fold, -halfHeight)
    let foldEnd = point(halfWidth, fold - halfHeight)
    let outline = [
      point(-halfWidth, -halfHeight), foldStart, foldEnd, point(halfWidth, halfHeight),
      point(-halfWidth, halfHeight), point(-halfWidth, -halfHeight),
    ]
    let corner = [foldStart, point(halfWidth - fold, fold - halfHeight), foldEnd]
    let arm = height * crossShare
    let middle = fold / 2
    return LineSegment.path(outline) + LineSegment.path(corner) + [
      LineSegment(start: point(-arm, middle - arm), end: point(arm, middle + arm)),
      LineSegment(start: point(-arm, middle + arm), end: point(arm, middle - arm)),
    ]
  }
}
