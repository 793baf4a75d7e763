// SPDX-License-Identifier: Apache-2.0

/// A source read front to back through one buffer.
struct ByteWindow {
  /// A marker: its second byte, and where the FF bytes in front of it start.
  struct Marker {
    let code: UInt8
    let offset: Int
  }

  private let source: ByteSource
  private let storage: PixelStorage
  /// The offset of the next byte.
  private(set) var position: Int
  private var windowStart: Int
  private var windowCount = 0

  private static let capacity = 65_536

  init(_ source: ByteSource, from start: Int) throws(ImagingError) {
    self.source = source
    position = start
    windowStart = start
    storage = try PixelStorage(byteCount: Self.capacity)
  }

  /// The bytes from the position on, or nil at the end.
  private mutating func rest() throws(ImagingError) -> UnsafeRawBufferPointer? {
    if position < windowStart || position >= windowStart + windowCount {
      windowStart = position
      windowCount = try source.read(at: position, into: storage.bytes)
      if windowCount == 0 { return nil }
    }
    return UnsafeRawBufferPointer(
      rebasing: storage.bytes[(position - windowStart)..<windowCount])
  }

  /// The next byte, or nil at the end.
  mutating func nextByte() throws(ImagingError) -> UInt8? {
    guard let rest = try rest() else { return nil }
    position += 1
    return rest[0]
  }

  /// Moves behind the next marker and returns it, or nil at the end.
  mutating func nextMarker() throws(ImagingError) -> Marker? {
    while let rest = try rest() {
      guard let index = SystemCalls.firstIndex(of: 0xFF, in: rest) else {
        position += rest.count
        continue
      }
      let offset = position + index
      position = offset + 1
      var byte = try nextByte()
      while byte == 0xFF { byte = try nextByte() }
      guard let byte else { return nil }
      if byte != 0 { return Marker(code: byte, offset: offset) }
    }
    return nil
  }

  /// Reads the length of a segment and returns how many bytes are left of it; a length below
  /// that of itself counts as nothing left.
  mutating func segmentByteCount() throws(ImagingError) -> Int {
    guard let high = try nextByte(), let low = try nextByte() else { return 0 }
    return max(0, Int(high) << 8 + Int(low) - 2)
  }

  /// Moves forward or back to an offset.
  mutating func move(to offset: Int) {
    position = offset
  }
}
