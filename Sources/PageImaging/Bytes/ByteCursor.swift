// SPDX-License-Identifier: Apache-2.0

/// A cursor that reads a source front to back, byte by byte.
struct ByteCursor {
  /// The offset of the next byte.
  var position: Int

  private var window: ByteWindow

  /// Creates a cursor whose next byte is the one at `position`.
  init(_ source: ByteSource, at position: Int, capacity: Int = ByteWindow.defaultCapacity) {
    self.position = position
    window = ByteWindow(source, capacity: capacity)
  }

  /// Returns the next byte; `nil` at the end.
  ///
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`.
  mutating func nextByte() throws(ImagingError) -> UInt8? {
    guard let bytes = try unsafe window.bytes(at: position) else { return nil }
    position += 1
    return unsafe bytes[0]
  }

  /// Returns the next two bytes as a big-endian number; `nil` at the end.
  ///
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`.
  mutating func nextUInt16() throws(ImagingError) -> Int? {
    guard let high = try nextByte(), let low = try nextByte() else { return nil }
    return Int(high) << 8 | Int(low)
  }
}

extension ByteCursor: ByteReading {
  mutating func bytes(at offset: Int) throws(ImagingError) -> UnsafeRawBufferPointer? {
    try unsafe window.bytes(at: offset)
  }
}
