// SPDX-License-Identifier: Apache-2.0

/// A streaming converter from the rows of a raster to a bitmap.
protocol RowResampler {
  /// Whether all rows of the bitmap are written; rows pushed afterwards have no effect.
  var isComplete: Bool { get }

  /// Takes the next row of the raster, and writes the rows that it completes to `bitmap`.
  mutating func push(_ row: UnsafePointer<UInt8>, into bitmap: UnsafeMutablePointer<UInt8>)
}
