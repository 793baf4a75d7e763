// SPDX-License-Identifier: Apache-2.0

/// A reader of numbers in the byte order of one TIFF block.
struct TIFFFields {
  /// The length of the TIFF header: byte order, magic number, offset of the first directory.
  static let headerByteCount = 8

  /// The length of a directory entry: tag, type, count, value.
  static let entryByteCount = 12

  private let isLittleEndian: Bool

  /// Creates a reader of numbers; `nil` if there is no TIFF header at the offset.
  init?(at offset: Int, from reader: inout HeaderReader) throws(ImagingError) {
    switch try reader.uint16(at: offset) {
    case 0x4949: isLittleEndian = true
    case 0x4D4D: isLittleEndian = false
    default: return nil
    }
    guard try uint16(at: offset + 2, from: &reader) == 42 else { return nil }
  }

  func uint16(at offset: Int, from reader: inout HeaderReader) throws(ImagingError) -> Int {
    let value = try reader.uint16(at: offset)
    return isLittleEndian ? value >> 8 | (value & 0xFF) << 8 : value
  }

  func uint32(at offset: Int, from reader: inout HeaderReader) throws(ImagingError) -> Int {
    let value = try reader.uint32(at: offset)
    return Int(isLittleEndian ? value.byteSwapped : value)
  }

  /// Returns the integer in an entry; 0 if the entry holds none.
  ///
  /// The standard requires a short integer, but writers also use bytes, long integers, and a count
  /// of two. Values that do not fit in the entry itself are not read.
  func value(
    ofEntryAt offset: Int, from reader: inout HeaderReader
  ) throws(ImagingError) -> Int {
    let type = try uint16(at: offset + 2, from: &reader)
    let count = try uint32(at: offset + 4, from: &reader)
    guard let type = WholeNumber(rawValue: type), count > 0, count <= 4 / type.byteCount else {
      return 0
    }
    switch type {
    case .byte, .signedByte: return Int(try reader.byte(at: offset + 8))
    case .short, .signedShort: return try uint16(at: offset + 8, from: &reader)
    case .long, .signedLong: return try uint32(at: offset + 8, from: &reader)
    }
  }

  /// The TIFF types that hold integers.
  ///
  /// The sign is ignored: a negative number read as unsigned is far above 8, the largest
  /// orientation.
  private enum WholeNumber: Int {
    case byte = 1
    case short = 3
    case long = 4
    case signedByte = 6
    case signedShort = 8
    case signedLong = 9

    var byteCount: Int {
      switch self {
      case .byte, .signedByte: 1
      case .short, .signedShort: 2
      case .long, .signedLong: 4
      }
    }
  }
}
