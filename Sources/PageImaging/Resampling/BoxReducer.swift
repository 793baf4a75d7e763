// SPDX-License-Identifier: Apache-2.0

/// Averages blocks of `columns` x `rows` pixels, row by row.
///
/// A filter over hundreds of samples costs more than it gives: the mean of small blocks first
/// leaves few samples, and an image more than twice as large as the target in any case, in which
/// the error of the block's shape is not seen. The last block of a row or column holds fewer
/// pixels, and is their mean. Means have one channel or three.
struct BoxReducer {
  /// The widest and highest block: sums of 256 bytes fit 16 bits.
  static let largestBlock = 256

  let columns: Int
  let rows: Int
  private let width: Int
  /// The samples that a pixel has in the rows.
  private let samplesPerPixel: Int
  private let isColor: Bool
  private let sums: RawStorage
  private var rowsHeld = 0

  /// Prepares for rows of `width` pixels of `format`, laid out in their own way, and blocks of
  /// `columns` x `rows`.
  init(
    width: Int, format: PixelFormat, layout: RowLayout = .pixels, columns: Int, rows: Int
  ) throws(ImagingError) {
    precondition((1...Self.largestBlock).contains(columns), "block width out of range")
    precondition((1...Self.largestBlock).contains(rows), "block height out of range")
    self.columns = columns
    self.rows = rows
    self.width = width
    isColor = format == .rgbx8
    samplesPerPixel = layout == .rgb8 ? 3 : format.bytesPerPixel
    let isIdentity = columns == 1 && rows == 1
    sums = try RawStorage(byteCount: isIdentity ? 0 : (width * samplesPerPixel + 24) * 2)
  }

  /// The samples of a mean.
  static func channels(of format: PixelFormat) -> Int { format == .gray8 ? 1 : 3 }

  /// The number of blocks that `count` pixels make.
  static func blockCount(of count: Int, by block: Int) -> Int { (count + block - 1) / block }

  /// Takes the next row, and writes a row of means to `output` when a block is complete.
  ///
  /// The last row completes a block in any case. The result tells whether `output` was written, in
  /// which case up to seven samples behind it were written too.
  mutating func push(
    _ row: UnsafePointer<UInt8>, isLast: Bool, to output: UnsafeMutablePointer<Float>
  ) -> Bool {
    if columns == 1 && rows == 1 {
      unsafe convert(row, to: output)
      return true
    }
    unsafe accumulate(row)
    rowsHeld += 1
    guard rowsHeld == rows || isLast else { return false }
    unsafe writeMeans(to: output)
    rowsHeld = 0
    return true
  }

  private func convert(_ row: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<Float>) {
    guard samplesPerPixel == 4 else {
      for index in 0..<width * samplesPerPixel { unsafe output[index] = Float(row[index]) }
      return
    }
    for x in 0..<width {
      for channel in 0..<3 { unsafe output[3 * x + channel] = Float(row[4 * x + channel]) }
    }
  }

  private func accumulate(_ row: UnsafePointer<UInt8>) {
    let sums = unsafe sums.pointer(as: UInt16.self)
    if rowsHeld == 0 {
      for index in 0..<width * samplesPerPixel { unsafe sums[index] = UInt16(row[index]) }
    } else {
      for index in 0..<width * samplesPerPixel { unsafe sums[index] &+= UInt16(row[index]) }
    }
  }
}

// MARK: - Means

extension BoxReducer {
  private func writeMeans(to output: UnsafeMutablePointer<Float>) {
    let whole = width / columns
    unsafe writeMeans(0..<whole, columns, to: output)
    let rest = width - whole * columns
    if rest > 0 { unsafe writeMeans(whole..<whole + 1, rest, to: output) }
  }

  /// Writes the means of blocks that are `pixels` wide.
  private func writeMeans(
    _ blocks: Range<Int>, _ pixels: Int, to output: UnsafeMutablePointer<Float>
  ) {
    let share = 1 / Float(pixels * rowsHeld)
    if isColor {
      unsafe writeColorMeans(blocks, pixels, share, to: output)
    } else {
      unsafe writeGrayMeans(blocks, pixels, share, to: output)
    }
  }

  private func writeGrayMeans(
    _ blocks: Range<Int>, _ pixels: Int, _ share: Float, to output: UnsafeMutablePointer<Float>
  ) {
    let sums = unsafe sums.pointer(as: UInt16.self)
    // The usual widths of large thumbnails, where there are most blocks.
    switch (pixels, columns) {
    case (2, 2):
      for block in blocks {
        let sum = unsafe Int32(sums[2 * block]) &+ Int32(sums[2 * block + 1])
        unsafe output[block] = Float(sum) * share
      }
    case (3, 3):
      for block in blocks {
        let pair = unsafe Int32(sums[3 * block]) &+ Int32(sums[3 * block + 1])
        unsafe output[block] = Float(pair &+ Int32(sums[3 * block + 2])) * share
      }
    default:
      for block in blocks {
        let start = block * columns
        var sum: Int32 = 0
        for index in start..<start + pixels { unsafe sum &+= Int32(sums[index]) }
        unsafe output[block] = Float(sum) * share
      }
    }
  }

  /// Each mean is written with a fourth sample, over which the next one is written.
  private func writeColorMeans(
    _ blocks: Range<Int>, _ pixels: Int, _ share: Float, to output: UnsafeMutablePointer<Float>
  ) {
    let sums = unsafe UnsafeRawPointer(sums.pointer(as: UInt16.self))
    let means = UnsafeMutableRawPointer(output)
    let step = samplesPerPixel * 2
    for block in blocks {
      var sum = SIMD4<Int32>.zero
      let start = block * columns * step
      for pixel in 0..<pixels {
        let values = unsafe sums.loadUnaligned(
          fromByteOffset: start + pixel * step, as: SIMD4<UInt16>.self)
        sum &+= SIMD4<Int32>(truncatingIfNeeded: values)
      }
      let mean = SIMD4<Float>(sum) * share
      unsafe means.storeBytes(of: mean, toByteOffset: block * 12, as: SIMD4<Float>.self)
    }
  }
}
