// SPDX-License-Identifier: Apache-2.0

/// The compressed pixels of a PNG, with a check of all other chunks.
///
/// The stream accepts only files that libpng decodes without a warning: every CRC is correct, every
/// chunk is in its place, nothing is missing and nothing is left over. A file that is not accepted
/// need not be damaged: libpng decodes it, and reports any damage.
struct PNGChunkStream {
  /// The body of PLTE, empty without one.
  private(set) var palette: [UInt8] = []
  /// The body of tRNS, empty without one.
  private(set) var transparency: [UInt8] = []
  /// The offset after the bytes that were read.
  private var position: Int
  /// The number of bytes left in the body of the current chunk.
  private var left = 0
  private var checksum = CRC32()
  private var window: ByteWindow
  private let layout: PNGPixelLayout
  private let ancillaryLimit: Int

  /// The offset after the signature and IHDR, which the header parser has checked.
  private static let start = 33
  /// The CRC of the letters `IDAT`.
  private static let imageDataChecksum = CRC32(continuing: 0x35AF_061E)

  /// Reads up to the first compressed pixels; `nil` if libpng must decode the file.
  init?(
    _ input: DecoderInput, layout: PNGPixelLayout, ancillaryLimit: Int
  ) throws(ImagingError) {
    window = ByteWindow(input)
    self.layout = layout
    self.ancillaryLimit = ancillaryLimit
    position = Self.start
    while let chunk = try nextChunk() {
      if chunk.kind == .imageData {
        beginImageData(chunk)
        return
      }
      guard try take(chunk) else { return nil }
    }
    return nil
  }

  /// Returns the next compressed bytes, valid until the next call; `nil` at the end of the pixels,
  /// or if libpng must decode the file.
  mutating func next() throws(ImagingError) -> UnsafeRawBufferPointer? {
    while left == 0 {
      guard try endsSoundly(), let chunk = try nextChunk(), chunk.kind == .imageData else {
        return nil
      }
      beginImageData(chunk)
    }
    return try unsafe nextPiece()
  }

  /// Reads the chunks after the pixels, and returns whether all of them are sound.
  mutating func finish() throws(ImagingError) -> Bool {
    guard left == 0, try endsSoundly() else { return false }
    while let chunk = try nextChunk() {
      if chunk.kind == .end {
        guard chunk.length == 0 else { return false }
        return try readBody(of: chunk) != nil
      }
      guard chunk.isSkipped, try readBody(of: chunk) != nil else { return false }
    }
    return false
  }

  /// Returns whether the remaining chunks lead to the end of the file.
  ///
  /// Only the lengths and the types are read, not the bodies.
  func leadsToEnd() throws(ImagingError) -> Bool {
    var offset = position + left + 4
    var isBehindPixels = false
    while let word = try window.word(at: offset) {
      let chunk = Chunk(start: offset, head: word)
      guard chunk.end <= window.byteCount else { return false }
      if chunk.kind == .end { return chunk.length == 0 }
      if chunk.kind == .imageData {
        guard !isBehindPixels else { return false }
      } else {
        guard isAllowed(chunk) else { return false }
        isBehindPixels = true
      }
      offset = chunk.end
    }
    return false
  }
}

// MARK: - Chunks

extension PNGChunkStream {
  /// The length and the type of a chunk.
  private struct Chunk {
    let start: Int
    let length: Int
    let kind: PNGChunk.Kind

    init(start: Int, head: UInt64) {
      self.start = start
      length = Int(head >> 32)
      kind = PNGChunk.Kind(letters: UInt32(truncatingIfNeeded: head))
    }

    var end: Int { start + 12 + length }

    /// Whether libpng reads only the CRC of the chunk.
    var isSkipped: Bool {
      let letters = (0..<4).map { UInt8(truncatingIfNeeded: kind.letters >> (24 - 8 * $0)) }
      let areLetters = letters.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
      }
      return areLetters && letters[0] & 0x20 != 0 && kind != .transparency
    }
  }

  private func isAllowed(_ chunk: Chunk) -> Bool {
    chunk.isSkipped && chunk.length <= ancillaryLimit
  }

  /// Reads the length and the type of the next chunk.
  private mutating func nextChunk() throws(ImagingError) -> Chunk? {
    guard let bytes = try unsafe window.bytes(at: position, atLeast: 8) else { return nil }
    let head = unsafe UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    let chunk = Chunk(start: position, head: head)
    guard chunk.length <= PNGChunk.maximumLength else { return nil }
    position += 8
    return chunk
  }

  /// Reads a chunk before the pixels; `false` if libpng must decode the file.
  private mutating func take(_ chunk: Chunk) throws(ImagingError) -> Bool {
    switch chunk.kind {
    case .palette:
      let isFitting =
        layout.colorType == PNGPixelLayout.palette && palette.isEmpty
        && chunk.length % 3 == 0 && (3...3 << layout.bitDepth).contains(chunk.length)
      guard isFitting, let body = try readBody(of: chunk) else { return false }
      palette = body
    case .transparency:
      let isFitting =
        layout.colorType == PNGPixelLayout.palette && transparency.isEmpty
        && chunk.length > 0 && chunk.length <= palette.count / 3
      guard isFitting, let body = try readBody(of: chunk) else { return false }
      transparency = body
    default:
      guard isAllowed(chunk), try readBody(of: chunk) != nil else { return false }
    }
    return true
  }

  /// Reads a body and compares its CRC; the result is empty for a body longer than a palette can
  /// be.
  private mutating func readBody(of chunk: Chunk) throws(ImagingError) -> [UInt8]? {
    guard chunk.length <= ancillaryLimit || !chunk.isSkipped else { return nil }
    left = chunk.length
    var letters = chunk.kind.letters.bigEndian
    checksum = CRC32()
    unsafe withUnsafeBytes(of: &letters) { unsafe checksum.add($0) }
    var body: [UInt8] = []
    while left > 0 {
      guard let piece = try unsafe nextPiece() else { return nil }
      if chunk.length <= 768 { unsafe body += piece }
    }
    return try endsSoundly() ? body : nil
  }

  private mutating func beginImageData(_ chunk: Chunk) {
    left = chunk.length
    checksum = Self.imageDataChecksum
  }

  private mutating func nextPiece() throws(ImagingError) -> UnsafeRawBufferPointer? {
    guard let bytes = try unsafe window.bytes(at: position, atLeast: 1) else { return nil }
    let piece = unsafe UnsafeRawBufferPointer(rebasing: bytes.prefix(left))
    unsafe checksum.add(piece)
    position += piece.count
    left -= piece.count
    return unsafe piece
  }

  /// Reads the CRC after a body, and returns whether it is correct.
  private mutating func endsSoundly() throws(ImagingError) -> Bool {
    guard let bytes = try unsafe window.bytes(at: position, atLeast: 4) else { return false }
    position += 4
    return unsafe UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)) == checksum.value
  }
}
