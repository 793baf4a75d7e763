// SPDX-License-Identifier: Apache-2.0

/// The search for the orientation in an EXIF block, which is a small TIFF file inside an image.
///
/// No offset in the block is trusted until it is known to lie inside the block. Only the first
/// directory is read, once from start to end, so the cost is linear.
enum EXIFOrientation {
  /// The tag of the directory entry.
  private static let tag = 0x0112

  /// Returns the orientation that a TIFF block states.
  ///
  /// - Parameters:
  ///   - block: The bytes from the byte order mark to the end of the block.
  ///   - reader: The reader of the source.
  /// - Returns: The orientation, `upright` if the block states no valid one; `nil` if the block is
  ///   not TIFF.
  /// - Throws: The errors of the reader.
  static func read(
    in block: Range<Int>, from reader: inout HeaderReader
  ) throws(ImagingError) -> Orientation? {
    guard block.count >= TIFFFields.headerByteCount else { return nil }
    guard let fields = try TIFFFields(at: block.lowerBound, from: &reader) else { return nil }
    let directory = try fields.uint32(at: block.lowerBound + 4, from: &reader)
    guard directory >= TIFFFields.headerByteCount, directory <= block.count - 2 else {
      return .upright
    }
    let start = block.lowerBound + directory
    let stated = try fields.uint16(at: start, from: &reader)
    let fitting = (block.upperBound - start - 2) / TIFFFields.entryByteCount
    for index in 0..<min(stated, fitting) {
      let entry = start + 2 + index * TIFFFields.entryByteCount
      guard try fields.uint16(at: entry, from: &reader) == tag else { continue }
      return Orientation(storedValue: try fields.value(ofEntryAt: entry, from: &reader))
    }
    return .upright
  }
}
