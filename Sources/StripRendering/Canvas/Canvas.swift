// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// A bitmap with three color channels per pixel, into which images are blended.
struct Canvas {
  var bitmap: Bitmap

  init(size: PixelSize, color: RGBColor) throws(StripRenderingError) {
    bitmap = try Self.makeBitmap(size)
    try paint(columns: 0..<size.width, rows: 0..<size.height) { _, _ in color }
  }

  /// Returns whether a rectangle covers pixels of the canvas.
  func intersects(_ rect: PixelRect) -> Bool {
    rect.x < bitmap.size.width && rect.maxX > 0 && rect.y < bitmap.size.height && rect.maxY > 0
  }

  /// Sets the pixels of a range of columns and rows to the color that `color` returns for each
  /// position.
  mutating func paint(
    columns: Range<Int>, rows: Range<Int>, _ color: (Int, Int) -> RGBColor
  ) throws(StripRenderingError) {
    let bytesPerRow = bitmap.bytesPerRow
    try Self.wrapping { () throws(ImagingError) in
      try unsafe bitmap.withUnsafeMutableBytes { pixels in
        for y in rows {
          let bytes = unsafe UnsafeMutableRawBufferPointer(
            rebasing: pixels[y * bytesPerRow..<(y + 1) * bytesPerRow])
          var row = unsafe PixelRow(bytes: bytes)
          for x in columns { unsafe row.set(color(x, y), at: x) }
        }
      }
    }
  }

  /// Blends an image over the canvas; `rect` has the size of the image.
  mutating func draw(
    _ picture: Bitmap, in rect: PixelRect, alpha: Double
  ) throws(StripRenderingError) {
    let weight = BlendWeight(alpha)
    let columns = max(0, rect.x)..<min(bitmap.size.width, rect.maxX)
    let rows = max(0, rect.y)..<min(bitmap.size.height, rect.maxY)
    let (bytesPerRow, targetBytesPerRow) = (picture.bytesPerRow, bitmap.bytesPerRow)
    try Self.wrapping { () throws(ImagingError) in
      try unsafe bitmap.withUnsafeMutableBytes { target in
        unsafe picture.withUnsafeBytes { source in
          for y in rows {
            let line = unsafe UnsafeRawBufferPointer(
              rebasing: source[(y - rect.y) * bytesPerRow..<(y - rect.y + 1) * bytesPerRow])
            let bytes = unsafe UnsafeMutableRawBufferPointer(
              rebasing: target[y * targetBytesPerRow..<(y + 1) * targetBytesPerRow])
            var row = unsafe PixelRow(bytes: bytes)
            unsafe row.blend(
              line, format: picture.format, columns: columns, skipping: columns.lowerBound - rect.x,
              weight: weight)
          }
        }
      }
    }
  }

  private static func makeBitmap(_ size: PixelSize) throws(StripRenderingError) -> Bitmap {
    try wrapping { () throws(ImagingError) in try Bitmap(size: size, format: .rgbx8) }
  }

  /// Runs `body` and wraps its error in a `StripRenderingError`.
  static func wrapping<Result>(
    _ body: () throws(ImagingError) -> Result
  ) throws(StripRenderingError) -> Result {
    do { return try body() } catch { throw .imaging(cause: error) }
  }
}
