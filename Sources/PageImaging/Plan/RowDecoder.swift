// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The rows of an image, one after the other: what every decoder offers to the resampler.
protocol RowDecoder: AnyObject {
  /// The size of the raster that comes, which may be smaller than the stored image.
  var rasterSize: PixelSize { get }

  /// The format of the raster's pixels.
  var format: PixelFormat { get }

  /// The sides of the part of the raster that the page covers, in pixels. A raster that was
  /// made smaller by whole blocks ends behind the page's edge.
  var coveredWidth: Double { get }
  var coveredHeight: Double { get }

  /// The distance of the page from the raster's left and upper edge, in pixels; 0 by default.
  var coveredOffset: Double { get }

  /// The form in which `nextRow` hands out rows; `.pixels` by default.
  var rowLayout: RowLayout { get }

  /// Whether all pixels are black or white; false by default.
  var isBilevel: Bool { get }

  /// Decodes the next row, and returns where it is: in `scratch`, which has room for it, or in
  /// memory of the decoder, valid until the next call. Nil when damage ends the picture.
  ///
  /// By default it is what `readRow` gives.
  func nextRow(
    _ scratch: UnsafeMutablePointer<UInt8>
  ) throws(ImagingError) -> UnsafePointer<UInt8>?

  /// Decodes the next row into `row`, which has room for `rasterSize.width` pixels.
  ///
  /// - Returns: Whether there was a row; `false` when damage ends the picture before its last
  ///   row.
  /// - Throws: Errors that are not damage, such as `ImagingError.io`.
  func readRow(into row: UnsafeMutablePointer<UInt8>) throws(ImagingError) -> Bool

  /// Reads what is left behind the last row, so that late damage is seen too.
  func finish() throws(ImagingError)

  /// The damage so far.
  var damage: Damage { get }
}

extension RowDecoder {
  var coveredOffset: Double { 0 }
  var rowLayout: RowLayout { .pixels }
  var isBilevel: Bool { false }

  func nextRow(
    _ scratch: UnsafeMutablePointer<UInt8>
  ) throws(ImagingError) -> UnsafePointer<UInt8>? {
    try unsafe readRow(into: scratch) ? UnsafePointer(scratch) : nil
  }
}
