// SPDX-License-Identifier: Apache-2.0

/// A reducer of blocks of `columns` x `rows` pixels to their means, row by row.
///
/// A filter over hundreds of samples per pixel costs more than it improves. Means of small blocks
/// reduce the number of its samples. The image of the means is still more than twice as large as
/// the target, so that the shape of the blocks is not visible. The last block of a row or column
/// may have fewer pixels than the others. A mean has one channel for gray and three for color.
struct BoxReducer {
  /// The maximum width and height of a block, in pixels: the sum of 256 bytes fits into 16 bits.
  static let largestBlock = 256

  /// The number of samples in a mean of a color.
  private static let colorChannels = 3
  /// The number of samples of a color pixel with an unused byte, as in `PixelFormat.rgbx8`.
  private static let paddedColorSamples = 4
  /// The number of samples behind the sums: the vectors of color means read one of them.
  private static let sumPadding = 24

  let columns: Int
  let rows: Int
  private let width: Int
  /// The number of samples per pixel in the pushed rows: 1, 3 or 4.
  private let samplesPerPixel: Int
  private let isColor: Bool
  /// The sum of each sample over the rows of the current block, 16 bits each.
  private let sums: RawStorage
  /// The number of rows in the sums.
  private var rowsHeld = 0

  /// Prepares for rows of `width` pixels of `format`, stored as `layout`, and blocks of
  /// `columns` x `rows` pixels.
  init(
    width: Int, format: PixelFormat, layout: RowLayout = .pixels, columns: Int, rows: Int
  ) throws(ImagingError) {
    precondition((1...Self.largestBlock).contains(columns), "block width out of range")
    precondition((1...Self.largestBlock).contains(rows), "block height out of range")
    self.columns = columns
    self.rows = rows
    self.width = width
    isColor = format == .rgbx8
    samplesPerPixel = layout == .rgb8 ? Self.colorChannels : format.bytesPerPixel
    let isIdentity = columns == 1 && rows == 1
    // The vector loads of color means read up to one sample after the end of a row.
    let sumCount = isIdentity ? 0 : width * samplesPerPixel + Self.sumPadding
    sums = try RawStorage(byteCount: sumCount * MemoryLayout<UInt16>.stride)
  }

  /// Returns the number of samples in a mean.
  static func channels(of format: PixelFormat) -> Int { format == .gray8 ? 1 : colorChannels }

  /// Returns the number of blocks for `count` pixels, including an incomplete one.
  static func blockCount(of count: Int, by block: Int) -> Int { (count + block - 1) / block }

  /// Takes the next row, and writes a row of means to `output` when a row of blocks is complete.
  ///
  /// The last row always completes the blocks. Returns whether `output` was written. `output` has
  /// room for seven samples after the means, which may be overwritten.
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
    guard samplesPerPixel == Self.paddedColorSamples else {
      for index in 0..<width * samplesPerPixel { unsafe output[index] = Float(row[index]) }
      return
    }
    for x in 0..<width {
      for channel in 0..<Self.colorChannels {
        unsafe output[Self.colorChannels * x + channel] =
          Float(row[Self.paddedColorSamples * x + channel])
      }
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
    // The block widths of large thumbnails, which have the most blocks.
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

  /// Writes four samples for each mean; the next mean overwrites the fourth.
  private func writeColorMeans(
    _ blocks: Range<Int>, _ pixels: Int, _ share: Float, to output: UnsafeMutablePointer<Float>
  ) {
    let sums = unsafe UnsafeRawPointer(sums.pointer(as: UInt16.self))
    let means = UnsafeMutableRawPointer(output)
    let bytesPerPixel = samplesPerPixel * MemoryLayout<UInt16>.stride
    let bytesPerMean = Self.colorChannels * MemoryLayout<Float>.stride
    for block in blocks {
      var sum = SIMD4<Int32>.zero
      let start = block * columns * bytesPerPixel
      for pixel in 0..<pixels {
        let values = unsafe sums.loadUnaligned(
          fromByteOffset: start + pixel * bytesPerPixel, as: SIMD4<UInt16>.self)
        sum &+= SIMD4<Int32>(truncatingIfNeeded: values)
      }
      let mean = SIMD4<Float>(sum) * share
      unsafe means.storeBytes(of: mean, toByteOffset: block * bytesPerMean, as: SIMD4<Float>.self)
    }
  }
}
