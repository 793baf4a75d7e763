// SPDX-License-Identifier: Apache-2.0

extension ImageHeader {
  /// The largest number of bytes read to find a time.
  private static let captureByteLimit = 128 << 10

  /// Reads the capture time that the file states.
  ///
  /// The EXIF block comes first: its time of the original, otherwise its time of digitization,
  /// otherwise its time of the file. If none of them is found, the tIME chunk of a PNG counts,
  /// provided that it lies in the part of the file that ``ImageHeader/init(reading:limits:)``
  /// examines. An invalid time, such as one of zeros, counts as none. At most 128 KiB are read.
  ///
  /// - Parameter source: The bytes that the header was read from.
  /// - Returns: The time; `nil` if the file states none.
  /// - Throws: `ImagingError.io`. All other errors give `nil`.
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

  /// Parses the body of a tIME chunk: year (2 bytes), month, day, hour, minute, second, in UTC.
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
