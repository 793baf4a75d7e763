// SPDX-License-Identifier: Apache-2.0

/// The orientation that the chunks of a PNG state.
///
/// The eXIf chunk is the one of the standard. Before there was one, programs kept the EXIF block of a JPEG
/// as hexadecimal digits in a text chunk, and some still do; it counts if there is no eXIf chunk. Of several
/// the first counts.
struct PNGOrientation {
  /// The orientation in the eXIf chunk.
  private(set) var exif: Orientation?
  /// The position of that block.
  private(set) var exifBlock: Range<Int>?
  /// The position of the body of the first tIME chunk, which stands beside the others.
  private(set) var timeOffset: Int?
  /// The offset in the file of the bytes that are read.
  var base = 0
  private var text: Orientation?
  private var textsTried = 0

  /// Text chunks that hold no block after all are not tried without end: each costs up to 64 KiB.
  private static let largestTextCount = 2

  /// The orientation, upright if no chunk tells one.
  var value: Orientation { exif ?? text ?? .upright }

  /// Looks into a chunk that may tell the orientation.
  ///
  /// - Throws: What the reader throws.
  mutating func take(
    _ chunk: PNGChunk, from reader: inout HeaderReader
  ) throws(ImagingError) {
    switch chunk.kind {
    case .exif where exif == nil:
      try readEXIF(chunk, from: &reader)
    case .time where timeOffset == nil && chunk.length == 7:
      timeOffset = base + chunk.body
    case .text, .compressedText, .internationalText:
      guard text == nil, textsTried < Self.largestTextCount,
        let profile = try PNGTextProfile(chunk, from: &reader)
      else { return }
      textsTried += 1
      text = try profile.orientation(from: &reader)
    default:
      break
    }
  }

  /// Some writers copy the block from a JPEG with its `Exif\0\0` in front.
  private mutating func readEXIF(
    _ chunk: PNGChunk, from reader: inout HeaderReader
  ) throws(ImagingError) {
    guard chunk.length >= 6 else { return }
    let start = chunk.body + (try reader.matches("Exif\0\0", at: chunk.body) ? 6 : 0)
    let end = chunk.body + chunk.length
    exif = try EXIFOrientation.read(in: start..<end, from: &reader)
    if exif != nil { exifBlock = base + start..<base + end }
  }
}
