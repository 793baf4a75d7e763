// SPDX-License-Identifier: Apache-2.0

extension ImageHeader {
  /// The most bytes that are read to find a time.
  private static let captureByteLimit = 128 << 10

  /// Reads when the image was captured, as its file states.
  ///
  /// That is the time of the original in an EXIF block, otherwise that at which it was digitized, otherwise
  /// that of the file; and if a PNG has no such block, its tIME chunk, if that lies where chunks are looked
  /// at. A time that cannot be meant, as one of zeros, counts as none. At most 128 KiB are read.
  ///
  /// - Parameter source: The bytes that the header was read from.
  /// - Returns: The time, `nil` if the file states none.
  /// - Throws: `ImagingError.io`. Whatever else is wrong with the block is no error.
  public func captureTime(in source: ByteSource) throws(ImagingError) -> CaptureTime? {
    var reader = HeaderReader(source, budget: Self.captureByteLimit)
    do throws(ImagingError) {
      if let block = exifBlock, let time = try EXIFCaptureTime.read(in: block, from: &reader) {
        return time
      }
      guard case .png(let details) = details else { return nil }
      return try Self.time(ofChunkAt: details.timeOffset, from: &reader)
    } catch {
      if case .io = error { throw error }
      return nil
    }
  }

  private var exifBlock: Range<Int>? {
    switch details {
    case .jpeg(let details): details.exifBlock
    case .png(let details): details.exifBlock
    }
  }

  /// Reads the body of a tIME chunk: year 2, month, day, hour, minute, second, in UTC.
  private static func time(
    ofChunkAt offset: Int?, from reader: inout HeaderReader
  ) throws(ImagingError) -> CaptureTime? {
    guard let offset else { return nil }
    var parts: [Int] = []
    for place in 2..<7 { parts.append(Int(try reader.byte(at: offset + place))) }
    return CaptureTime(
      year: try reader.uint16(at: offset), month: parts[0], day: parts[1], hour: parts[2],
      minute: parts[3], second: parts[4], utcOffset: 0)
  }
}
