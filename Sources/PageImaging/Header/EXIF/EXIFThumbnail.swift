// SPDX-License-Identifier: Apache-2.0

/// Finds the small JPEG that cameras put into an EXIF block.
///
/// The first directory of the block tells where the second one is, and that one tells where the
/// JPEG is (EXIF 2.32, 4.5.1 and 4.6.5). Every offset is hostile until it is proven to lie inside
/// of the block. Two directories are read once, so that the cost is linear.
enum EXIFThumbnail {
  private static let compressionTag = 0x0103
  private static let offsetTag = 0x0201
  private static let lengthTag = 0x0202
  /// The number of JPEG compression.
  private static let jpegCompression = 6

  /// Returns where the JPEG is.
  ///
  /// - Parameters:
  ///   - block: The bytes from the byte order mark to the end of the block.
  ///   - reader: The reader of the source.
  /// - Returns: Bytes of the source inside of the block; nil if there is no JPEG.
  /// - Throws: What the reader throws.
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

  /// The entries of the directory whose offset stands at `place` of the block; nil if they do not
  /// lie inside of it.
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
