// SPDX-License-Identifier: Apache-2.0

private import CGalleryInflate

/// The filtered rows of a PNG: its compressed bytes, inflated as far as they are asked for.
///
/// ISA-L inflates more than twice as fast as zlib, and unlike libdeflate it needs no more memory
/// for a large page than for a small one. It takes Huffman codes with words that stand for nothing,
/// which zlib refuses; strict decoding is left to libpng for that.
final class PNGInflater {
  private(set) var chunks: PNGChunkStream
  private let inflater: OpaquePointer

  /// Prepares for the rows of a whole image, which are `rowsByteCount` bytes with their filters.
  init(_ chunks: consuming PNGChunkStream, rowsByteCount: Int) throws(ImagingError) {
    guard let inflater = cgallery_inflater_create(UInt64(rowsByteCount)) else {
      throw .outOfMemory(byteCount: Self.byteCount)
    }
    self.chunks = chunks
    self.inflater = inflater
  }

  deinit { cgallery_inflater_destroy(inflater) }

  /// About what an inflater takes, with the window on its file.
  static let byteCount = 160_000

  /// Fills `count` bytes, at most 2^31; false when libpng must be asked.
  func fill(_ bytes: UnsafeMutablePointer<UInt8>, count: Int) throws(ImagingError) -> Bool {
    var filled = 0
    while filled < count {
      var found = 0
      let status = cgallery_inflater_read(inflater, bytes + filled, count - filled, &found)
      filled += found
      if filled == count { return status != CGALLERY_INFLATE_UNSOUND }
      guard status == CGALLERY_INFLATE_OK, try feed() else { return false }
    }
    return true
  }

  /// Reads what is behind the last row, and returns whether the file ends as it should.
  func finish() throws(ImagingError) -> Bool {
    var excess: UInt8 = 0
    while true {
      var found = 0
      let status = cgallery_inflater_read(inflater, &excess, 1, &found)
      guard found == 0, status != CGALLERY_INFLATE_UNSOUND else { return false }
      if status == CGALLERY_INFLATE_END { break }
      guard try feed() else { return false }
    }
    guard cgallery_inflater_excess(inflater) == 0 else { return false }
    return try chunks.finish()
  }

  private func feed() throws(ImagingError) -> Bool {
    guard let piece = try chunks.next() else { return false }
    let bytes = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
    cgallery_inflater_feed(inflater, bytes, piece.count)
    return true
  }
}

extension PNGInflater {
  /// Inflates the start of a zlib stream in memory.
  ///
  /// - Parameters:
  ///   - bytes: The stream, or its start.
  ///   - limit: How many bytes are inflated at most, up to 2^31.
  /// - Returns: What came; nil if the stream is not sound up to there.
  /// - Throws: `ImagingError.outOfMemory`.
  static func inflate(_ bytes: [UInt8], upTo limit: Int) throws(ImagingError) -> [UInt8]? {
    guard let inflater = cgallery_inflater_create(0) else {
      throw .outOfMemory(byteCount: byteCount)
    }
    defer { cgallery_inflater_destroy(inflater) }
    var status = CGALLERY_INFLATE_OK
    let inflated = bytes.withUnsafeBufferPointer { stream in
      [UInt8](unsafeUninitializedCapacity: limit) { target, count in
        cgallery_inflater_feed(inflater, stream.baseAddress, stream.count)
        status = cgallery_inflater_read(inflater, target.baseAddress, limit, &count)
      }
    }
    return status == CGALLERY_INFLATE_UNSOUND ? nil : inflated
  }
}
