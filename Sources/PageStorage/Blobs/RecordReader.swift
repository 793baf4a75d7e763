// SPDX-License-Identifier: Apache-2.0

/// Reads the records of an open file in pieces, whatever its size.
struct RecordReader {
  let descriptor: Int32

  /// More than a record of the longest metadata of a document takes: 1 MiB of letters of which JSON writes
  /// each with six, and the marks around up to 350,000 pairs.
  private static let lineLimit = 16 << 20
  private static let pieceByteCount = 256 << 10

  /// Calls `body` with each record in a part of the file, and with `nil` for each line that is none.
  ///
  /// A line without its end is none, and one that is longer than any record ends the work.
  ///
  /// - Parameters:
  ///   - start: The begin of the part.
  ///   - end: Its end; the end of the file by default.
  ///   - body: Takes a record and the place of its line.
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
      // What was there before has no line feed.
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
