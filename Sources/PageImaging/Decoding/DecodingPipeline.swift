// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A pipeline that moves rows from a decoder through a resampler into a bitmap.
struct DecodingPipeline {
  private let decoder: any RowDecoder
  private let outputSize: PixelSize
  private let row: RawStorage
  private let rowByteCount: Int
  private let output: RawStorage
  /// The resampler; both are `nil` if the decoded rows are the result.
  private var resampler: StreamingResampler?
  private var bilevel: BilevelResampler?
  /// Whether the resampler accepts rows in the decoder's own layout.
  private var takesRowsAsTheyAre = true

  /// The number of rows between two checks for cancellation.
  private static let cancellationStride = 64
  /// The number of bytes that may be read past the end of a row.
  private static let margin = 32

  init(_ decoder: any RowDecoder, plan: DecodingPlan) throws(ImagingError) {
    self.decoder = decoder
    outputSize = plan.outputSize
    let raster = decoder.rasterSize
    let pixel = decoder.format.bytesPerPixel
    rowByteCount = raster.width * pixel
    row = try RawStorage(byteCount: rowByteCount + Self.margin)
    output = try RawStorage(
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

  /// Runs until the bitmap is full, and returns the bitmap.
  ///
  /// - Throws: `ImagingError.damaged` under the strict policy, `ImagingError.codec` if no row could
  ///   be decoded, `ImagingError.cancelled`, `ImagingError.io`.
  mutating func run(_ policy: DamagePolicy) throws(ImagingError) -> Bitmap {
    // Dispatch once: doing it per row costs 2 % on bilevel pages.
    if var bilevel {
      self.bilevel = nil
      try pushRows(policy, through: &bilevel)
    } else if var resampler {
      self.resampler = nil
      try pushRows(policy, through: &resampler)
    } else {
      try finish(policy, rowCount: try readRows())
    }
    return Bitmap(size: outputSize, format: decoder.format, storage: output)
  }

  /// Decodes until the bitmap is full or the rows end.
  ///
  /// Rows that are lost to damage are white. The strict policy reads all rows, even those that are
  /// not shown.
  private func pushRows(
    _ policy: DamagePolicy, through resampler: inout some RowResampler
  ) throws(ImagingError) {
    let scratch = unsafe row.pointer(as: UInt8.self)
    let target = unsafe output.pointer(as: UInt8.self)
    let height = decoder.rasterSize.height
    var y = 0
    while y < height, policy == .strict || !resampler.isComplete {
      try checkCancellation(y)
      guard let source = try unsafe nextRow(scratch) else { break }
      unsafe resampler.push(source, into: target)
      y += 1
    }
    try finish(policy, rowCount: y)
    unsafe row.bytes.initializeMemory(as: UInt8.self, repeating: 255)
    for _ in y..<height { unsafe resampler.push(UnsafePointer(scratch), into: target) }
  }

  private func nextRow(
    _ scratch: UnsafeMutablePointer<UInt8>
  ) throws(ImagingError) -> UnsafePointer<UInt8>? {
    if takesRowsAsTheyAre { return try unsafe decoder.nextRow(scratch) }
    return try unsafe decoder.readRow(into: scratch) ? UnsafePointer(scratch) : nil
  }

  /// Decodes rows directly into the result, and returns their number.
  private func readRows() throws(ImagingError) -> Int {
    let target = unsafe output.pointer(as: UInt8.self)
    for y in 0..<decoder.rasterSize.height {
      try checkCancellation(y)
      guard try unsafe decoder.readRow(into: target + y * rowByteCount) else { return y }
    }
    return decoder.rasterSize.height
  }

  private func checkCancellation(_ y: Int) throws(ImagingError) {
    if y % Self.cancellationStride == 0, Task.isCancelled { throw .cancelled }
  }

  private func finish(_ policy: DamagePolicy, rowCount: Int) throws(ImagingError) {
    if rowCount == decoder.rasterSize.height { try decoder.finish() }
    let damage = decoder.damage
    if policy == .strict, !damage.isNone {
      throw .damaged(warningCount: damage.warningCount, message: damage.message)
    }
    if rowCount == 0 { throw .codec(message: damage.message, offset: nil) }
  }
}
