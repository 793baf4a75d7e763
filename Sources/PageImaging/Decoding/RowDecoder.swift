// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// The rows of an image, one after the other: what every decoder offers to the resampler.
protocol RowDecoder: AnyObject {
  /// The size of the raster that comes, which may be smaller than the stored image.
  var rasterSize: PixelSize { get }

  /// What the raster's pixels are.
  var format: PixelFormat { get }

  /// The sides of the part of the raster that the page covers, in pixels. A raster that was
  /// made smaller by whole blocks ends behind the page's edge.
  var coveredWidth: Double { get }
  var coveredHeight: Double { get }

  /// Decodes the next row into `row`, which has room for `rasterSize.width` pixels.
  ///
  /// - Returns: Whether there was a row; `false` when damage ends the picture before its last
  ///   row.
  /// - Throws: Errors that are not damage, such as `ImagingError.io`.
  func readRow(into row: UnsafeMutablePointer<UInt8>) throws(ImagingError) -> Bool

  /// Reads what is left behind the last row, so that late damage is seen too.
  func finish() throws(ImagingError)

  /// What was wrong so far.
  var damage: Damage { get }
}

/// What was wrong with an image that was decoded all the same.
struct Damage: Hashable {
  /// Warnings of the codec, and one for an error that ended the picture early.
  var warningCount = 0
  /// The codec's words for the first of them.
  var message = ""

  var isNone: Bool { warningCount == 0 }
}
