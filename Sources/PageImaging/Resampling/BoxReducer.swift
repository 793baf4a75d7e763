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
  private let width: Int
  /// The samples that a pixel has in the rows, and in the means.
  private let samplesPerPixel: Int
  private let channels: Int
  private let bits: BitRows?
  private let sums: PixelStorage
  private var rowsHeld = 0

  /// Prepares for rows of `width` pixels of `channels` bytes, or of another layout, and blocks of
  /// `columns` x `rows`.
  init(
    width: Int, channels: Int, layout: RowLayout = .pixels, columns: Int, rows: Int
  ) throws(ImagingError) {
    precondition((1...Self.largestBlock).contains(columns), "block width out of range")
    precondition((1...Self.largestBlock).contains(rows), "block height out of range")
    self.columns = columns
    self.rows = rows
    self.width = width
    self.channels = channels
    samplesPerPixel = layout == .rgb8 ? 3 : channels
    bits = layout == .gray1 ? try BitRows(width: width, columns: columns) : nil
    let isIdentity = columns == 1 && rows == 1
    sums = try PixelStorage(byteCount: isIdentity ? 0 : (width * samplesPerPixel + 16) * 2)
  }

  /// The number of blocks that `count` pixels make.
  static func blockCount(of count: Int, by block: Int) -> Int { (count + block - 1) / block }

  /// Takes the next row, and writes a row of means to `output` when a block is complete.
  ///
  /// The last row completes a block in any case. The result tells whether `output` was written.
  mutating func push(
    _ row: UnsafePointer<UInt8>, isLast: Bool, to output: UnsafeMutablePointer<Float>
  ) -> Bool {
    let sums = sums.pointer(as: UInt16.self)
    let countsBits = bits?.countsBits == true
    if countsBits {
      bits?.addCounts(of: row, to: sums, isFirst: rowsHeld == 0)
    } else {
      let bytes = bits?.bytes(of: row) ?? row
      if columns == 1 && rows == 1 {
        convert(bytes, to: output)
        return true
      }
      accumulate(bytes, in: sums)
    }
    rowsHeld += 1
    guard rowsHeld == rows || isLast else { return false }
    writeMeans(countsBits: countsBits, to: output)
    rowsHeld = 0
    return true
  }

  private func convert(_ row: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<Float>) {
    guard samplesPerPixel != channels else {
      for index in 0..<width * channels { output[index] = Float(row[index]) }
      return
    }
    for x in 0..<width {
      for channel in 0..<3 { output[4 * x + channel] = Float(row[3 * x + channel]) }
      output[4 * x + 3] = 255
    }
  }

  private func accumulate(_ row: UnsafePointer<UInt8>, in sums: UnsafeMutablePointer<UInt16>) {
    if rowsHeld == 0 {
      for index in 0..<width * samplesPerPixel { sums[index] = UInt16(row[index]) }
    } else {
      for index in 0..<width * samplesPerPixel { sums[index] &+= UInt16(row[index]) }
    }
  }

  private func writeMeans(countsBits: Bool, to output: UnsafeMutablePointer<Float>) {
    let whole = width / columns
    let area = BlockArea(columns * rowsHeld)
    if countsBits {
      writeBitMeans(0..<whole, area, to: output)
    } else if channels == 4 {
      writeColorMeans(0..<whole, columns, area, to: output)
    } else {
      writeGrayMeans(0..<whole, columns, area, to: output)
    }
    let rest = width - whole * columns
    guard rest > 0 else { return }
    let restArea = BlockArea(rest * rowsHeld)
    if countsBits {
      writeBitMeans(whole..<whole + 1, restArea, to: output)
    } else if channels == 4 {
      writeColorMeans(whole..<whole + 1, rest, restArea, to: output)
    } else {
      writeGrayMeans(whole..<whole + 1, rest, restArea, to: output)
    }
  }

  private func writeBitMeans(
    _ blocks: Range<Int>, _ area: BlockArea, to output: UnsafeMutablePointer<Float>
  ) {
    let sums = sums.pointer(as: UInt16.self)
    for block in blocks { output[block] = area.mean(Int32(sums[block]) &* 255) }
  }

  private func writeGrayMeans(
    _ blocks: Range<Int>, _ pixels: Int, _ area: BlockArea, to output: UnsafeMutablePointer<Float>
  ) {
    let sums = sums.pointer(as: UInt16.self)
    // The usual widths of large thumbnails, where there are most blocks.
    if pixels == 2 && columns == 2 {
      for block in blocks {
        output[block] = area.mean(Int32(sums[2 * block]) &+ Int32(sums[2 * block + 1]))
      }
      return
    }
    if pixels == 3 && columns == 3 {
      for block in blocks {
        let pair = Int32(sums[3 * block]) &+ Int32(sums[3 * block + 1])
        output[block] = area.mean(pair &+ Int32(sums[3 * block + 2]))
      }
      return
    }
    for block in blocks {
      let start = block * columns
      var sum: Int32 = 0
      for index in start..<start + pixels { sum &+= Int32(sums[index]) }
      output[block] = area.mean(sum)
    }
  }

  /// The fourth channel of a mean is whatever comes; the resampler sets it at its end.
  private func writeColorMeans(
    _ blocks: Range<Int>, _ pixels: Int, _ area: BlockArea, to output: UnsafeMutablePointer<Float>
  ) {
    let sums = UnsafeRawPointer(sums.pointer(as: UInt16.self))
    let means = UnsafeMutableRawPointer(output)
    let step = samplesPerPixel * 2
    for block in blocks {
      var sum = SIMD4<Int32>.zero
      let start = block * columns * step
      for pixel in 0..<pixels {
        let values = sums.loadUnaligned(
          fromByteOffset: start + pixel * step, as: SIMD4<UInt16>.self)
        sum &+= SIMD4<Int32>(truncatingIfNeeded: values)
      }
      means.storeBytes(of: area.mean(sum), toByteOffset: block * 16, as: SIMD4<Float>.self)
    }
  }
}

/// How many pixels a block has, to divide by.
///
/// Division by a power of two is a multiplication that gives the same, and several times as fast.
private struct BlockArea {
  private let count: Float
  private let reciprocal: Float
  private let isPowerOfTwo: Bool

  init(_ count: Int) {
    self.count = Float(count)
    reciprocal = 1 / Float(count)
    isPowerOfTwo = count & (count - 1) == 0
  }

  @inline(__always)
  func mean(_ sum: Int32) -> Float {
    isPowerOfTwo ? Float(sum) * reciprocal : Float(sum) / count
  }

  @inline(__always)
  func mean(_ sum: SIMD4<Int32>) -> SIMD4<Float> {
    isPowerOfTwo ? SIMD4<Float>(sum) * reciprocal : SIMD4<Float>(sum) / count
  }
}
