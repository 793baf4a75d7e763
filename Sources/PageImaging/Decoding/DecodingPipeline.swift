// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// Moves rows from a decoder through the resampler into a bitmap.
struct DecodingPipeline {
  private let decoder: any RowDecoder
  private let outputSize: PixelSize
  private let row: PixelStorage
  private let rowByteCount: Int
  private let output: PixelStorage
  /// What makes the rows smaller; neither is there when they are the result as they come.
  ///
  /// An existential would be copied for each row, with all that it holds.
  private var resampler: StreamingResampler?
  private var bilevel: BilevelResampler?
  /// Whether the resampler takes rows in the decoder's own layout.
  private var takesRowsAsTheyAre = true

  /// How many rows pass between two looks at whether the task is cancelled.
  private static let cancellationStride = 64
  /// What may be read behind a row.
  private static let margin = 32

  init(_ decoder: any RowDecoder, plan: DecodingPlan) throws(ImagingError) {
    self.decoder = decoder
    outputSize = plan.outputSize
    let raster = decoder.rasterSize
    let pixel = decoder.format.bytesPerPixel
    rowByteCount = raster.width * pixel
    row = try PixelStorage(byteCount: rowByteCount + Self.margin)
    output = try PixelStorage(
      byteCount: outputSize.width * outputSize.height * pixel, fill: 255)
    var box = plan.box.scaled(
      horizontally: decoder.coveredWidth / plan.storedWidth,
      vertically: decoder.coveredHeight / plan.storedHeight)
    box.x += decoder.coveredOffset
    box.y += decoder.coveredOffset
    let isIdentity = raster == outputSize && box == SourceBox(covering: raster)
    guard !isIdentity else { return }
    if decoder.isBilevel {
      bilevel = try BilevelResampler(
        source: raster, layout: decoder.rowLayout, box: box, outputSize: outputSize)
    }
    guard bilevel == nil else { return }
    takesRowsAsTheyAre = decoder.rowLayout != .gray1
    resampler = try StreamingResampler(
      source: raster, format: decoder.format,
      layout: takesRowsAsTheyAre ? decoder.rowLayout : .pixels, box: box, outputSize: outputSize,
      usesBlocks: decoder.coveredOffset == 0)
  }

  /// Runs until the bitmap is full, and returns it.
  ///
  /// - Throws: `ImagingError.damaged` under the strict policy, `ImagingError.codec` when not one
  ///   row could be decoded, `ImagingError.cancelled`, `ImagingError.io`.
  mutating func run(_ policy: DamagePolicy) throws(ImagingError) -> Bitmap {
    let rowCount = try pushRows(isStrict: policy == .strict)
    if rowCount == decoder.rasterSize.height { try decoder.finish() }
    let damage = decoder.damage
    if policy == .strict, !damage.isNone {
      throw .damaged(warningCount: damage.warningCount, message: damage.message)
    }
    if rowCount == 0 { throw .codec(message: damage.message, offset: nil) }
    fillRest(from: rowCount)
    return Bitmap(size: outputSize, format: decoder.format, storage: output)
  }

  /// Decodes until the bitmap is full or the rows end, and returns how many rows there were.
  ///
  /// Strictness looks at all rows, also at those that are not shown.
  private mutating func pushRows(isStrict: Bool) throws(ImagingError) -> Int {
    let pointer = row.pointer(as: UInt8.self)
    var y = 0
    while y < decoder.rasterSize.height, isStrict || !isComplete {
      if y % Self.cancellationStride == 0, Task.isCancelled { throw .cancelled }
      guard try pushRow(y, scratch: pointer) else { break }
      y += 1
    }
    return y
  }

  private mutating func pushRow(
    _ y: Int, scratch: UnsafeMutablePointer<UInt8>
  ) throws(ImagingError) -> Bool {
    let target = output.pointer(as: UInt8.self)
    if !resizes { return try decoder.readRow(into: target + y * rowByteCount) }
    guard let source = try nextRow(scratch) else { return false }
    push(source, into: target)
    return true
  }

  private var resizes: Bool { bilevel != nil || resampler != nil }

  private var isComplete: Bool { bilevel?.isComplete ?? resampler?.isComplete ?? false }

  private mutating func push(
    _ row: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>
  ) {
    bilevel?.push(row, into: target)
    resampler?.push(row, into: target)
  }

  private func nextRow(
    _ scratch: UnsafeMutablePointer<UInt8>
  ) throws(ImagingError) -> UnsafePointer<UInt8>? {
    if takesRowsAsTheyAre { return try decoder.nextRow(scratch) }
    return try decoder.readRow(into: scratch) ? UnsafePointer(scratch) : nil
  }

  /// Rows that damage took are white paper.
  private mutating func fillRest(from start: Int) {
    guard resizes else { return }
    for index in row.bytes.indices { row.bytes[index] = 255 }
    let white = UnsafePointer(row.pointer(as: UInt8.self))
    let target = output.pointer(as: UInt8.self)
    for _ in start..<decoder.rasterSize.height { push(white, into: target) }
  }
}
