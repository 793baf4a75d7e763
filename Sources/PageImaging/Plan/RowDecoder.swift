// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A decoder that delivers the rows of an image to the resampler, from top to bottom.
protocol RowDecoder: AnyObject {
  /// The size of the decoded raster, which may be smaller than the stored image.
  var rasterSize: PixelSize { get }

  /// The format of the raster's pixels.
  var format: PixelFormat { get }

  /// The width and height of the part of the raster that the page covers, in pixels.
  ///
  /// A raster that was scaled down by whole blocks exceeds the page.
  var coveredWidth: Double { get }
  var coveredHeight: Double { get }

  /// The distance of the page from the raster's left and upper edge, in pixels; 0 by default.
  var coveredOffset: Double { get }

  /// The layout of the rows that `nextRow` returns; `.pixels` by default.
  var rowLayout: RowLayout { get }

  /// Whether all pixels are black or white; `false` by default.
  var isBilevel: Bool { get }

  /// Decodes the next row, and returns its address, or `nil` if damage ends the image.
  ///
  /// The row is in `scratch`, which has room for it, or in memory of the decoder that is valid
  /// until the next call. The default implementation calls `readRow`.
  func nextRow(
    _ scratch: UnsafeMutablePointer<UInt8>
  ) throws(ImagingError) -> UnsafePointer<UInt8>?

  /// Decodes the next row into `row`, which has room for `rasterSize.width` pixels.
  ///
  /// - Returns: Whether a row was decoded; `false` if damage ends the image before its last row.
  /// - Throws: Errors that are not damage, such as `ImagingError.io`.
  func readRow(into row: UnsafeMutablePointer<UInt8>) throws(ImagingError) -> Bool

  /// Reads the data after the last row, to detect damage in them.
  func finish() throws(ImagingError)

  /// The damage detected so far.
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
