// SPDX-License-Identifier: Apache-2.0

/// The filtered rows of a PNG, inflated on demand.
///
/// `Inflater` accepts some streams that zlib rejects. Strict decoding is therefore left to libpng.
final class PNGInflater {
  private(set) var chunks: PNGChunkStream
  private let inflater: Inflater

  /// Creates an inflater for the rows of a whole image: `rowsByteCount` bytes, including the filter
  /// bytes.
  init(_ chunks: consuming PNGChunkStream, rowsByteCount: Int) throws(ImagingError) {
    inflater = try Inflater(byteCount: rowsByteCount)
    self.chunks = chunks
  }

  /// Fills `count` bytes, at most 2^31; `false` if libpng must decode the file.
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

  /// Reads the data after the last row, and returns whether the stream and the file end correctly.
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
