// SPDX-License-Identifier: Apache-2.0

/// Reads the records of an open file in pieces, whatever its size.
struct RecordReader {
  let descriptor: Int32

  /// More than a record of the longest title takes.
  private static let lineLimit = 4 << 20
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
      rest += piece
      var begin = rest.startIndex
      while let feed = rest[begin...].firstIndex(of: 0x0A) {
        let next = lineStart + feed - begin + 1
        try body(StoreRecord(line: rest[begin..<feed]), lineStart..<next)
        (lineStart, begin) = (next, feed + 1)
      }
      rest.removeSubrange(..<begin)
      guard rest.count <= Self.lineLimit else { break }
    }
    if !rest.isEmpty { try body(nil, lineStart..<lineStart + rest.count) }
  }
}
