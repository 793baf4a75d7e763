// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

extension Canvas {
  /// Draws an image at a fractional position, possibly scaled down.
  ///
  /// Pixels at the edges of its window are blended by the fraction of them that lies in the window.
  mutating func draw(
    _ picture: Bitmap, placement: PicturePlacement
  ) throws(StripRenderingError) {
    let bounds = placement.bounds.clipped(to: bitmap.size)
    let columns = AxisSampling(
      picture: placement.picture.horizontal, sampleCount: picture.size.width,
      window: placement.window.horizontal, bounds: bounds.x..<bounds.maxX)
    let rows = AxisSampling(
      picture: placement.picture.vertical, sampleCount: picture.size.height,
      window: placement.window.vertical, bounds: bounds.y..<bounds.maxY)
    guard !columns.range.isEmpty, !rows.range.isEmpty else { return }
    let bytesPerRow = bitmap.bytesPerRow
    try Self.wrapping { () throws(ImagingError) in
      try unsafe bitmap.withUnsafeMutableBytes { target in
        unsafe picture.withUnsafeBytes { source in
          var sampler = unsafe RowSampler(
            source: source, bytesPerRow: picture.bytesPerRow, format: picture.format,
            columns: columns, rows: rows, alpha: placement.alpha)
          for (index, y) in rows.range.enumerated() {
            let row = unsafe UnsafeMutableRawBufferPointer(
              rebasing: target[y * bytesPerRow..<(y + 1) * bytesPerRow])
            unsafe sampler.draw(row: index, into: row)
          }
        }
      }
    }
  }
}

/// A sampler that produces rows of a canvas from the rows of an image.
@unsafe private struct RowSampler {
  private let source: UnsafeRawBufferPointer
  private let bytesPerRow: Int
  private let bytesPerPixel: Int
  private let channelCount: Int
  private let columns: AxisSampling
  private let rows: AxisSampling
  private let alpha: Double

  /// The columns of the image that are read.
  private let needed: Range<Int>

  /// One row of these columns, with interleaved channels.
  private var line: [Float]

  /// The weights of the row's pixels, and the row coverage that they are valid for.
  private var blending: [BlendWeight] = []
  private var blendingCoverage = -1.0

  init(
    source: UnsafeRawBufferPointer, bytesPerRow: Int, format: PixelFormat,
    columns: AxisSampling, rows: AxisSampling, alpha: Double
  ) {
    unsafe self.source = unsafe source
    unsafe self.bytesPerRow = bytesPerRow
    unsafe bytesPerPixel = format.bytesPerPixel
    unsafe channelCount = format == .gray8 ? 1 : 3
    unsafe self.columns = columns
    unsafe self.rows = rows
    unsafe self.alpha = alpha
    let first = columns.starts.min() ?? 0
    unsafe needed = first..<(columns.starts.max() ?? 0) + columns.tapCount
    unsafe line = Array(repeating: 0, count: needed.count * channelCount)
  }

  /// Draws one row of the canvas; `index` is 0 for the first row that shows the image.
  mutating func draw(row index: Int, into target: UnsafeMutableRawBufferPointer) {
    unsafe prepareBlending(coverage: rows.coverages[index])
    unsafe fillLine(index)
    let tapCount = unsafe columns.tapCount
    let channelCount = unsafe self.channelCount
    for (column, x) in unsafe columns.range.enumerated() {
      let weight = unsafe blending[column]
      guard !weight.isInvisible else { continue }
      let start = unsafe (columns.starts[column] - needed.lowerBound) * channelCount
      for channel in 0..<3 {
        var sum: Float = 0
        var place = start + (channelCount == 1 ? 0 : channel)
        for tap in column * tapCount..<(column + 1) * tapCount {
          unsafe sum += line[place] * columns.weights[tap]
          place += channelCount
        }
        let sample = UInt8(max(0, min(255, sum + 0.5)))
        unsafe target[x * 4 + channel] = weight.blend(sample, over: target[x * 4 + channel])
      }
    }
  }

  private mutating func prepareBlending(coverage: Double) {
    guard unsafe coverage != blendingCoverage else { return }
    unsafe blendingCoverage = coverage
    let share = unsafe coverage * alpha
    unsafe blending = columns.coverages.map { BlendWeight($0 * share) }
  }

  /// Sums the image rows that contribute to a row of the canvas.
  private mutating func fillLine(_ index: Int) {
    for tap in unsafe 0..<rows.tapCount {
      let weight = unsafe rows.weights[index * rows.tapCount + tap]
      let row = unsafe (rows.starts[index] + tap) * bytesPerRow
      for (offset, column) in unsafe needed.enumerated() {
        for channel in unsafe 0..<channelCount {
          let sample = unsafe Float(source[row + column * bytesPerPixel + channel]) * weight
          let place = unsafe offset * channelCount + channel
          unsafe line[place] = tap == 0 ? sample : line[place] + sample
        }
      }
    }
  }
}

extension PixelRect {
  /// Returns the part of the rectangle that lies in an image.
  fileprivate func clipped(to size: PixelSize) -> PixelRect {
    let (left, top) = (min(max(0, x), size.width), min(max(0, y), size.height))
    return PixelRect(
      x: left, y: top,
      size: PixelSize(
        width: max(0, min(maxX, size.width) - left), height: max(0, min(maxY, size.height) - top)))
  }
}
