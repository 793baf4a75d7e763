// SPDX-License-Identifier: Apache-2.0

/// What makes a bitmap of the rows of a raster, as they come.
protocol RowResampler {
  /// Whether all rows of the bitmap are made; rows pushed after that change nothing.
  var isComplete: Bool { get }

  /// Takes the next row of the raster, and writes the rows that it completes into `bitmap`.
  mutating func push(_ row: UnsafePointer<UInt8>, into bitmap: UnsafeMutablePointer<UInt8>)
}
