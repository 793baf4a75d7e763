// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A resampler of gray and color pages.
///
///     rows -> BoxReducer -> ring of rows -> vertical filter -> horizontal filter -> bitmap
///
/// The ring holds the rows that the vertical filter still needs, so the memory is proportional to a
/// row, not to the page. Very long rows are filtered horizontally before they enter the ring, which
/// takes the same time or slightly more. Values stay in sRGB, as 32-bit floats until the final
/// rounding.
struct StreamingResampler: RowResampler {
  private let width: Int
  private let height: Int
  /// The number of samples per pixel in the ring, and of bytes per pixel in the bitmap.
  private let channels: Int
  private let bytesPerPixel: Int
  private let outputSize: PixelSize
  private var reducer: BoxReducer
  private let vertical: AxisFilter
  private let horizontal: AxisFilter
  private let filtersRowsFirst: Bool
  /// The range of samples in a row of the ring that are needed.
  private let usedSamples: Range<Int>
  private let ringStride: Int
  private let ringCapacity: Int
  private let ring: RawStorage
  private let mixed: RawStorage
  private var rowsPushed = 0
  private var reducedRows = 0
  private var rowsMade = 0

  /// The smallest ratio of the image of means to the output.
  ///
  /// Blocks alias details of about their own size into the result. Letters have many such details,
  /// so that ratios below 2.5 are visible. But a scanner's lens leaves few details of three pixels,
  /// so small blocks may leave a smaller ratio.
  private static let headroom = 3.0
  private static let headroomOfSmallBlocks = 2.25
  private static let largestSmallBlock = 3.0
  /// The size of a ring, in bytes, above which rows are filtered before they enter it.
  static let largestRing = Double(4 << 20)

  /// Prepares for the rows of a raster.
  ///
  /// - Parameters:
  ///   - source: The size of the raster, not empty.
  ///   - format: The format of the pixels.
  ///   - layout: The layout of the pushed rows.
  ///   - box: The shown part of the raster; it may exceed the raster by less than half a pixel.
  ///   - outputSize: The size of the bitmap, not empty.
  ///   - usesBlocks: Whether means of blocks are filtered instead of pixels. `false` suits a raster
  ///     that is only a sample of the page, where every pixel counts.
  ///   - largestRing: The size of a ring, in bytes, above which rows are filtered before they enter
  ///     it.
  /// - Throws: `ImagingError.outOfMemory`.
  init(
    source: PixelSize, format: PixelFormat, layout: RowLayout = .pixels, box: SourceBox,
    outputSize: PixelSize, usesBlocks: Bool = true, largestRing: Double = Self.largestRing
  ) throws(ImagingError) {
    width = source.width
    height = source.height
    channels = BoxReducer.channels(of: format)
    bytesPerPixel = format.bytesPerPixel
    self.outputSize = outputSize
    let columns = usesBlocks ? Self.block(from: box.width, to: outputSize.width) : 1
    let rows = usesBlocks ? Self.block(from: box.height, to: outputSize.height) : 1
    reducer = try BoxReducer(
      width: width, format: format, layout: layout, columns: columns, rows: rows)
    let reducedWidth = BoxReducer.blockCount(of: width, by: columns)
    horizontal = AxisFilter(
      sourceCount: reducedWidth, start: box.x / Double(columns),
      length: box.width / Double(columns), count: outputSize.width)
    vertical = AxisFilter(
      sourceCount: BoxReducer.blockCount(of: height, by: rows), start: box.y / Double(rows),
      length: box.height / Double(rows), count: outputSize.height)
    ringCapacity = min(vertical.stride, BoxReducer.blockCount(of: height, by: rows))
    filtersRowsFirst = Self.filtersRowsFirst(
      samples: Double(reducedWidth * channels), rows: Double(ringCapacity),
      outputSamples: Double(outputSize.width * channels), largestRing: largestRing)
    usedSamples =
      filtersRowsFirst
      ? 0..<outputSize.width * channels : Self.usedSamples(of: horizontal, channels: channels)
    // Vectors are read beyond the end of a row.
    ringStride = (filtersRowsFirst ? outputSize.width : reducedWidth) * channels + 32
    ring = try RawStorage(byteCount: ringStride * ringCapacity * MemoryLayout<Float>.stride)
    // The horizontal filter reads `stride` taps from every start.
    let mixedCount = (reducedWidth + horizontal.stride + 4) * channels + 48
    mixed = try RawStorage(byteCount: mixedCount * MemoryLayout<Float>.stride)
  }

