// SPDX-License-Identifier: Apache-2.0

/// The search for the height that a JPEG states only after its first scan (DNL).
///
/// The segment is `FF DC 00 04` and the height in two bytes. Coded data contain no marker except
/// restart markers, so the first other marker after the scan decides.
enum JPEGDeferredHeight {
  /// The number of bytes of the budget that are reserved for the end of the file.
  private static let tailByteCount = HeaderReader.chunkByteCount

  /// The length of the segment, including the `FF DC`.
  private static let segmentByteCount = 6

  /// Returns the height stated after the first scan.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first byte of the coded data.
  ///   - reader: The reader of the source.
  /// - Returns: The height; `nil` if no segment with the height is found within the budget.
  /// - Throws: `ImagingError.io` if the file cannot be read.
  static func find(
    after offset: Int, from reader: inout HeaderReader
  ) throws(ImagingError) -> Int? {
    var offset = offset
    while offset + segmentByteCount <= reader.byteCount {
      guard canScan(offset + 1, of: reader) else {
        return try findInTail(after: offset, from: &reader)
      }
      guard try reader.byte(at: offset) == 0xFF else {
        offset += 1
        continue
      }
      switch try reader.byte(at: offset + 1) {
      case 0x00, 0xD0...0xD7: offset += 2
      case 0xFF: offset += 1
      default: return try height(at: offset, from: &reader)
      }
    }
    return nil
  }

  /// Returns whether a byte can be read without the part of the budget that is reserved for the
  /// tail.
  private static func canScan(_ offset: Int, of reader: borrowing HeaderReader) -> Bool {
    reader.windowRange.contains(offset)
      || reader.remainingBudget >= HeaderReader.chunkByteCount + tailByteCount
  }

  /// Searches directly before the EOI marker, where a file with one scan has the segment.
  private static func findInTail(
    after start: Int, from reader: inout HeaderReader
  ) throws(ImagingError) -> Int? {
    guard reader.remainingBudget >= tailByteCount else { return nil }
    let tail = max(start, reader.byteCount - HeaderReader.jumpByteCount)
    var found: Int?
    for offset in tail..<max(tail, reader.byteCount - segmentByteCount - 1) {
      guard try reader.byte(at: offset) == 0xFF, try reader.uint16(at: offset + 6) == 0xFFD9
      else { continue }
      found = try height(at: offset, from: &reader) ?? found
    }
    return found
  }

  private static func height(
    at offset: Int, from reader: inout HeaderReader
  ) throws(ImagingError) -> Int? {
    guard try reader.uint32(at: offset) == 0xFFDC_0004 else { return nil }
    let height = try reader.uint16(at: offset + 4)
    return height > 0 ? height : nil
  }
}
