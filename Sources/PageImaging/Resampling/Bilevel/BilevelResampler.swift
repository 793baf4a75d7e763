// SPDX-License-Identifier: Apache-2.0

private import CGalleryBilevel
import GalleryGeometry

/// Makes pages of two colors smaller, in whole numbers.
///
///     bits -> counts of blocks -> ring of pairs of rows -> vertical filter -> horizontal filter
///
/// It works like `StreamingResampler`, but a page of bits is inflated in less time than its
/// pixels take as bytes and floats: blocks are as large as scanned text allows, their sides powers
/// of two, and sums of products are those of 16 bits. `StreamingResampler` alone gives nearly the
/// same pages in twice the time.
struct BilevelResampler: RowResampler {
  private let width: Int
  private let height: Int
  private let outputSize: PixelSize
  private let blocks: BilevelBlocks
  private let vertical: FixedPointWeights
  private let horizontal: FixedPointWeights
  /// The bits of a row that comes as bytes; nil when rows come as bits.
  private let packed: RawStorage?
  private let counts: RawStorage
  private let ring: RawStorage
  private let pairCapacity: Int
  private let mixed: RawStorage
  private var rowsPushed = 0
  private var rowsHeld = 0
  private var blockRows = 0
  private var rowsMade = 0

  private static let margin = Int(CGALLERY_BILEVEL_MARGIN)
  /// The bytes of a ring from which on pages are left to `StreamingResampler`, which can make its
  /// rows shorter.
  private static let largestRing = 4 << 20

  /// Prepares for the rows of a raster of the size `source`, of which `box`, which lies inside, is
  /// shown; nil when the page must be resampled as any other.
  ///
  /// `layout` is `.gray1`, or `.pixels` for bytes of 0 and 255.
  init?(
    source: PixelSize, layout: RowLayout, box: SourceBox, outputSize: PixelSize
  ) throws(ImagingError) {
    guard let blocks = BilevelBlocks(source: source, box: box, outputSize: outputSize) else {
      return nil
    }
    let filters = blocks.filters(box: box, outputSize: outputSize)
    guard
      let vertical = FixedPointWeights(
        filters.vertical, sum: Int32(CGALLERY_BILEVEL_ROW_WEIGHT), alignment: 2),
      let horizontal = FixedPointWeights(
        filters.horizontal, sum: Int32(CGALLERY_BILEVEL_COLUMN_WEIGHT), alignment: 1)
    else { return nil }
    pairCapacity = filters.vertical.stride / 2 + 1
    let ringByteCount = pairCapacity * Self.pairStride(blocks) * MemoryLayout<Int16>.stride
    guard ringByteCount <= Self.largestRing else { return nil }
    width = source.width
    height = source.height
    self.outputSize = outputSize
    self.blocks = blocks
    self.vertical = vertical
    self.horizontal = horizontal
    packed = layout == .gray1 ? nil : try RawStorage(byteCount: (width + 7) / 8 + Self.margin)
    counts = try RawStorage(byteCount: blocks.across + Self.margin)
    ring = try RawStorage(byteCount: ringByteCount)
    // The horizontal filter reads as far as its longest row of weights.
    mixed = try RawStorage(
      byteCount: (blocks.across + horizontal.stride + Self.margin) * MemoryLayout<Int16>.stride)
  }

  /// The bytes that a resampler takes besides its bitmap, about.
  static func byteCount(source: PixelSize, box: SourceBox, outputSize: PixelSize) -> Double {
    guard let blocks = BilevelBlocks(source: source, box: box, outputSize: outputSize) else {
      return 0
    }
    let taps = 6 * box.height / Double(blocks.rows * outputSize.height) + 12
    let ring = taps * Double(pairStride(blocks))
    guard ring <= Double(largestRing) else { return 0 }
    let tapsAcross = 6 * box.width / Double(blocks.columns * outputSize.width) + 12
    // Weights are computed in floats first.
    let weights = 6 * (taps * Double(outputSize.height) + tapsAcross * Double(outputSize.width))
    return ring + weights + Double(source.width) / 8 + 4 * Double(blocks.across)
  }

