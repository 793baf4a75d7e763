// SPDX-License-Identifier: Apache-2.0

/// The filtered rows of a PNG: its compressed bytes, inflated as far as they are asked for.
///
/// `Inflater` accepts some streams that zlib refuses; strict decoding is left to libpng for that.
final class PNGInflater {
  private(set) var chunks: PNGChunkStream
  private let inflater: Inflater

  /// Prepares for the rows of a whole image, which are `rowsByteCount` bytes with their filters.
  init(_ chunks: consuming PNGChunkStream, rowsByteCount: Int) throws(ImagingError) {
    inflater = try Inflater(byteCount: rowsByteCount)
    self.chunks = chunks
  }

  /// Fills `count` bytes, at most 2^31; false when libpng must be asked.
  func fill(_ bytes: UnsafeMutablePointer<UInt8>, count: Int) throws(ImagingError) -> Bool {
    var filled = 0
    while filled < count {
      let (status, found) = unsafe inflater.read(bytes + filled, count: count - filled)
      filled += found
      if filled == count { return status != .unsound }
      guard status == .open, try feed() else { return false }
    }
    return true
  }

  /// Reads what is behind the last row, and returns whether the file ends as it should.
  func finish() throws(ImagingError) -> Bool {
    var excess: UInt8 = 0
    while true {
      let (status, found) = unsafe inflater.read(&excess, count: 1)
      guard found == 0, status != .unsound else { return false }
      if status == .end { break }
      guard try feed() else { return false }
    }
    guard inflater.excess == 0 else { return false }
    return try chunks.finish()
  }

  private func feed() throws(ImagingError) -> Bool {
    guard let piece = try unsafe chunks.next() else { return false }
    unsafe inflater.feed(piece)
    return true
  }
}
