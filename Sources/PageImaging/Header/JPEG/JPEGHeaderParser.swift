// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A parser of the segments of a JPEG up to its first scan.
///
/// The parser finds segments exactly as libjpeg does, including after garbage between segments, so
/// it rejects no file that libjpeg decodes. It continues after the frame header because the
/// orientation may follow.
struct JPEGHeaderParser {
  private var frame: JPEGFrame?
  private var orientation: Orientation?
  private var exifBlock: Range<Int>?
  private var density: PixelDensity?
  private var notes: [ImageHeader.Note] = []
  private var hasJFIFMarker = false
  private var adobeTransform: UInt8?

  /// Reads the header of a JPEG, starting after SOI.
  static func header(from reader: inout HeaderReader) throws(ImagingError) -> ImageHeader {
    var parser = JPEGHeaderParser()
    var offset = 2
    while true {
      guard let marker = try JPEGSegments.nextMarker(from: offset, in: &reader) else {
        throw .truncated(offset: reader.byteCount)
      }
      offset = marker.end
      if let scan = try parser.take(JPEGMarker(marker.code), at: &offset, from: &reader) {
        return try parser.header(beforeScan: scan, from: &reader)
      }
    }
  }

  /// Reads one segment and advances `offset` past it; returns its byte range if it is a scan
  /// header.
  private mutating func take(
    _ marker: JPEGMarker, at offset: inout Int, from reader: inout HeaderReader
  ) throws(ImagingError) -> Range<Int>? {
    let start = offset - 2
    switch marker {
    case .standalone:
      return nil
    case .startOfImage:
      throw .malformed(what: "a second image starts inside the header", offset: start)
    case .endOfImage:
      throw .malformed(what: "the image ends before its first scan", offset: start)
    case .unsupported(let feature):
      throw .unsupported(feature: feature, offset: start)
    case .reserved:
      throw .malformed(what: "the marker is reserved", offset: start)
    case .startOfFrame, .startOfScan, .application, .comment, .table, .restartInterval:
      let segment = try Self.segment(at: offset, after: marker, from: &reader)
      offset = segment.upperBound
      return try read(segment, after: marker, from: &reader)
    }
  }

  private mutating func read(
    _ segment: Range<Int>, after marker: JPEGMarker, from reader: inout HeaderReader
  ) throws(ImagingError) -> Range<Int>? {
    switch marker {
    case .startOfScan:
      return segment
    case .startOfFrame(let kind):
      guard frame == nil else {
        throw .malformed(what: "there are two frame headers", offset: segment.lowerBound - 2)
      }
      frame = try JPEGFrame(kind, in: segment, from: &reader)
    case .application(let number):
      let body = segment.lowerBound + 2..<segment.upperBound
      try readApplicationSegment(number, body: body, from: &reader)
    default:
      break
    }
    return nil
  }

  /// Returns the byte range of a segment, from its length field to its end.
  private static func segment(
    at offset: Int, after marker: JPEGMarker, from reader: inout HeaderReader
  ) throws(ImagingError) -> Range<Int> {
    let stated = try JPEGSegments.length(at: offset, in: &reader) ?? 0
    let length = max(stated, 2)
    guard length <= reader.byteCount - offset else { throw .truncated(offset: reader.byteCount) }
    guard try isLegal(stated, at: offset, after: marker, from: &reader) else {
      throw .malformed(what: "the length of the segment is wrong", offset: offset)
    }
    return offset..<offset + length
  }

  private static func isLegal(
    _ length: Int, at offset: Int, after marker: JPEGMarker, from reader: inout HeaderReader
  ) throws(ImagingError) -> Bool {
    switch marker {
    case .table:
      return length >= 2
    case .restartInterval:
      return length == 4
    case .startOfScan:
      let count = Int(try reader.byte(at: offset + 2))
      return (1...4).contains(count) && length == 6 + 2 * count
    default:
      return true
    }
  }

