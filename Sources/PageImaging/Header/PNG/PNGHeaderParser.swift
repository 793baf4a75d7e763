// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A parser of the chunks of a PNG up to its first pixels.
///
/// If no eXIf chunk before the pixels states the orientation, the chunks after the pixels are
/// searched too; see ``PNGTrailingChunks``. Faults inside ancillary chunks are ignored, as in other
/// decoders.
struct PNGHeaderParser {
  private let imageHeader: PNGImageHeader
  private let limits: DecodingLimits
  private var paletteCount: Int?
  private var hasTransparencyChunk = false
  private var density: PixelDensity?
  private var notes: [ImageHeader.Note] = []
  private var orientation = PNGOrientation()

  /// Reads the header of a PNG, starting after the signature.
  static func header(
    from reader: inout HeaderReader, limits: DecodingLimits
  ) throws(ImagingError) -> ImageHeader {
    let first = try PNGChunk(at: 8, from: &reader)
    var parser = PNGHeaderParser(
      imageHeader: try PNGImageHeader(in: first, from: &reader), limits: limits)
    var offset = first.end
    while true {
      let chunk = try PNGChunk(at: offset, from: &reader)
      if chunk.kind == .imageData {
        try parser.readBehindPixels(from: chunk, of: &reader)
        return try parser.header(before: chunk, of: reader)
      }
      try parser.take(chunk, from: &reader)
      offset = chunk.end
    }
  }

  private init(imageHeader: PNGImageHeader, limits: DecodingLimits) {
    self.imageHeader = imageHeader
    self.limits = limits
  }

  private mutating func take(
    _ chunk: PNGChunk, from reader: inout HeaderReader
  ) throws(ImagingError) {
    guard chunk.end <= reader.byteCount else { throw .truncated(offset: reader.byteCount) }
    guard !chunk.isAncillary || chunk.length <= limits.ancillaryBytes else {
      throw .limitExceeded(
        limit: .ancillaryBytes, found: chunk.length, allowed: limits.ancillaryBytes)
    }
    switch chunk.kind {
    case .palette: try readPalette(chunk)
    case .transparency: readTransparency(chunk)
    case .physicalDimensions: try readDensity(chunk, from: &reader)
    case .exif, .time, .text, .compressedText, .internationalText:
      try orientation.take(chunk, from: &reader)
    case .end:
      throw .malformed(what: "the image ends before its pixels", offset: chunk.start)
    case .imageHeader:
      throw .malformed(what: "there are two IHDR chunks", offset: chunk.start)
    case _ where !chunk.isAncillary:
      throw .malformed(what: "a critical chunk is unknown", offset: chunk.start)
    default: break
    }
  }

  private mutating func readPalette(_ chunk: PNGChunk) throws(ImagingError) {
    let count = chunk.length / 3
    let isLegal = chunk.length % 3 == 0 && (1...256).contains(count)
    guard isLegal || imageHeader.colorModel != .palette else {
      throw .malformed(what: "the palette has a wrong length", offset: chunk.start)
    }
    guard paletteCount == nil else {
      throw .malformed(what: "there are two palettes", offset: chunk.start)
    }
    paletteCount = count
  }

  /// Records a tRNS chunk; a chunk of a wrong length, or before the palette to which it belongs, is
  /// ignored.
  private mutating func readTransparency(_ chunk: PNGChunk) {
    let isFitting =
      switch imageHeader.colorModel {
      case .gray: chunk.length == 2
      case .rgb: chunk.length == 6
      case .palette: chunk.length > 0 && chunk.length <= paletteCount ?? 0
      default: false
      }
    // Of several chunks, the first valid one counts.
    if isFitting { hasTransparencyChunk = true }
  }

  private mutating func readDensity(
    _ chunk: PNGChunk, from reader: inout HeaderReader
  ) throws(ImagingError) {
    guard chunk.length == 9, density == nil else { return }
    let x = Double(try reader.uint32(at: chunk.body))
    let y = Double(try reader.uint32(at: chunk.body + 4))
    let unit: PixelDensity.Unit
    switch try reader.byte(at: chunk.body + 8) {
    case 0: unit = .aspect
    case 1: unit = .meter
    default: return
    }
    density = PixelDensity(x: x, y: y, unit: unit)?.ifPlausible(noting: &notes)
  }

  private mutating func readBehindPixels(
    from imageData: PNGChunk, of reader: inout HeaderReader
  ) throws(ImagingError) {
    guard orientation.exif == nil else { return }
    try PNGTrailingChunks.read(behind: imageData, from: &reader, into: &orientation)
  }

  private func header(
    before imageData: PNGChunk, of reader: borrowing HeaderReader
  ) throws(ImagingError) -> ImageHeader {
    guard paletteCount != nil || imageHeader.colorModel != .palette else {
      throw .malformed(what: "the palette is missing", offset: imageData.start)
    }
    let details = PNGDetails(
      colorType: imageHeader.colorType,
      bitDepth: imageHeader.bitDepth,
      isInterlaced: imageHeader.isInterlaced,
      hasTransparency: hasTransparencyChunk || imageHeader.hasAlphaChannel,
      imageDataOffset: imageData.start,
      exifBlock: orientation.exifBlock,
      timeOffset: orientation.timeOffset)
    return ImageHeader(
      facts: ImageFacts(
        format: .png,
        storedSize: imageHeader.size,
        bitDepth: imageHeader.bitDepth,
        colorModel: imageHeader.colorModel,
        orientation: orientation.value,
        density: density,
        isProgressive: imageHeader.isInterlaced),
      notes: notes,
      byteCount: reader.byteCount,
      details: .png(details))
  }
}
