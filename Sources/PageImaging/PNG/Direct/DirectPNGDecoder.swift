// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A decoder of PNG rows without libpng: ISA-L inflates the rows, 32 rows are unfiltered at a time,
/// and the resampler gets them in their stored form where it supports that form.
///
/// The decoder handles sound files, and gives the same pixels as libpng in a fraction of the time.
/// It fails as soon as anything is unusual: `PNGRowDecoder` then decodes the page, and alone
/// reports damage.
final class DirectPNGDecoder: RowDecoder {
  let rasterSize: PixelSize
  let format: PixelFormat
  let rowLayout: RowLayout
  /// Whether all data so far are sound; otherwise libpng must decode the file.
  private(set) var isSound = true

  private let inflater: PNGInflater
  private let conversion: PNGPixelConversion
  private var scanlines: PNGScanlines
  private let passesRowsOn: Bool
  private var rowsRead = 0

  var coveredWidth: Double { Double(rasterSize.width) }
  var coveredHeight: Double { Double(rasterSize.height) }
  var isBilevel: Bool { rowLayout == .gray1 }

  /// The largest row in bytes: longer rows are left to libpng, which holds fewer rows.
  private static let largestRow = 1 << 17

  /// Reads up to the first pixels of a file that is not interlaced; `nil` if libpng must decode the
  /// file.
  init?(_ input: DecoderInput, header: ImageHeader, limits: DecodingLimits) throws(ImagingError) {
    guard let layout = Self.layout(of: header, largestRow: Self.largestRow), !header.isProgressive,
      let chunks = try PNGChunkStream(input, layout: layout, ancillaryLimit: limits.ancillaryBytes)
    else { return nil }
    rasterSize = header.storedSize
    format = layout.format
    rowLayout = layout.rowLayout ?? .pixels
    passesRowsOn = layout.rowLayout != nil
    conversion = PNGPixelConversion(
      layout, palette: chunks.palette, transparency: chunks.transparency)
    inflater = try PNGInflater(chunks, rowsByteCount: layout.filteredByteCount(rasterSize))
    scanlines = try PNGScanlines(
      inflater, layout: layout, width: rasterSize.width, height: rasterSize.height)
  }

  /// Returns the layout of the pixels of a file; `nil` if its rows cannot be decoded here.
  static func layout(of header: ImageHeader, largestRow: Int) -> PNGPixelLayout? {
    guard case .png(let png) = header.details else { return nil }
    let layout = PNGPixelLayout(colorType: png.colorType, bitDepth: png.bitDepth)
    guard PNGPixelConversion.isPossible(for: layout),
      layout.rowByteCount(width: header.storedSize.width) <= largestRow
    else { return nil }
    return layout
  }

  /// Returns the memory for decoding, in bytes, without the rows that are handed out.
  static func byteCount(for header: ImageHeader) -> Double {
    guard let layout = layout(of: header, largestRow: largestRow) else { return 0 }
    let size = header.storedSize
    let rows = PNGScanlines.byteCount(
      rowByteCount: layout.rowByteCount(width: size.width), height: size.height)
    return Double(Inflater.byteCount + rows)
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws(ImagingError) -> Bool {
    guard let stored = try unsafe nextScanline() else { return false }
    isSound = unsafe conversion.convert(stored, width: rasterSize.width, into: row)
    return isSound
  }

  func nextRow(
    _ scratch: UnsafeMutablePointer<UInt8>
  ) throws(ImagingError) -> UnsafePointer<UInt8>? {
    if passesRowsOn { return try unsafe nextScanline() }
    return try unsafe readRow(into: scratch) ? UnsafePointer(scratch) : nil
  }

  func finish() throws(ImagingError) {
    if isSound { isSound = try inflater.finish() }
  }

  var damage: Damage {
    isSound ? Damage() : Damage(warningCount: 1, message: "the file is not sound")
  }

  private func nextScanline() throws(ImagingError) -> UnsafePointer<UInt8>? {
    guard isSound, rowsRead < rasterSize.height else { return nil }
    rowsRead += 1
    let row = try unsafe scanlines.next()
    isSound = unsafe row != nil
    return unsafe row
  }

}