  private func header(
    beforeScan scan: Range<Int>, from reader: inout HeaderReader
  ) throws(ImagingError) -> ImageHeader {
    guard let frame else {
      throw .malformed(what: "a scan comes before the frame header", offset: scan.lowerBound - 2)
    }
    let deferredHeight =
      frame.leavesHeightOpen
      ? try JPEGDeferredHeight.find(after: scan.upperBound, from: &reader) : nil
    let details = details(of: frame, deferredHeight: deferredHeight)
    return ImageHeader(
      facts: ImageFacts(
        format: .jpeg,
        storedSize: try Self.size(of: frame, deferredHeight: deferredHeight),
        bitDepth: 8,
        colorModel: details.colorModel,
        orientation: orientation ?? .upright,
        density: density,
        isProgressive: frame.kind.isProgressive),
      notes: notes,
      byteCount: reader.byteCount,
      details: .jpeg(details))
  }

  private func details(of frame: JPEGFrame, deferredHeight: Int?) -> JPEGDetails {
    JPEGDetails(
      heightOffset: frame.heightOffset,
      declaredHeight: frame.height,
      deferredHeight: deferredHeight,
      components: frame.components,
      isArithmetic: frame.kind.isArithmetic,
      hasJFIFMarker: hasJFIFMarker,
      adobeTransform: adobeTransform,
      exifBlock: exifBlock)
  }

  private static func size(
    of frame: JPEGFrame, deferredHeight: Int?
  ) throws(ImagingError) -> PixelSize {
    let size = PixelSize(width: frame.width, height: deferredHeight ?? frame.height)
    guard size.height > 0 else {
      throw .invalidSize(width: size.width, height: size.height, offset: frame.heightOffset)
    }
    guard max(size.width, size.height) <= JPEGFrame.maximumSide else {
      throw .unsupported(
        feature: "a side of more than \(JPEGFrame.maximumSide) pixels", offset: frame.heightOffset)
    }
    return size
  }
}

// MARK: - Application segments

extension JPEGHeaderParser {
  private mutating func readApplicationSegment(
    _ number: Int, body: Range<Int>, from reader: inout HeaderReader
  ) throws(ImagingError) {
    switch number {
    case 0: try readJFIF(body, from: &reader)
    case 1 where orientation == nil: try readEXIF(body, from: &reader)
    case 14: try readAdobe(body, from: &reader)
    default: break
    }
  }

  /// Parses a JFIF segment: `JFIF\0`, version 2, unit 1, x 2, y 2, thumbnail size 2.
  private mutating func readJFIF(
    _ body: Range<Int>, from reader: inout HeaderReader
  ) throws(ImagingError) {
    let start = body.lowerBound
    guard body.count >= 14, try reader.matches("JFIF\0", at: start) else { return }
    hasJFIFMarker = true
    let unit = Self.unit(try reader.byte(at: start + 7))
    let x = Double(try reader.uint16(at: start + 8))
    let y = Double(try reader.uint16(at: start + 10))
    notes = []
    density = unit.flatMap { PixelDensity(x: x, y: y, unit: $0) }?.ifPlausible(noting: &notes)
  }

  private static func unit(_ code: UInt8) -> PixelDensity.Unit? {
    switch code {
    case 0: .aspect
    case 1: .inch
    case 2: .centimeter
    default: nil
    }
  }

  /// Parses an EXIF segment: `Exif\0`, a padding byte, then a TIFF file.
  ///
  /// Of several segments, the first with a TIFF file counts.
  private mutating func readEXIF(
    _ body: Range<Int>, from reader: inout HeaderReader
  ) throws(ImagingError) {
    guard body.count >= 6, try reader.matches("Exif\0", at: body.lowerBound) else { return }
    let block = body.lowerBound + 6..<body.upperBound
    orientation = try EXIFOrientation.read(in: block, from: &reader)
    if orientation != nil { exifBlock = block }
  }

  /// Parses an Adobe segment: `Adobe`, version 2, flags 2 and 2, transform 1.
  private mutating func readAdobe(
    _ body: Range<Int>, from reader: inout HeaderReader
  ) throws(ImagingError) {
    guard body.count >= 12, try reader.matches("Adobe", at: body.lowerBound) else { return }
    adobeTransform = try reader.byte(at: body.lowerBound + 11)
  }
}
