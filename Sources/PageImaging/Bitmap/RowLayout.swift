// SPDX-License-Identifier: Apache-2.0

/// The layout of the pixels in a row that a decoder hands to the resampler.
///
/// A decoder that already holds a row in a smaller layout hands out that layout: this saves writing
/// and reading the row once more.
enum RowLayout: Hashable {
  /// The layout of a bitmap in the decoder's format.
  case pixels
  /// Three bytes per pixel: red, green and blue; the format is `.rgbx8`.
  case rgb8
  /// One bit per pixel, most significant bit first, 1 is white; the format is `.gray8`.
  case gray1
}
