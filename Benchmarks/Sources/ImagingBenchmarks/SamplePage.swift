// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// A4 at 300 dpi: lines of dark marks on paper with the grain of a scanner.
enum SamplePage {
  static let quality = 85

  static func bitmap(_ format: PixelFormat) throws(ImagingError) -> Bitmap {
    var page = try Bitmap(size: PixelSize(width: 2480, height: 3508), format: format)
    let width = page.size.width
    let channels = format == .gray8 ? 1 : 4
    try page.withUnsafeMutableBytes { pixels in
      var state: UInt64 = 1
      for index in 0..<pixels.count / channels {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let grain = UInt8(truncatingIfNeeded: state >> 61)
        let (y, x) = index.quotientAndRemainder(dividingBy: width)
        let isMark = y % 56 < 30 && (x / 7 ^ y / 9) % 5 < 2 && x % 410 > 30
        for channel in 0..<min(channels, 3) {
          pixels[index * channels + channel] = (isMark ? 40 : 236) &+ grain &- UInt8(channel * 3)
        }
      }
    }
    return page
  }
}
