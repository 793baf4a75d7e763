// SPDX-License-Identifier: Apache-2.0

/// Looks for the orientation in the chunks behind the pixels of a PNG.
///
/// Encoders write the pixels in chunks of one length, of which the last is shorter. So the first
/// one tells where the last one should be, and what follows it costs a few reads of 1 KiB. Where
/// that is not so, the last 256 KiB are searched for chunks with the right names and a right
/// checksum.
enum PNGTrailingChunks {
  /// The bytes at the end of a file that are searched.
  static let byteCount = 256 << 10

  /// More chunks are not followed: a read of up to 4 KiB each.
  private static let largestChunkCount = 16

  /// The number of places that are tried for the last long chunk of pixels.
  private static let largestGuessCount = 4

  /// What is checked of chunks that may be some, so that no file made of their names costs more
  /// than others.
  private static let largestCheckedByteCount = 1 << 20

  /// Reads what the chunks behind the first one of the pixels tell.
  ///
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`. A file that is cut off is no error.
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
        try search(reader.bytes(in: start..<reader.byteCount), into: &found)
        found.base = 0
      }
    }
    orientation = found
  }

  // MARK: - Walking

  /// Returns whether the chunks led to the end.
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

  /// Finds the chunk behind the last long one of the pixels, if all but the last have the length of the
  /// first; nil if they have not.
  private static func end(
    ofEqualChunksFrom first: PNGChunk, of reader: inout HeaderReader
  ) throws(ImagingError) -> Int? {
    let second = try PNGChunk(at: first.end, from: &reader)
    guard second.kind == .imageData else { return second.start }
    let step = first.end - first.start
    // Behind the last one stand the 12 bytes of IEND at least, and perhaps as many as some of them have.
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
    _ bytes: [UInt8], into orientation: inout PNGOrientation
  ) throws(ImagingError) {
    var reader = HeaderReader(ByteSource(bytes), budget: 4 * bytes.count)
    var left = largestCheckedByteCount
    for start in candidates(in: bytes) {
      guard let chunk = try? PNGChunk(at: start, from: &reader), chunk.end <= bytes.count,
        chunk.length <= left
      else { continue }
      left -= chunk.length
      guard try hasRightChecksum(chunk, in: bytes, from: &reader) else { continue }
      try orientation.take(chunk, from: &reader)
      if orientation.exif != nil { return }
    }
  }

  /// The offsets of what has the name of a chunk that tells the orientation.
  private static func candidates(in bytes: [UInt8]) -> [Int] {
    let names: [PNGChunk.Kind] = [.exif, .text, .compressedText, .internationalText]
    var letters: UInt32 = 0
    var offsets: [Int] = []
    for (offset, byte) in bytes.enumerated() {
      letters = letters << 8 | UInt32(byte)
      // All names end in one of two letters.
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
