// SPDX-License-Identifier: Apache-2.0

/// The markers and the segment lengths of a JPEG (ITU-T T.81, B.1.1).
///
/// The search is as tolerant as libjpeg: it skips bytes before a marker, and the FF of a marker may
/// be repeated. The callers decide which of these deviations they accept.
enum JPEGSegments {
  /// A marker and its position.
  struct Marker {
    /// The second byte of the marker.
    let code: UInt8
    /// The offset of the first FF before the code.
    let start: Int
    /// The offset after the code.
    let end: Int
  }

  /// Returns the next marker: FF, followed by any byte except 00 and FF.
  ///
  /// - Returns: The marker; `nil` at the end of the source.
  /// - Throws: The errors of the reader.
  static func nextMarker<Reader: ByteReading & ~Copyable>(
    from offset: Int, in reader: inout Reader
  ) throws(ImagingError) -> Marker? {
    var offset = offset
    while let start = try reader.firstOffset(of: 0xFF, from: offset) {
      offset = start
      var code: UInt8 = 0xFF
      while code == 0xFF {
        offset += 1
        guard let next = try reader.byteIfAny(at: offset) else { return nil }
        code = next
      }
      offset += 1
      if code != 0 { return Marker(code: code, start: start, end: offset) }
    }
    return nil
  }

  /// Reads the length of a segment, which follows the marker and includes its own two bytes.
  ///
  /// - Returns: The length as stated; `nil` at the end of the source.
  /// - Throws: The errors of the reader.
  static func length<Reader: ByteReading & ~Copyable>(
    at offset: Int, in reader: inout Reader
  ) throws(ImagingError) -> Int? {
    guard let high = try reader.byteIfAny(at: offset),
      let low = try reader.byteIfAny(at: offset + 1)
    else { return nil }
    return Int(high) << 8 | Int(low)
  }
}
