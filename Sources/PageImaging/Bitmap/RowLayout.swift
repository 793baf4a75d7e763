// SPDX-License-Identifier: Apache-2.0

/// The layout of the pixels of a row in memory on their way to the resampler.
///
/// A decoder that already holds a row in a smaller form hands out that form, and saves writing
/// and reading it once more.
enum RowLayout: Hashable {
  /// As in a bitmap of the decoder's format.
  case pixels
  /// Three bytes a pixel, red, green and blue; the format is `.rgbx8`.
  case rgb8
  /// A bit a pixel, the highest of a byte first, 1 white; the format is `.gray8`.
  case gray1
}
