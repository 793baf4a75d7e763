// SPDX-License-Identifier: Apache-2.0

/// The search for the orientation in the chunks after the pixels of a PNG.
///
/// Encoders write IDAT chunks of one length, of which the last is shorter. The first IDAT chunk
/// therefore predicts the position of the last one, and the chunks after the last one cost a few
/// reads of 1 KiB. If the prediction fails, the last 256 KiB are searched for chunks with the right
/// types and a correct CRC.
enum PNGTrailingChunks {
  /// The number of bytes at the end of a file that are searched.
  static let byteCount = 256 << 10

  /// The largest number of chunks that are followed: each costs a read of up to 4 KiB.
  private static let largestChunkCount = 16

  /// The number of positions that are tried for the last IDAT chunk of full length.
  private static let largestGuessCount = 4

  /// The largest number of bytes whose CRC is computed in a search, so that a file full of chunk
  /// types costs no more than others.
  private static let largestCheckedByteCount = 1 << 20

  /// Reads the orientation and the time from the chunks after the first IDAT chunk.
  ///
  /// - Throws: `ImagingError.io`. All other errors, such as a truncated file, end the search.
  static func read(
    behind imageData: PNGChunk, from reader: inout HeaderReader,
    into orientation: inout PNGOrientation
  ) throws(ImagingError) {
    guard imageData.end < reader.byteCount else { return }
    var found = orientation
    try reader.withTrailingReader { reader throws(ImagingError) in
      let start = max(imageData.end, reader.byteCount - byteCount)
      var walked = found
      if try walk(behind: imageData, from: &reader, into: &walked) {
        found = walked
      } else {
        found.base = start
        let bytes = try reader.bytes(in: start..<reader.byteCount)
        try search(bytes, counting: &reader.endCheckedByteCount, into: &found)
        found.base = 0
      }
    }
    orientation = found
  }

  // MARK: - Walking

  /// Follows the chunks after the pixels, and returns whether they led to IEND.
  private static func walk(
    behind imageData: PNGChunk, from reader: inout HeaderReader,
    into orientation: inout PNGOrientation
  ) throws(ImagingError) -> Bool {
    do throws(ImagingError) {
      guard var offset = try end(ofEqualChunksFrom: imageData, of: &reader) else {
        return false
      }
      for _ in 0..<largestChunkCount {
        let chunk = try PNGChunk(at: offset, from: &reader)
        guard chunk.end <= reader.byteCount else { return false }
        if chunk.kind == .end { return true }
        if chunk.start >= reader.byteCount - byteCount {
          try orientation.take(chunk, from: &reader)
        }
        offset = chunk.end
      }
      return false
    } catch {
      switch error {
      case .io, .outOfMemory: throw error
      default: return false
      }
    }
  }

  /// Returns the offset after the last IDAT chunk of full length; `nil` if there is none at the
  /// predicted positions.
  ///
  /// The prediction assumes that all IDAT chunks but the last have the length of the first. If the
  /// first is the only one, the result is the offset after it.
  private static func end(
    ofEqualChunksFrom first: PNGChunk, of reader: inout HeaderReader
  ) throws(ImagingError) -> Int? {
    let second = try PNGChunk(at: first.end, from: &reader)
    guard second.kind == .imageData else { return second.start }
    let step = first.end - first.start
    // At least the 12 bytes of IEND follow the last IDAT chunk. Further chunks can be as long as
    // several IDAT chunks.
    let count = (reader.byteCount - 12 - first.start) / step
    for index in stride(from: count - 1, through: max(0, count - largestGuessCount), by: -1) {
      let start = first.start + index * step
      guard try Int(reader.uint32(at: start)) == first.length,
        try PNGChunk.Kind(letters: reader.uint32(at: start + 4)) == .imageData
      else { continue }
      return start + step
    }
    return nil
  }

  // MARK: - Searching

  private static func search(
    _ bytes: [UInt8], counting checkedByteCount: inout Int, into orientation: inout PNGOrientation
  ) throws(ImagingError) {
    var reader = HeaderReader(ByteSource(bytes), budget: 4 * bytes.count)
    for start in candidates(in: bytes) {
      guard let chunk = try? PNGChunk(at: start, from: &reader), chunk.end <= bytes.count,
        chunk.length <= largestCheckedByteCount - checkedByteCount
      else { continue }
      checkedByteCount += chunk.length
      guard try hasRightChecksum(chunk, in: bytes, from: &reader) else { continue }
      try orientation.take(chunk, from: &reader)
      if orientation.exif != nil { return }
    }
  }

  /// Returns the offsets of possible chunks with an orientation, found by the letters of their
  /// types.
  private static func candidates(in bytes: [UInt8]) -> [Int] {
    let names: [PNGChunk.Kind] = [.exif, .text, .compressedText, .internationalText]
    var letters: UInt32 = 0
    var offsets: [Int] = []
    for (offset, byte) in bytes.enumerated() {
      letters = letters << 8 | UInt32(byte)
      // All four types end in one of two letters.
      guard byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f"), offset >= 7 else { continue }
      if names.contains(PNGChunk.Kind(letters: letters)) { offsets.append(offset - 7) }
    }
    return offsets
  }

  private static func hasRightChecksum(
    _ chunk: PNGChunk, in bytes: [UInt8], from reader: inout HeaderReader
  ) throws(ImagingError) -> Bool {
    let checksum = CRC32(of: bytes[chunk.start + 4..<chunk.end - 4])
    return try reader.uint32(at: chunk.end - 4) == checksum.value
  }
}
