// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import StripRendering

/// A renderer that draws a bitmap with characters on a true-color terminal.
///
/// A character cell is about twice as high as wide. The upper half block shows two square pixels:
/// one in the foreground color and one in the background color.
enum HalfBlocks {
  private static let upperHalfBlock = Array("\u{2580}".utf8)
  private static let reset = Array("\u{1B}[0m\n".utf8)
  private static let defaultPaper = Array("\u{1B}[49m".utf8)

  /// Returns the lines of text; each line shows two rows of pixels.
  static func text(of bitmap: Bitmap) -> [UInt8] {
    var text: [UInt8] = []
    for y in stride(from: 0, to: bitmap.size.height, by: 2) {
      appendLine(ofRowsAt: y, of: bitmap, to: &text)
    }
    return text
  }

  private static func appendLine(ofRowsAt y: Int, of bitmap: Bitmap, to text: inout [UInt8]) {
    var letter: RGBColor?
    var paper: RGBColor?
    let hasLowerRow = y + 1 < bitmap.size.height
    if !hasLowerRow { text += defaultPaper }
    bitmap.withUnsafeBytes { pixels in
      for x in 0..<bitmap.size.width {
        let upper = bitmap.color(x: x, y: y, in: pixels)
        if upper != letter { appendColor(upper, code: "38", to: &text) }
        letter = upper
        if hasLowerRow {
          let lower = bitmap.color(x: x, y: y + 1, in: pixels)
          if lower != paper { appendColor(lower, code: "48", to: &text) }
          paper = lower
        }
        text += upperHalfBlock
      }
    }
    text += reset
  }

  private static func appendColor(_ color: RGBColor, code: String, to text: inout [UInt8]) {
    text += Array("\u{1B}[\(code);2;\(color.red);\(color.green);\(color.blue)m".utf8)
  }
}

extension Bitmap {
  fileprivate func color(x: Int, y: Int, in pixels: UnsafeRawBufferPointer) -> RGBColor {
    let start = y * bytesPerRow + x * format.bytesPerPixel
    switch format {
    case .gray8: return RGBColor(white: pixels[start])
    case .rgbx8:
      return RGBColor(red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2])
    }
  }
}
