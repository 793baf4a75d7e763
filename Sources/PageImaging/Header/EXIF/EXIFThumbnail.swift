// SPDX-License-Identifier: Apache-2.0

/// The search for the JPEG thumbnail that cameras put into an EXIF block.
///
/// The first directory of the block holds the offset of the second one, which holds the offset and
/// the length of the JPEG (EXIF 2.32, 4.5.1 and 4.6.5). No offset is trusted until it is known to
/// lie inside the block. Both directories are read once, so the cost is linear.
enum EXIFThumbnail {
  private static let compressionTag = 0x0103
  private static let offsetTag = 0x0201
  private static let lengthTag = 0x0202
  /// The value of the compression tag for JPEG.
  private static let jpegCompression = 6

  /// Returns the byte range of the JPEG.
  ///
  /// - Parameters:
  ///   - block: The bytes from the byte order mark to the end of the block.
  ///   - reader: The reader of the source.
  /// - Returns: A range of the source, inside the block; `nil` if there is no JPEG.
  /// - Throws: The errors of the reader.
  static func find(
    in block: Range<Int>, from reader: inout HeaderReader
  ) throws(ImagingError) -> Range<Int>? {
    guard block.count >= TIFFFields.headerByteCount,
      let fields = try TIFFFields(at: block.lowerBound, from: &reader),
      let first = try directory(statedAt: 4, in: block, fields, from: &reader)
    else { return nil }
    let next = first.upperBound - block.lowerBound
    guard let second = try directory(statedAt: next, in: block, fields, from: &reader) else {
      return nil
    }
    var offset = 0
    var length = 0
    for entry in stride(
      from: second.lowerBound, to: second.upperBound, by: TIFFFields.entryByteCount)
    {
      let value = try fields.value(ofEntryAt: entry, from: &reader)
      switch try fields.uint16(at: entry, from: &reader) {
      case compressionTag where value != jpegCompression: return nil
      case offsetTag: offset = value
      case lengthTag: length = value
      default: break
      }
    }
    guard offset > 0, length > 0, offset <= block.count, length <= block.count - offset else {
      return nil
    }
    return block.lowerBound + offset..<block.lowerBound + offset + length
  }

  /// Returns the byte range of the entries of a directory; `nil` if they do not lie inside the
  /// block.
  ///
  /// The offset of the directory is stored at `place`, counted from the start of the block.
  private static func directory(
    statedAt place: Int, in block: Range<Int>, _ fields: TIFFFields, from reader: inout HeaderReader
  ) throws(ImagingError) -> Range<Int>? {
    guard place <= block.count - 4 else { return nil }
    let offset = try fields.uint32(at: block.lowerBound + place, from: &reader)
    guard offset >= TIFFFields.headerByteCount, offset <= block.count - 2 else { return nil }
    let start = block.lowerBound + offset
    let count = try fields.uint16(at: start, from: &reader)
    guard count <= (block.upperBound - start - 2) / TIFFFields.entryByteCount else { return nil }
    return start + 2..<start + 2 + count * TIFFFields.entryByteCount
  }
}
