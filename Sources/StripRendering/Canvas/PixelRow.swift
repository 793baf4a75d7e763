// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// One row of a canvas, four bytes per pixel; valid only in the scope that created it.
@unsafe struct PixelRow {
  private let bytes: UnsafeMutableRawBufferPointer

  init(bytes: UnsafeMutableRawBufferPointer) {
    unsafe self.bytes = bytes
  }

  /// Sets one pixel.
  mutating func set(_ color: RGBColor, at x: Int) {
    unsafe bytes[x * 4] = color.red
    unsafe bytes[x * 4 + 1] = color.green
    unsafe bytes[x * 4 + 2] = color.blue
  }

  /// Blends a row of an image over a range of columns, starting with the image's pixel `skipped`.
  mutating func blend(
    _ line: UnsafeRawBufferPointer, format: PixelFormat, columns: Range<Int>,
    skipping skipped: Int, weight: BlendWeight
  ) {
    switch format {
    case .gray8:
      for (offset, x) in columns.enumerated() {
        let gray = unsafe line[skipped + offset]
        for sample in x * 4..<x * 4 + 3 {
          unsafe bytes[sample] = weight.blend(gray, over: bytes[sample])
        }
      }
    case .rgbx8:
      for (offset, x) in columns.enumerated() {
        for sample in 0..<3 {
          let above = unsafe line[(skipped + offset) * 4 + sample]
          unsafe bytes[x * 4 + sample] = weight.blend(above, over: bytes[x * 4 + sample])
        }
      }
    }
  }
}
