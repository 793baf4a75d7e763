// SPDX-License-Identifier: Apache-2.0

/// A streaming converter from the rows of a raster to a bitmap.
protocol RowResampler {
  /// Whether all rows of the bitmap are made; rows pushed after that change nothing.
  var isComplete: Bool { get }

  /// Takes the next row of the raster, and writes the rows that it completes into `bitmap`.
  mutating func push(_ row: UnsafePointer<UInt8>, into bitmap: UnsafeMutablePointer<UInt8>)
}
