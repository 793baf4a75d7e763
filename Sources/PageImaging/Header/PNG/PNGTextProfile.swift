// SPDX-License-Identifier: Apache-2.0

/// An EXIF block in a text chunk, in the format that ImageMagick introduced and exiftool reads.
///
///     Raw profile type exif \0 ... \n exif \n       130 \n 457869660000...
///
/// The keyword is `Raw profile type exif` or `Raw profile type APP1`. In a zTXt chunk, a byte for
/// the compression method follows, and the text is compressed. In an iTXt chunk, the text can be
/// compressed, and a language tag and a translated keyword precede it. The text holds the name and
/// the number of bytes on lines of their own, and then the bytes as hexadecimal digits.
struct PNGTextProfile {
  private let text: Range<Int>
  private let isCompressed: Bool

  /// The largest number of bytes that are read of a text, and that a compressed text is inflated
  /// to: the first directory of a block is near its start.
  static let largestByteCount = 64 << 10

  private static let keywordByteCount = 21

  /// Finds the text; `nil` if the chunk has another keyword or layout.
  init?(_ chunk: PNGChunk, from reader: inout HeaderReader) throws(ImagingError) {
    let end = chunk.body + chunk.length
    guard chunk.length > Self.keywordByteCount + 1,
      try Self.hasKeyword(at: chunk.body, from: &reader)
    else { return nil }
    var start = chunk.body + Self.keywordByteCount + 1
    var isCompressed = chunk.kind == .compressedText
    if chunk.kind == .internationalText {
      isCompressed = try reader.byte(at: start) == 1
      start += 1
    }
    if chunk.kind != .text {
      guard start < end, try reader.byte(at: start) == 0 else { return nil }
      start += 1
    }
    if chunk.kind == .internationalText {
      // The language tag and the translated keyword.
      for _ in 0..<2 {
        guard let next = try Self.end(ofStringAt: start, before: end, from: &reader) else {
          return nil
        }
        start = next
      }
    }
    text = start..<min(end, start + Self.largestByteCount)
    self.isCompressed = isCompressed
  }

  private static func hasKeyword(
    at offset: Int, from reader: inout HeaderReader
  ) throws(ImagingError) -> Bool {
    guard try reader.matches("Raw profile type ", at: offset) else { return false }
    // Not joined by `||`: its autoclosure would throw `any Error`.
    if try reader.matches("exif\0", at: offset + 17) { return true }
    return try reader.matches("APP1\0", at: offset + 17)
  }

  private static func end(
    ofStringAt start: Int, before end: Int, from reader: inout HeaderReader
  ) throws(ImagingError) -> Int? {
    for offset in start..<min(end, start + 256) where try reader.byte(at: offset) == 0 {
      return offset + 1
    }
    return nil
  }

  /// Returns the orientation that the block states; `nil` if there is no valid block.
  ///
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`.
  func orientation(from reader: inout HeaderReader) throws(ImagingError) -> Orientation? {
    // The other half of the budget is needed to reach the pixels.
    guard text.count <= reader.remainingBudget / 2 else { return nil }
    var text = try reader.bytes(in: text)
    if isCompressed {
      text = try Inflater.inflate(text, upTo: Self.largestByteCount) ?? []
    }
    guard let block = Self.bytes(ofDigitsIn: text) else { return nil }
    var blockReader = HeaderReader(ByteSource(block), budget: 2 * block.count)
    do throws(ImagingError) {
      let start = try blockReader.matches("Exif\0\0", at: 0) ? 6 : 0
      return try EXIFOrientation.read(in: start..<block.count, from: &blockReader)
    } catch {
      return nil
    }
  }

  /// Returns the bytes after the third line break; `nil` if a character there is neither a
  /// hexadecimal digit nor white space, or if the bytes are too few for a TIFF header.
  private static func bytes(ofDigitsIn text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var lineBreaks = 0
    var high: UInt8?
    for letter in text {
      if letter == UInt8(ascii: "\n") { lineBreaks += 1 }
      guard lineBreaks >= 3, !isBlank(letter) else { continue }
      guard let digit = value(of: letter) else { return nil }
      if let first = high { bytes.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    return bytes.count >= TIFFFields.headerByteCount ? bytes : nil
  }

  private static func isBlank(_ letter: UInt8) -> Bool {
    letter == UInt8(ascii: " ") || (9...13).contains(letter)
  }

  private static func value(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): letter - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): letter - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
