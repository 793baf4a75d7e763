// SPDX-License-Identifier: Apache-2.0

/// The inverse transform of blocks of which only the lowest coefficients are known.
enum ReducedTransform {
  /// Writes a row of samples for each of the `side` rows that a row of blocks makes.
  ///
  /// `rows` are `stride` bytes apart and hold `side` samples a block.
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

  /// The mean of a block is an eighth of its DC coefficient, above the middle gray of 128
  /// (ITU-T T.81, A.3.3).
  private static func writeMeans(
    _ coefficients: UnsafePointer<Int16>, count: Int, step: Int32,
    into row: UnsafeMutablePointer<UInt8>
  ) {
    for index in 0..<count {
      unsafe row[index] = sample((Int32(coefficients[index]) &* step &+ 4) >> 3)
    }
  }

  /// The transform of 2 x 2 of the coefficients of 2 x 2: sums and differences.
  ///
  /// Orthonormal transforms of 8 and of 2 points differ by a factor of two in each direction, so
  /// an eighth of each sum is a sample. What the other coefficients hold is finer than the
  /// raster.
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

  /// The byte for a value above or below the middle gray.
  ///
  /// libjpeg looks it up in a table of 1024 entries, so values repeat with that period; sound
  /// files stay inside of it.
  @inline(__always)
  private static func sample(_ value: Int32) -> UInt8 {
    let wrapped = (value << 22) >> 22
    return UInt8(truncatingIfNeeded: max(0, min(255, wrapped &+ 128)))
  }
}
