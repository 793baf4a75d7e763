// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

extension ImagingStages {
  /// Inflates the rows of a PNG.
  ///
  /// - Parameters:
  ///   - source: A PNG that is not interlaced.
  ///   - unfilters: Whether the filters of the rows are undone too.
  /// - Returns: Whether the rows were read; `false` if libpng has to decode the file.
  /// - Throws: The errors of `ImageHeader.init(reading:limits:)`, `ImagingError.outOfMemory`.
  /// - Complexity: O(number of pixels).
  public static func readRows(
    _ source: ByteSource, unfilters: Bool
  ) throws(ImagingError) -> Bool {
    let header = try ImageHeader(reading: source)
    guard let layout = DirectPNGDecoder.layout(of: header, largestRow: 1 << 17) else {
      return false
    }
    let size = header.storedSize
    return try DecoderInput.with(source) { input throws(ImagingError) in
      guard let chunks = try PNGChunkStream(input, layout: layout, ancillaryLimit: 1 << 20) else {
        return false
      }
      let inflater = try PNGInflater(chunks, rowsByteCount: layout.filteredByteCount(size))
      if unfilters {
        var scanlines = try PNGScanlines(
          inflater, layout: layout, width: size.width, height: size.height)
        for _ in 0..<size.height where try unsafe scanlines.next() == nil { return false }
      } else {
        let batch = 32 * (layout.rowByteCount(width: size.width) + 1)
        let rows = try RawStorage(byteCount: batch)
        var left = batch / 32 * size.height
        while left > 0 {
          let count = min(batch, left)
          guard try unsafe inflater.fill(rows.pointer(as: UInt8.self), count: count) else {
            return false
          }
          left -= count
        }
      }
      return try inflater.finish()
    }
  }

  /// Decodes a PNG with libpng alone, which otherwise decodes only unusual files.
  ///
  /// - Parameters:
  ///   - source: A PNG.
  ///   - options: The options of the decoding.
  /// - Throws: The errors of `ImageDecoder.decode(_:options:)`.
  /// - Complexity: O(number of pixels).
  public static func decodeByLibpng(
    _ source: ByteSource, options: DecodingOptions
  ) throws(ImagingError) {
    let header = try ImageHeader(reading: source, limits: options.limits)
    let plan = try DecodingPlan(header, options: options)
    try DecoderInput.with(source) { input throws(ImagingError) in
      let decoder = try PNGRowDecoder(input, header: header, options: options)
      var pipeline = try DecodingPipeline(decoder, plan: plan)
      _ = try pipeline.run(options.damagePolicy)
    }
  }
}
