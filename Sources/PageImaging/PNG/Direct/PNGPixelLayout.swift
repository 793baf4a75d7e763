// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The layout of the pixels in the rows of a PNG.
struct PNGPixelLayout: Hashable {
  let colorType: UInt8
  /// Bits per sample, or per palette index.
  let bitDepth: Int

  static let gray: UInt8 = 0
  static let rgb: UInt8 = 2
  static let palette: UInt8 = 3
  static let grayAlpha: UInt8 = 4
  static let rgbAlpha: UInt8 = 6

  var bitsPerPixel: Int {
    let samples =
      switch colorType {
      case Self.rgb: 3
      case Self.grayAlpha: 2
      case Self.rgbAlpha: 4
      default: 1
      }
    return samples * bitDepth
  }

  /// The distance to the left neighbor in the filters, in bytes.
  var pixelByteCount: Int { max(1, bitsPerPixel / 8) }

  /// Returns the length in bytes of a row of `width` pixels, without its filter byte.
  func rowByteCount(width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  /// Returns the length in bytes of all rows of a picture, each with its filter byte.
  func filteredByteCount(_ size: PixelSize) -> Int {
    size.width > 0 ? (rowByteCount(width: size.width) + 1) * size.height : 0
  }

  var format: PixelFormat {
    colorType == Self.gray || colorType == Self.grayAlpha ? .gray8 : .rgbx8
  }

  /// The layout in which stored rows can go to the resampler unchanged; `nil` if there is none.
  var rowLayout: RowLayout? {
    switch (colorType, bitDepth) {
    case (Self.gray, 1): .gray1
    case (Self.gray, 8): .pixels
    case (Self.rgb, 8): .rgb8
    default: nil
    }
  }
}