  /// The samples of two rows side by side.
  private static func pairStride(_ blocks: BilevelBlocks) -> Int { 2 * (blocks.across + margin) }

  /// Whether all rows of the bitmap are made; rows pushed after that change nothing.
  var isComplete: Bool { rowsMade == outputSize.height }

  /// Takes the next row of the raster, and writes the rows that it completes into `bitmap`.
  mutating func push(
    _ row: UnsafePointer<UInt8>, into bitmap: UnsafeMutablePointer<UInt8>
  ) {
    guard !isComplete, rowsPushed < height else { return }
    rowsPushed += 1
    if let packed {
      unsafe count(Self.pack(row, width: width, into: packed))
    } else {
      unsafe count(row)
    }
    rowsHeld += 1
    guard rowsHeld == blocks.rows || rowsPushed == height else { return }
    keepBlocks()
    while !isComplete, blockRows >= vertical.ends[rowsMade] {
      unsafe makeRow(into: bitmap + rowsMade * outputSize.width)
      rowsMade += 1
    }
  }

  private func count(_ bits: UnsafePointer<UInt8>) {
    unsafe cgallery_bilevel_count(
      bits, width, UInt32(blocks.columns), rowsHeld == 0 ? 1 : 0, counts.pointer(as: UInt8.self))
  }

  /// Puts a row of blocks into its half of a pair.
  private mutating func keepBlocks() {
    let lastColumns = width - (blocks.across - 1) * blocks.columns
    unsafe cgallery_bilevel_scale(
      counts.pointer(as: UInt8.self), blocks.across, UInt32(blocks.columns * rowsHeld),
      UInt32(lastColumns * rowsHeld), UInt32(blockRows % 2), pair(blockRows / 2))
    blockRows += 1
    rowsHeld = 0
  }

  private func pair(_ index: Int) -> UnsafeMutablePointer<Int16> {
    unsafe ring.pointer(as: Int16.self) + index % pairCapacity * Self.pairStride(blocks)
  }

  private func makeRow(into output: UnsafeMutablePointer<UInt8>) {
    mixRows()
    unsafe horizontal.starts.withUnsafeBufferPointer { starts in
      unsafe horizontal.weights.withUnsafeBufferPointer { weights in
        unsafe cgallery_bilevel_filter(
          mixed.pointer(as: Int16.self), starts.baseAddress, weights.baseAddress,
          horizontal.stride, outputSize.width, output)
      }
    }
  }

  private func mixRows() {
    let first = Int(vertical.starts[rowsMade]) / 2
    let count = (vertical.ends[rowsMade] + 1) / 2 - first
    unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<Int16>?.self, capacity: count) { pairs in
      for index in 0..<count {
        unsafe pairs.initializeElement(at: index, to: UnsafePointer(pair(first + index)))
      }
      unsafe vertical.weights.withUnsafeBufferPointer { weights in
        let own = unsafe weights.baseAddress.map { unsafe $0 + rowsMade * vertical.stride }
        unsafe cgallery_bilevel_mix(
          pairs.baseAddress, own, count, blocks.across, mixed.pointer(as: Int16.self))
      }
    }
  }

  /// The highest bits of `width` bytes, and of up to seven behind them.
  private static func pack(
    _ row: UnsafePointer<UInt8>, width: Int, into target: RawStorage
  ) -> UnsafePointer<UInt8> {
    let bits = SIMD8<UInt8>(128, 64, 32, 16, 8, 4, 2, 1)
    let bytes = unsafe target.pointer(as: UInt8.self)
    for index in 0..<(width + 7) / 8 {
      let pixels = unsafe UnsafeRawPointer(row).loadUnaligned(
        fromByteOffset: index * 8, as: SIMD8<UInt8>.self)
      unsafe bytes[index] = (pixels & bits).wrappedSum()
    }
    return unsafe UnsafePointer(bytes)
  }
}
