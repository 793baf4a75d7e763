// SPDX-License-Identifier: Apache-2.0

/// A parser that finds the end of an image in a file, whatever data follows it.
///
/// Segments of a JPEG and chunks of a PNG are skipped by their lengths, so that the end of an
/// embedded thumbnail does not count. Only the scans of a JPEG are read byte by byte.
struct ImageEndFinder {
  /// Reads bytes at an offset, fewer at the end of the file only; `nil` cancels the search.
  typealias Read = (_ offset: Int, _ count: Int) -> [UInt8]?

  private static let pieceByteCount = 1 << 18

  private let read: Read
  private let pieceByteCount: Int
  private var piece: [UInt8] = []
  private var start = 0

  private init(pieceByteCount: Int, read: @escaping Read) {
    (self.pieceByteCount, self.read) = (pieceByteCount, read)
  }

  /// Returns the number of bytes of the image at the start of a file.
  ///
  /// - Parameters:
  ///   - pieceByteCount: The number of bytes per read, which is also the memory used.
  ///   - read: Reads the file.
  /// - Returns: The number of bytes, `nil` if the end is missing or the file is not a page.
  /// - Complexity: O(n) for a JPEG of n bytes, O(m) for a PNG of m chunks.
  static func end(pieceByteCount: Int = pieceByteCount, read: @escaping Read) -> Int? {
    var finder = ImageEndFinder(pieceByteCount: max(1, pieceByteCount), read: read)
    guard let signature = finder.bytes(FileSignature.byteCount, at: 0),
      FileSignature.isPage(signature)
    else { return nil }
    return signature[0] == 0xFF ? finder.jpegEnd() : finder.pngEnd()
  }
}

// MARK: - Formats

extension ImageEndFinder {
  private static let chunkOverhead = 12
  private static let largestChunk = Int(Int32.max)

  private mutating func pngEnd() -> Int? {
    var position = FileSignature.byteCount
    while let byteCount = number(4, at: position), byteCount <= Self.largestChunk,
      let name = bytes(4, at: position + 4)
    {
      position += Self.chunkOverhead + byteCount
      if name.elementsEqual("IEND".utf8) { return byte(at: position - 1).map { _ in position } }
    }
    return nil
  }

  private mutating func jpegEnd() -> Int? {
    var position = 2
    while let marker = nextMarker(from: position) {
      position = marker.end
      switch marker.code {
      case 0xD9: return position
      // RST, SOI and TEM markers have no length.
      case 0xD0...0xD8, 0x01: continue
      default:
        guard let byteCount = number(2, at: position), byteCount >= 2 else { return nil }
        position += byteCount
      }
    }
    return nil
  }

  /// Returns the next marker; a stuffed FF 00 is not a marker, and FF before a marker is a fill
  /// byte.
  private mutating func nextMarker(from position: Int) -> (code: UInt8, end: Int)? {
    var position = position
    while let found = firstIndex(of: 0xFF, from: position) {
      position = found + 1
      while let code = byte(at: position) {
        position += 1
        if code == 0xFF { continue }
        if code != 0 { return (code, position) }
        break
      }
    }
    return nil
  }
}

// MARK: - Bytes

extension ImageEndFinder {
  private mutating func load(_ position: Int) -> Bool {
    if position >= start, position - start < piece.count { return true }
    guard let piece = read(position, pieceByteCount), !piece.isEmpty else { return false }
    (self.piece, start) = (piece, position)
    return true
  }

  private mutating func byte(at position: Int) -> UInt8? {
    load(position) ? piece[position - start] : nil
  }

  private mutating func bytes(_ count: Int, at position: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    for offset in 0..<count {
      guard let byte = byte(at: position + offset) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// Returns an unsigned big-endian number.
  private mutating func number(_ byteCount: Int, at position: Int) -> Int? {
    bytes(byteCount, at: position)?.reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func firstIndex(of value: UInt8, from position: Int) -> Int? {
    var position = position
    while load(position) {
      if let index = piece[(position - start)...].firstIndex(of: value) { return start + index }
      position = start + piece.count
    }
    return nil
  }
}
