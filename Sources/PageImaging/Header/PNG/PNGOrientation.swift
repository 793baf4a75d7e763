// SPDX-License-Identifier: Apache-2.0

/// The orientation that the chunks of a PNG state.
///
/// The standard chunk is eXIf. Before it existed, programs stored the EXIF block of a JPEG as
/// hexadecimal digits in a text chunk, and some still do; a text chunk counts if no eXIf chunk
/// states an orientation. Of several chunks of a kind, the first valid one counts.
struct PNGOrientation {
  /// The orientation in the eXIf chunk.
  private(set) var exif: Orientation?
  /// The byte range of the EXIF block in the eXIf chunk.
  private(set) var exifBlock: Range<Int>?
  /// The offset of the body of the first tIME chunk, which is found in the same search.
  private(set) var timeOffset: Int?
  /// The offset in the file of the first byte of the reader.
  var base = 0
  private var text: Orientation?
  private var textsTried = 0

  /// The largest number of text chunks that are parsed: each costs up to 64 KiB.
  private static let largestTextCount = 2

  /// The orientation; upright if no chunk states one.
  var value: Orientation { exif ?? text ?? .upright }

  /// Reads a chunk that can state the orientation or the time.
  ///
  /// - Throws: The errors of the reader.
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

  /// Reads an eXIf chunk.
  ///
  /// Some writers copy the block from a JPEG with its prefix `Exif\0\0`.
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
