// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// Draws a bitmap with letters of ASCII, for terminals without colors.
///
/// The brighter two pixels that stand one upon the other are, the more ink the letter has: on the dark
/// paper of most terminals pages look white.
enum Shades {
  private static let letters = Array(" .:-=+*#%@".utf8)

  /// Returns the lines of text; two rows of pixels make one line.
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
  /// How bright a pixel looks, from 0 to 255.
  fileprivate func brightness(x: Int, y: Int, in pixels: UnsafeRawBufferPointer) -> Int {
    let start = y * bytesPerRow + x * format.bytesPerPixel
    guard format == .rgbx8 else { return Int(pixels[start]) }
    // The weights of ITU-R BT.601 in 256ths.
    let (red, green, blue) = (pixels[start], pixels[start + 1], pixels[start + 2])
    return (77 * Int(red) + 150 * Int(green) + 29 * Int(blue)) >> 8
  }
}
