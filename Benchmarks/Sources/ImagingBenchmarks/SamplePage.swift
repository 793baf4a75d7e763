// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import PageImaging

/// A page of A4 at 300 dpi: lines of dark marks on paper with scanner grain.
enum SamplePage {
  static let quality = 85
  static let size = PixelSize(width: 2480, height: 3508)

  static func bitmap(_ format: PixelFormat) throws(ImagingError) -> Bitmap {
    var page = try Bitmap(size: size, format: format)
    let width = page.size.width
    let channels = format == .gray8 ? 1 : 4
    try page.withUnsafeMutableBytes { pixels in
      var state: UInt64 = 1
      for index in 0..<pixels.count / channels {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let grain = UInt8(truncatingIfNeeded: state >> 61)
        let (y, x) = index.quotientAndRemainder(dividingBy: width)
        let isMark = isMark(x, y)
        for channel in 0..<min(channels, 3) {
          pixels[index * channels + channel] = (isMark ? 40 : 236) &+ grain &- UInt8(channel * 3)
        }
      }
    }
    return page
  }

  /// Returns the same page in black and white, one bit per pixel: a threshold within the grain
  /// makes the edges of marks ragged.
  static func bits() -> [UInt8] {
    let rowByteCount = (size.width + 7) / 8
    var bits = [UInt8](repeating: 0xFF, count: rowByteCount * size.height)
    var state: UInt64 = 1
    for y in 0..<size.height {
      for x in 0..<size.width {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        guard isMark(x + Int(state >> 63), y + Int(state >> 62 & 1)) else { continue }
        bits[y * rowByteCount + x / 8] &= ~(0x80 >> UInt8(x % 8))
      }
    }
    return bits
  }

  private static func isMark(_ x: Int, _ y: Int) -> Bool {
    y % 56 < 30 && (x / 7 ^ y / 9) % 5 < 2 && x % 410 > 30
  }
}