  /// Returns the approximate number of bytes that a resampler allocates besides its bitmap.
  static func byteCount(
    source: PixelSize, format: PixelFormat, box: SourceBox, outputSize: PixelSize
  ) -> Double {
    let columns = Double(block(from: box.width, to: outputSize.width))
    let rows = Double(block(from: box.height, to: outputSize.height))
    let ratio = max(1, box.height / rows / Double(outputSize.height))
    let ringRows = min(6 * ratio + 6, Double(source.height) / rows + 1)
    let channels = BoxReducer.channels(of: format)
    let samples = Double(source.width * channels)
    let horizontalRatio = max(1, box.width / columns / Double(outputSize.width))
    let outputSamples = Double(outputSize.width * channels)
    let isFilteredFirst = filtersRowsFirst(
      samples: samples / columns, rows: ringRows, outputSamples: outputSamples)
    let ringSamples = isFilteredFirst ? outputSamples : samples / columns
    return samples * 3 + (ringSamples * ringRows + samples / columns) * 4
      + Double(outputSize.width) * (6 * horizontalRatio + 6) * 4
      + Double(outputSize.height) * (6 * ratio + 6) * 4
  }

  private static func block(from length: Double, to count: Int) -> Int {
    let ratio = length / Double(count)
    let small = min(ratio / headroomOfSmallBlocks, largestSmallBlock)
    return Int(min(max(1, small, ratio / headroom), Double(BoxReducer.largestBlock)))
  }

  /// Returns whether rows are filtered before they enter the ring.
  private static func filtersRowsFirst(
    samples: Double, rows: Double, outputSamples: Double, largestRing: Double = Self.largestRing
  ) -> Bool {
    outputSamples < samples && samples * rows * 4 > largestRing
  }

  private static func usedSamples(of filter: AxisFilter, channels: Int) -> Range<Int> {
    var first = Int.max
    var end = 0
    for (start, count) in zip(filter.starts, filter.tapCounts) {
      first = min(first, start)
      end = max(end, start + count)
    }
    return first * channels..<end * channels
  }

  /// Whether all rows of the bitmap are written; rows pushed afterwards have no effect.
  var isComplete: Bool { rowsMade == outputSize.height }

  /// Takes the next row of the raster, and writes the rows that it completes to `bitmap`.
  mutating func push(
    _ row: UnsafePointer<UInt8>, into bitmap: UnsafeMutablePointer<UInt8>
  ) {
    guard rowsMade < outputSize.height, rowsPushed < height else { return }
    rowsPushed += 1
    let slot = unsafe ring.pointer(as: Float.self) + (reducedRows % ringCapacity) * ringStride
    let reduced = unsafe filtersRowsFirst ? mixed.pointer(as: Float.self) : slot
    guard unsafe reducer.push(row, isLast: rowsPushed == height, to: reduced) else { return }
    if filtersRowsFirst {
      unsafe RowKernels.filter(reduced, channels: channels, by: horizontal, into: slot)
    }
    reducedRows += 1
    while !isComplete, reducedRows >= vertical.starts[rowsMade] + vertical.tapCounts[rowsMade] {
      unsafe makeRow(into: bitmap + rowsMade * outputSize.width * bytesPerPixel)
      rowsMade += 1
    }
  }

  private func makeRow(into output: UnsafeMutablePointer<UInt8>) {
    let mixed = unsafe mixed.pointer(as: Float.self)
    unsafe mixRows(into: mixed)
    if filtersRowsFirst {
      unsafe RowKernels.round(mixed, width: outputSize.width, channels: channels, into: output)
    } else if channels == 3 {
      unsafe RowKernels.filterColor(mixed, by: horizontal, into: output)
    } else {
      unsafe RowKernels.filterGray(mixed, by: horizontal, into: output)
    }
  }

  private func mixRows(into mixed: UnsafeMutablePointer<Float>) {
    let base = unsafe ring.pointer(as: Float.self)
    let start = vertical.starts[rowsMade]
    let count = vertical.tapCounts[rowsMade]
    unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<Float>.self, capacity: count) { rows in
      for tap in 0..<count {
        let row = unsafe base + ((start + tap) % ringCapacity) * ringStride
        unsafe rows.initializeElement(at: tap, to: UnsafePointer(row))
      }
      unsafe vertical.weights.withUnsafeBufferPointer { weights in
        let first = rowsMade * vertical.stride
        let own = unsafe UnsafeBufferPointer(rebasing: weights[first..<first + count])
        unsafe RowKernels.mix(
          UnsafeBufferPointer(rows), weights: own, samples: usedSamples, into: mixed)
      }
    }
  }
}
