// SPDX-License-Identifier: Apache-2.0

/// The meaning of the stored samples of a pixel.
public enum ColorModel: String, Hashable, Sendable, CaseIterable {
  /// One sample of light.
  case gray
  /// Light and opacity.
  case grayAlpha
  /// Red, green and blue.
  case rgb
  /// Red, green, blue and opacity.
  case rgbAlpha
  /// A number into a table of colors.
  case palette
  /// Light and two differences of color, as most JPEG files store them.
  case yCbCr
  /// Four inks.
  case cmyk
  /// Four inks, the first three stored like `yCbCr`.
  case ycck
  /// Two samples whose meaning the file does not tell.
  case unknown
}

extension ColorModel {
  /// Whether pages of this model are decoded to one channel.
  var isGray: Bool {
    switch self {
    case .gray, .grayAlpha, .unknown: true
    case .rgb, .rgbAlpha, .palette, .yCbCr, .cmyk, .ycck: false
    }
  }
}
