// SPDX-License-Identifier: Apache-2.0

/// The inverse DCT of blocks of which only the lowest coefficients are known.
enum ReducedTransform {
  /// Transforms a row of blocks to `block.side` rows of samples.
  ///
  /// - Parameters:
  ///   - coefficients: The coefficients of the blocks, before dequantization.
  ///   - count: The number of blocks.
  ///   - block: The size of a transformed block.
  ///   - steps: The quantization steps of the coefficients.
  ///   - rows: The destination: rows of `block.side` samples per block.
  ///   - stride: The distance between two rows, in bytes.
  static func transform(
    _ coefficients: UnsafePointer<Int16>, count: Int, block: ReducedBlock, steps: SIMD4<Int32>,
    into rows: UnsafeMutablePointer<UInt8>, stride: Int
  ) {
    switch block {
    case .oneSample: unsafe writeMeans(coefficients, count: count, step: steps[0], into: rows)
    case .fourSamples:
      unsafe writeQuarters(coefficients, count: count, steps: steps, into: rows, rows + stride)
    }
  }

  /// Writes the mean of each block.
  ///
  /// The mean is an eighth of the DC coefficient, relative to the middle gray of 128 (ITU-T T.81,
  /// A.3.3).
  private static func writeMeans(
    _ coefficients: UnsafePointer<Int16>, count: Int, step: Int32,
    into row: UnsafeMutablePointer<UInt8>
  ) {
    for index in 0..<count {
      unsafe row[index] = sample((Int32(coefficients[index]) &* step &+ 4) >> 3)
    }
  }

  /// Writes the 2 x 2 samples of each block: the 2 x 2 inverse DCT of its coefficients.
  ///
  /// Orthonormal DCTs of 8 and of 2 points differ by a factor of two in each direction. Therefore a
  /// sample is an eighth of a signed sum of the four coefficients. All other coefficients describe
  /// details finer than the raster.
  private static func writeQuarters(
    _ coefficients: UnsafePointer<Int16>, count: Int, steps: SIMD4<Int32>,
    into upper: UnsafeMutablePointer<UInt8>, _ lower: UnsafeMutablePointer<UInt8>
  ) {
    let blocks = unsafe UnsafeRawPointer(coefficients)
    for index in 0..<count {
      let stored = unsafe blocks.loadUnaligned(fromByteOffset: index * 8, as: SIMD4<Int16>.self)
      let values = SIMD4<Int32>(truncatingIfNeeded: stored) &* steps
      let left = values[0] &+ 4 &+ values[1]
      let right = values[0] &+ 4 &- values[1]
      let leftSlope = values[2] &+ values[3]
      let rightSlope = values[2] &- values[3]
      unsafe upper[2 * index] = sample((left &+ leftSlope) >> 3)
      unsafe upper[2 * index + 1] = sample((right &+ rightSlope) >> 3)
      unsafe lower[2 * index] = sample((left &- leftSlope) >> 3)
      unsafe lower[2 * index + 1] = sample((right &- rightSlope) >> 3)
    }
  }

  /// Returns the byte of a sample that is relative to the middle gray.
  ///
  /// libjpeg clamps by lookup in a table of 1024 entries, so its results repeat with that period.
  /// The samples of valid files stay within one period.
  @inline(__always)
  private static func sample(_ value: Int32) -> UInt8 {
    let wrapped = (value << 22) >> 22
    return UInt8(truncatingIfNeeded: max(0, min(255, wrapped &+ 128)))
  }
}
