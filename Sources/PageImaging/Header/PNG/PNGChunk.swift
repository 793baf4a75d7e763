// SPDX-License-Identifier: Apache-2.0

/// The position and the type of one chunk of a PNG.
///
///     length 4 | type 4 | body | CRC 4
struct PNGChunk {
  /// The largest length of a body that the format allows.
  static let maximumLength: UInt32 = 0x7FFF_FFFF

  /// The type of a chunk: four letters.
  struct Kind: Hashable {
    let letters: UInt32

    static let imageHeader = Kind(letters: 0x4948_4452)  // IHDR
    static let palette = Kind(letters: 0x504C_5445)  // PLTE
    static let imageData = Kind(letters: 0x4944_4154)  // IDAT
    static let end = Kind(letters: 0x4945_4E44)  // IEND
    static let transparency = Kind(letters: 0x7452_4E53)  // tRNS
    static let physicalDimensions = Kind(letters: 0x7048_5973)  // pHYs
    static let exif = Kind(letters: 0x6558_4966)  // eXIf
    static let time = Kind(letters: 0x7449_4D45)  // tIME
    static let text = Kind(letters: 0x7445_5874)  // tEXt
    static let compressedText = Kind(letters: 0x7A54_5874)  // zTXt
    static let internationalText = Kind(letters: 0x6954_5874)  // iTXt
    static let appleVariant = Kind(letters: 0x4367_4249)  // CgBI
  }

  /// The offset of the chunk, at its length field.
  let start: Int
  /// The number of bytes in the body.
  let length: Int
  /// The type.
  let kind: Kind

  /// The offset of the body.
  var body: Int { start + 8 }
  /// The offset after the CRC, which may lie past the end of the file.
  var end: Int { body + length + 4 }
  /// Whether a reader that does not know the chunk may skip it: its first letter is lowercase.
  var isAncillary: Bool { kind.letters & 0x2000_0000 != 0 }

  /// Reads the length and the type of a chunk.
  init(at offset: Int, from reader: inout HeaderReader) throws(ImagingError) {
    let length = try reader.uint32(at: offset)
    guard length <= Self.maximumLength else {
      throw .malformed(what: "the length of the chunk is too large", offset: offset)
    }
    start = offset
    self.length = Int(length)
    kind = Kind(letters: try reader.uint32(at: offset + 4))
    guard hasLegalLetters else {
      throw .malformed(what: "the type of the chunk is not four letters", offset: offset + 4)
    }
  }

  private var hasLegalLetters: Bool {
    (0..<4).allSatisfy { index in
      let small = UInt8(truncatingIfNeeded: kind.letters >> (8 * index)) | 0x20
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(small)
    }
  }
}
