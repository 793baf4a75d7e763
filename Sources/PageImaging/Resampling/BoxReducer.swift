// SPDX-License-Identifier: Apache-2.0

/// Averages blocks of `columns` x `rows` pixels, row by row.
///
/// A filter over hundreds of samples costs more than it gives: the mean of small blocks first
/// leaves few samples, and an image more than twice as large as the target in any case, in which
/// the error of the block's shape is not seen. The last block of a row or column holds fewer
/// pixels, and is their mean.
struct BoxReducer {
  /// The widest and highest block: sums of 256 bytes fit 16 bits.
  static let largestBlock = 256

  let columns: Int
  let rows: Int
  private let sampleCount: Int
  private let channels: Int
  private let sums: PixelStorage
  private var rowsHeld = 0

  /// Prepares for rows of `width` pixels of `channels` bytes, and blocks of `columns` x `rows`.
  init(width: Int, channels: Int, columns: Int, rows: Int) throws(ImagingError) {
    precondition((1...Self.largestBlock).contains(columns), "block width out of range")
    precondition((1...Self.largestBlock).contains(rows), "block height out of range")
    self.columns = columns
    self.rows = rows
    self.channels = channels
    sampleCount = width * channels
    let isIdentity = columns == 1 && rows == 1
    sums = try PixelStorage(byteCount: isIdentity ? 0 : (sampleCount + 16) * 2)
  }

  /// The number of blocks that `count` pixels make.
  static func blockCount(of count: Int, by block: Int) -> Int { (count + block - 1) / block }

  /// Takes the next row, and writes a row of means to `output` when a block is complete.
  ///
  /// The last row completes a block in any case. The result tells whether `output` was written.
  mutating func push(
    _ row: UnsafePointer<UInt8>, isLast: Bool, to output: UnsafeMutablePointer<Float>
  ) -> Bool {
    if columns == 1 && rows == 1 {
      convert(row, to: output)
      return true
    }
    accumulate(row)
    rowsHeld += 1
    guard rowsHeld == rows || isLast else { return false }
    writeMeans(to: output)
    rowsHeld = 0
    return true
  }

  private func convert(_ row: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<Float>) {
    for index in 0..<sampleCount { output[index] = Float(row[index]) }
  }

  private func accumulate(_ row: UnsafePointer<UInt8>) {
    let sums = sums.pointer(as: UInt16.self)
    if rowsHeld == 0 {
      for index in 0..<sampleCount { sums[index] = UInt16(row[index]) }
    } else {
      for index in 0..<sampleCount { sums[index] &+= UInt16(row[index]) }
    }
  }

  private func writeMeans(to output: UnsafeMutablePointer<Float>) {
    if channels == 4 { writeColorMeans(to: output) } else { writeGrayMeans(to: output) }
  }

  private func writeGrayMeans(to output: UnsafeMutablePointer<Float>) {
    let sums = sums.pointer(as: UInt16.self)
    var start = 0
    var block = 0
    while start < sampleCount {
      let end = min(start + columns, sampleCount)
      var sum: UInt32 = 0
      for index in start..<end { sum &+= UInt32(sums[index]) }
      output[block] = Float(sum) / Float((end - start) * rowsHeld)
      block += 1
      start = end
    }
  }

  private func writeColorMeans(to output: UnsafeMutablePointer<Float>) {
    let sums = UnsafeRawPointer(sums.pointer(as: UInt16.self))
    let means = UnsafeMutableRawPointer(output)
    let width = sampleCount / 4
    var start = 0
    var block = 0
    while start < width {
      let end = min(start + columns, width)
      var sum = SIMD4<UInt32>.zero
      for pixel in start..<end {
        let values = sums.loadUnaligned(fromByteOffset: pixel * 8, as: SIMD4<UInt16>.self)
        sum &+= SIMD4<UInt32>(truncatingIfNeeded: values)
      }
      let mean = SIMD4<Float>(sum) / Float((end - start) * rowsHeld)
      means.storeBytes(of: mean, toByteOffset: block * 16, as: SIMD4<Float>.self)
      block += 1
      start = end
    }
  }
}
