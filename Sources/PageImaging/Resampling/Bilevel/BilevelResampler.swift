// SPDX-License-Identifier: Apache-2.0

private import CGalleryBilevel
import GalleryGeometry

/// A resampler that shrinks bilevel pages in integer arithmetic.
///
///     bits -> counts of blocks -> ring of pairs of rows -> vertical filter -> horizontal filter
///
/// The steps are those of `StreamingResampler`. But inflating a bilevel page takes less time than
/// processing its pixels as bytes and floats. Therefore blocks are as large as scanned text allows,
/// their sides are powers of two, and products are those of 16-bit integers. `StreamingResampler`
/// alone produces nearly the same pages in twice the time.
struct BilevelResampler: RowResampler {
  private let width: Int
  private let height: Int
  private let outputSize: PixelSize
  private let blocks: BilevelBlocks
  private let vertical: FixedPointWeights
  private let horizontal: FixedPointWeights
  /// The bits of a row that is pushed as bytes; `nil` if rows are pushed as bits.
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
  /// The size of a ring, in bytes, above which `StreamingResampler` resamples the page.
  ///
  /// `StreamingResampler` can shorten the rows of its ring.
  private static let largestRing = 4 << 20

  /// Prepares for the rows of a raster.
  ///
  /// Fails if `StreamingResampler` has to resample the page.
  ///
  /// - Parameters:
  ///   - source: The size of the raster.
  ///   - layout: `.gray1`, or `.pixels` for bytes of 0 and 255.
  ///   - box: The shown part of the raster, inside of its edges.
  ///   - outputSize: The size of the bitmap.
  /// - Throws: `ImagingError.outOfMemory`.
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
    // The horizontal filter reads `stride` taps from every start.
    mixed = try RawStorage(
      byteCount: (blocks.across + horizontal.stride + Self.margin) * MemoryLayout<Int16>.stride)
  }

  /// Returns the approximate number of bytes that a resampler allocates besides its bitmap.
  ///
  /// The number is 0 if `StreamingResampler` has to resample the page.
  static func byteCount(source: PixelSize, box: SourceBox, outputSize: PixelSize) -> Double {
    guard let blocks = BilevelBlocks(source: source, box: box, outputSize: outputSize) else {
      return 0
    }
    let taps = 6 * box.height / Double(blocks.rows * outputSize.height) + 12
    let ring = taps * Double(pairStride(blocks))
    guard ring <= Double(largestRing) else { return 0 }
    let tapsAcross = 6 * box.width / Double(blocks.columns * outputSize.width) + 12
    // A weight takes four bytes as a float and two bytes as an integer.
    let weights = 6 * (taps * Double(outputSize.height) + tapsAcross * Double(outputSize.width))
    return ring + weights + Double(source.width) / 8 + 4 * Double(blocks.across)
  }

  /// Returns the number of samples in two interleaved rows.
  private static func pairStride(_ blocks: BilevelBlocks) -> Int { 2 * (blocks.across + margin) }

  /// Whether all rows of the bitmap are written; rows pushed afterwards have no effect.
  var isComplete: Bool { rowsMade == outputSize.height }

  /// Takes the next row of the raster, and writes the rows that it completes to `bitmap`.
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

  /// Writes a row of blocks to its half of a pair of rows.
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

  /// Packs the highest bits of `width` bytes.
  ///
  /// Up to seven bytes after the row are packed too.
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
