// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import StripRendering

extension Bitmap {
  /// All bytes.
  var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Returns the color of one pixel.
  func color(x: Int, y: Int) -> RGBColor {
    withUnsafeBytes { pixels in
      let start = y * bytesPerRow + x * format.bytesPerPixel
      switch format {
      case .gray8: return RGBColor(white: pixels[start])
      case .rgbx8:
        return RGBColor(red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2])
      }
    }
  }

  /// Creates a bitmap; `byte` returns the byte at each index.
  static func make(
    _ size: PixelSize, _ format: PixelFormat, byte: (Int) -> UInt8
  ) throws -> Bitmap {
    var bitmap = try Bitmap(size: size, format: format)
    try bitmap.withUnsafeMutableBytes { pixels in
      for index in pixels.indices where format == .gray8 || index % 4 != 3 {
        pixels[index] = byte(index)
      }
    }
    return bitmap
  }
}
