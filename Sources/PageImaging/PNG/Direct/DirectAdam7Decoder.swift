// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A decoder that makes a smaller picture of an interlaced PNG from its first passes.
///
/// The data after these passes are not inflated, so damage there is not detected, as with the last
/// scans of a progressive JPEG. The chunks must nevertheless lead to the end of the file. The
/// strict policy uses libpng.
final class DirectAdam7Decoder: RowDecoder {
  let rasterSize: PixelSize
  let format: PixelFormat
  let coveredWidth: Double
  let coveredHeight: Double
  let coveredOffset: Double

  private let layout: PNGPixelLayout
  private let storedSize: PixelSize
  private let grid: Adam7.Grid
  private let pixels: RawStorage
  private var rowsRead = 0

  private static let largestRow = 1 << 19

  /// Returns whether neighboring pixels are similar.
  ///
  /// Images of few colors are often dithered, and every fourth pixel of a dither pattern does not
  /// represent the others.
  private static func isSmooth(_ layout: PNGPixelLayout) -> Bool {
    layout.bitDepth >= 8 && layout.colorType != PNGPixelLayout.palette
  }

  /// Decodes the passes that fill `grid`; `nil` if libpng must decode the file.
  init?(
    _ input: DecoderInput, header: ImageHeader, grid: Adam7.Grid, limits: DecodingLimits
  ) throws(ImagingError) {
    guard grid != .all, header.isProgressive,
      let layout = DirectPNGDecoder.layout(of: header, largestRow: Self.largestRow),
      Self.isSmooth(layout),
      let chunks = try PNGChunkStream(input, layout: layout, ancillaryLimit: limits.ancillaryBytes)
    else { return nil }
    self.layout = layout
    self.grid = grid
    storedSize = header.storedSize
    rasterSize = grid.size(of: storedSize)
    format = layout.format
    coveredWidth = Double(storedSize.width) / Double(grid.pitch)
    coveredHeight = Double(storedSize.height) / Double(grid.pitch)
    coveredOffset = grid.offset
    pixels = try RawStorage(
      byteCount: rasterSize.width * rasterSize.height * format.bytesPerPixel)
    let conversion = PNGPixelConversion(
      layout, palette: chunks.palette, transparency: chunks.transparency)
    let byteCounts = Adam7.passes.map { layout.filteredByteCount($0.size(of: header.storedSize)) }
    let inflater = try PNGInflater(chunks, rowsByteCount: byteCounts.reduce(0, +))
    for pass in Adam7.passes[..<grid.passCount] {
      guard try read(pass, from: inflater, conversion) else { return nil }
    }
    guard try inflater.chunks.leadsToEnd() else { return nil }
  }

  /// Returns the memory for the passes of `grid`, in bytes: the pixels of the grid, and the rows of
  /// one pass.
  static func byteCount(for header: ImageHeader, grid: Adam7.Grid) -> Double {
    guard let layout = DirectPNGDecoder.layout(of: header, largestRow: largestRow) else { return 0 }
    let raster = grid.size(of: header.storedSize)
    let pixel = layout.format.bytesPerPixel
    let rows = PNGScanlines.byteCount(
      rowByteCount: layout.rowByteCount(width: raster.width), height: raster.height)
    return Double(raster.width) * Double(raster.height + 1) * Double(pixel)
      + Double(Inflater.byteCount + rows)
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws(ImagingError) -> Bool {
    guard let pixels = try unsafe nextRow(row) else { return false }
    unsafe row.update(from: pixels, count: rasterSize.width * format.bytesPerPixel)
    return true
  }

  func nextRow(
    _ scratch: UnsafeMutablePointer<UInt8>
  ) throws(ImagingError) -> UnsafePointer<UInt8>? {
    guard rowsRead < rasterSize.height else { return nil }
    rowsRead += 1
    let start = (rowsRead - 1) * rasterSize.width * format.bytesPerPixel
    return unsafe UnsafePointer(pixels.pointer(as: UInt8.self) + start)
  }

  func finish() {}

  var damage: Damage { Damage() }

  private func read(
    _ pass: Adam7.Pass, from inflater: PNGInflater, _ conversion: PNGPixelConversion
  ) throws(ImagingError) -> Bool {
    let size = pass.size(of: storedSize)
    guard size.width > 0, size.height > 0 else { return true }
    var scanlines = try PNGScanlines(
      inflater, layout: layout, width: size.width, height: size.height)
    let row = try RawStorage(byteCount: size.width * format.bytesPerPixel)
    for y in 0..<size.height {
      guard let stored = try unsafe scanlines.next(),
        unsafe conversion.convert(stored, width: size.width, into: row.pointer(as: UInt8.self))
      else { return false }
      scatter(row, size.width, of: pass, to: (pass.y + y * pass.down) / grid.pitch)
    }
    return true
  }

  private func scatter(_ row: RawStorage, _ width: Int, of pass: Adam7.Pass, to y: Int) {
    let start = y * rasterSize.width + pass.x / grid.pitch
    let step = pass.across / grid.pitch
    if format == .gray8 {
      let source = unsafe row.pointer(as: UInt8.self)
      let target = unsafe pixels.pointer(as: UInt8.self) + start
      for x in 0..<width { unsafe target[x * step] = source[x] }
    } else {
      let source = unsafe row.pointer(as: UInt32.self)
      let target = unsafe pixels.pointer(as: UInt32.self) + start
      for x in 0..<width { unsafe target[x * step] = source[x] }
    }
  }
}
