// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// A reader of an open record file, in pieces.
struct RecordReader {
  let descriptor: Int32

  /// More than the longest record of document metadata: 1 MiB of characters that JSON escapes to
  /// six bytes each, and the punctuation of up to 350,000 pairs.
  private static let lineLimit = 16 << 20
  private static let pieceByteCount = 256 << 10

  /// Calls `body` with each record in a range of the file, and with `nil` for each invalid line.
  ///
  /// A line without a line feed is invalid, and a line longer than any record ends the iteration.
  ///
  /// - Parameters:
  ///   - start: The start of the range.
  ///   - end: The end of the range; the end of the file by default.
  ///   - body: Receives a record and the range of its line.
  /// - Throws: `PageStoreError.io`, and what `body` throws.
  func forEach(
    from start: Int, to end: Int = .max,
    _ body: (StoreRecord?, Range<Int>) throws(PageStoreError) -> Void
  ) throws(PageStoreError) {
    var rest: [UInt8] = []
    var lineStart = start
    var offset = start
    while offset < end {
      let piece = try SystemCalls.bytes(
        of: descriptor, at: offset, byteCount: min(Self.pieceByteCount, end - offset))
      guard !piece.isEmpty else { break }
      offset += piece.count
      // The earlier bytes contain no line feed.
      var (begin, unread) = (rest.startIndex, rest.endIndex)
      rest += piece
      while let feed = rest[unread...].firstIndex(of: 0x0A) {
        let next = lineStart + feed - begin + 1
        try body(StoreRecord(line: rest[begin..<feed]), lineStart..<next)
        (lineStart, begin, unread) = (next, feed + 1, feed + 1)
      }
      rest.removeSubrange(..<begin)
      guard rest.count <= Self.lineLimit else { break }
    }
    if !rest.isEmpty { try body(nil, lineStart..<lineStart + rest.count) }
  }
}
