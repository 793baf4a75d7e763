// SPDX-License-Identifier: Apache-2.0

/// The meaning of the bytes of a bitmap.
///
/// Samples are 8-bit sRGB values: 0 is black, 255 is white.
public enum PixelFormat: Hashable, Sendable {
  /// One byte per pixel.
  case gray8
  /// Four bytes per pixel: red, green, blue, and one that is always 255.
  case rgbx8

  /// The number of bytes per pixel, 1 or 4.
  public var bytesPerPixel: Int {
    switch self {
    case .gray8: 1
    case .rgbx8: 4
    }
  }
}
