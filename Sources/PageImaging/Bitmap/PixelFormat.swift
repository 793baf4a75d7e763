// SPDX-License-Identifier: Apache-2.0

/// The meaning of the bytes of a bitmap.
///
/// Samples are sRGB values of 8 bits, 0 black, 255 white.
public enum PixelFormat: Hashable, Sendable {
  /// One byte a pixel.
  case gray8
  /// Four bytes a pixel: red, green, blue, and one that is always 255.
  case rgbx8

  /// The bytes that one pixel takes, 1 or 4.
  public var bytesPerPixel: Int {
    switch self {
    case .gray8: 1
    case .rgbx8: 4
    }
  }
}
