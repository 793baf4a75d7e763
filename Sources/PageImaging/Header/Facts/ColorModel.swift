// SPDX-License-Identifier: Apache-2.0

/// The meaning of the stored samples of a pixel.
public enum ColorModel: String, Hashable, Sendable, CaseIterable {
  /// One sample, from black to white.
  case gray
  /// Gray and alpha.
  case grayAlpha
  /// Red, green and blue.
  case rgb
  /// Red, green, blue and alpha.
  case rgbAlpha
  /// An index into a table of colors.
  case palette
  /// Luminance and two color differences, as most JPEG files store them.
  case yCbCr
  /// Four inks: cyan, magenta, yellow and black.
  case cmyk
  /// Four inks, the first three stored as `yCbCr`.
  case ycck
  /// Two samples whose meaning the file does not state.
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
