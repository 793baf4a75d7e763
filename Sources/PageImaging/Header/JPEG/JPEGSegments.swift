// SPDX-License-Identifier: Apache-2.0

/// The walk from marker to marker of a JPEG (ITU-T T.81, B.1.1).
///
/// It forgives what libjpeg forgives: bytes in front of a marker are skipped, and its FF may be
/// repeated. Its users decide what of that they accept.
enum JPEGSegments {
  /// A marker and its place.
  struct Marker {
    /// The second byte.
    let code: UInt8
    /// The offset of the first FF in front of the code.
    let start: Int
    /// The offset behind the code.
    let end: Int
  }

  /// Finds the next marker: FF, followed by anything but 00 and FF.
  ///
  /// - Returns: The marker; nil at the end of the source.
  /// - Throws: What the reader throws.
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

  /// Reads the length of a segment, which stands behind its marker and counts itself.
  ///
  /// - Returns: The length as stated; nil at the end of the source.
  /// - Throws: What the reader throws.
  static func length<Reader: ByteReading & ~Copyable>(
    at offset: Int, in reader: inout Reader
  ) throws(ImagingError) -> Int? {
    guard let high = try reader.byteIfAny(at: offset),
      let low = try reader.byteIfAny(at: offset + 1)
    else { return nil }
    return Int(high) << 8 | Int(low)
  }
}
