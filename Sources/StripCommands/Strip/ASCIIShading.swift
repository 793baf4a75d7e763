// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// A renderer that draws a bitmap with ASCII characters, for terminals without colors.
///
/// The brighter a pair of vertically adjacent pixels is, the more ink its character has: pages look
/// white on the dark background of most terminals.
enum ASCIIShading {
  private static let letters = Array(" .:-=+*#%@".utf8)

  /// Returns the lines of text; each line shows two rows of pixels.
  static func text(of bitmap: Bitmap) -> [UInt8] {
    var text: [UInt8] = []
    bitmap.withUnsafeBytes { pixels in
      for y in stride(from: 0, to: bitmap.size.height, by: 2) {
        for x in 0..<bitmap.size.width {
          let upper = bitmap.brightness(x: x, y: y, in: pixels)
          let lower =
            y + 1 < bitmap.size.height ? bitmap.brightness(x: x, y: y + 1, in: pixels) : 0
          text.append(letters[(upper + lower) * letters.count / (2 * 256)])
        }
        text.append(UInt8(ascii: "\n"))
      }
    }
    return text
  }
}

extension Bitmap {
  /// Returns the luma of a pixel, from 0 to 255.
  fileprivate func brightness(x: Int, y: Int, in pixels: UnsafeRawBufferPointer) -> Int {
    let start = y * bytesPerRow + x * format.bytesPerPixel
    guard format == .rgbx8 else { return Int(pixels[start]) }
    // The weights of ITU-R BT.601 in 256ths.
    let (red, green, blue) = (pixels[start], pixels[start + 1], pixels[start + 2])
    return (77 * Int(red) + 150 * Int(green) + 29 * Int(blue)) >> 8
  }
}
