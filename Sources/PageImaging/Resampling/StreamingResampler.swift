// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// Resamples pages of gray and of color.
///
///     rows -> BoxReducer -> ring of rows -> vertical filter -> horizontal filter -> bitmap
///
/// The ring holds the rows that the vertical filter still needs, so the memory is in proportion
/// to a row, not to the page. Where such rows are very long, they are filtered horizontally before
/// they wait, which costs as much time or a little more. Values stay in sRGB, and in 32-bit floats until the end.
struct StreamingResampler: RowResampler {
  private let width: Int
  private let height: Int
  /// The samples of a pixel on its way, and its bytes in the bitmap.
  private let channels: Int
  private let bytesPerPixel: Int
  private let outputSize: PixelSize
  private var reducer: BoxReducer
  private let vertical: AxisFilter
  private let horizontal: AxisFilter
  private let filtersRowsFirst: Bool
  /// The samples of a row of the ring that are needed.
  private let usedSamples: Range<Int>
  private let ringStride: Int
  private let ringCapacity: Int
  private let ring: RawStorage
  private let mixed: RawStorage
  private var rowsPushed = 0
  private var reducedRows = 0
  private var rowsMade = 0

  /// The least ratio of the reduced image to the output.
  ///
  /// What blocks fold into the result are the details of about their own size. Letters have many
  /// of these, so that less than 2.5 shows; but of details of three pixels the lens of a scanner
  /// leaves little, and small blocks may leave less.
  private static let headroom = 3.0
  private static let headroomOfSmallBlocks = 2.25
  private static let largestSmallBlock = 3.0
  /// The bytes of a ring from which on its rows are made shorter.
  static let largestRing = Double(4 << 20)

  /// Prepares for the rows of a raster of the size `source`, of which `box` is shown.
  ///
  /// The box lies inside of the raster, or reaches over its edge by less than half a pixel; no
  /// size is empty. `layout` is that of the rows that will be pushed.
  /// Without blocks all is left to the filter: for a raster that is itself but a sample of the
  /// page, and needs every pixel it has. `largestRing` is in bytes.
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
    // Whole vectors are read at the end of a row.
    ringStride = (filtersRowsFirst ? outputSize.width : reducedWidth) * channels + 32
    ring = try RawStorage(byteCount: ringStride * ringCapacity * MemoryLayout<Float>.stride)
    // The horizontal filter reads as far as its longest row of weights.
    let mixedCount = (reducedWidth + horizontal.stride + 4) * channels + 48
    mixed = try RawStorage(byteCount: mixedCount * MemoryLayout<Float>.stride)
  }

  /// The bytes that a resampler takes besides its bitmap, about.
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

  /// Whether rows shall be filtered before they wait in the ring.
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

  /// Whether all rows of the bitmap are made; rows pushed after that change nothing.
  var isComplete: Bool { rowsMade == outputSize.height }

  /// Takes the next row of the raster, and writes the rows that it completes into `bitmap`.
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
