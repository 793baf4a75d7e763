// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The IHDR chunk of a PNG, which must come first.
///
///     width 4 | height 4 | bit depth 1 | color type 1 | compression 1 | filter 1 | interlace 1
struct PNGImageHeader {
  private static let bodyByteCount = 13

  /// The stored size, in pixels.
  let size: PixelSize
  /// Bits per sample.
  let bitDepth: Int
  /// The color type as stored.
  let colorType: UInt8
  /// The meaning of the color type.
  let colorModel: ColorModel
  /// Whether the image is interlaced: stored in the seven passes of Adam7.
  let isInterlaced: Bool

  /// Whether every pixel has an alpha sample.
  var hasAlphaChannel: Bool { colorModel == .grayAlpha || colorModel == .rgbAlpha }

  /// Parses the first chunk.
  ///
  /// - Throws: `malformed`, `unsupported`, `invalidSize`, and the errors of the reader.
  init(in chunk: PNGChunk, from reader: inout HeaderReader) throws(ImagingError) {
    try Self.check(chunk, from: &reader)
    let body = chunk.body
    size = try Self.size(at: body, from: &reader)
    let bitDepth = try reader.byte(at: body + 8)
    let colorType = try reader.byte(at: body + 9)
    guard let colorModel = Self.colorModel(colorType: colorType, bitDepth: bitDepth) else {
      throw .malformed(what: "the color type does not allow the bit depth", offset: body + 8)
    }
    for offset in [body + 10, body + 11] where try reader.byte(at: offset) != 0 {
      throw .malformed(what: "the compression or filter method is unknown", offset: offset)
    }
    let interlace = try reader.byte(at: body + 12)
    guard interlace <= 1 else {
      throw .malformed(what: "the interlace method is unknown", offset: body + 12)
    }
    self.bitDepth = Int(bitDepth)
    self.colorType = colorType
    self.colorModel = colorModel
    isInterlaced = interlace == 1
  }

  private static func check(
    _ chunk: PNGChunk, from reader: inout HeaderReader
  ) throws(ImagingError) {
    if chunk.kind == .appleVariant {
      throw .unsupported(feature: "Apple's PNG variant (CgBI)", offset: chunk.start)
    }
    guard chunk.kind == .imageHeader else {
      throw .malformed(what: "the first chunk is not IHDR", offset: chunk.start)
    }
    guard chunk.length == bodyByteCount else {
      throw .malformed(what: "the IHDR chunk has a wrong length", offset: chunk.start)
    }
    var bytes: [UInt8] = []
    for offset in chunk.start + 4..<chunk.end - 4 { bytes.append(try reader.byte(at: offset)) }
    guard try reader.uint32(at: chunk.end - 4) == CRC32(of: bytes[...]).value else {
      throw .malformed(what: "the checksum of the IHDR chunk is wrong", offset: chunk.end - 4)
    }
  }

  private static func size(
    at offset: Int, from reader: inout HeaderReader
  ) throws(ImagingError) -> PixelSize {
    let width = try reader.uint32(at: offset)
    let height = try reader.uint32(at: offset + 4)
    let legal = 1...PNGChunk.maximumLength
    guard legal.contains(width), legal.contains(height) else {
      throw .invalidSize(width: Int(width), height: Int(height), offset: offset)
    }
    return PixelSize(width: Int(width), height: Int(height))
  }

  private static func colorModel(colorType: UInt8, bitDepth: UInt8) -> ColorModel? {
    switch (colorType, bitDepth) {
    case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16): .gray
    case (2, 8), (2, 16): .rgb
    case (3, 1), (3, 2), (3, 4), (3, 8): .palette
    case (4, 8), (4, 16): .grayAlpha
    case (6, 8), (6, 16): .rgbAlpha
    default: nil
    }
  }
}
