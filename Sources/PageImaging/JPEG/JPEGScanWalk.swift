// SPDX-License-Identifier: Apache-2.0

/// A look at the markers behind the frame header of a JPEG, without decoding anything.
///
/// Inside a scan a marker is FF followed by anything but 00, FF or a restart number, so that one
/// search for FF a step is all that it costs. It tells how many scans there are before they cost
/// anything, and whether the file has an end, for decodings that do not read that far.
struct JPEGScanWalk: Hashable {
  /// The number of scans, counted no further than one more than the limit.
  private(set) var scanCount = 0
  /// Whether an EOI marker ends the file.
  private(set) var hasEnd = false

  /// What the bytes that were not decoded are missing.
  var damage: Damage {
    hasEnd ? Damage() : Damage(warningCount: 1, message: "The file ends inside of its scans")
  }

  /// Walks through `source`.
  ///
  /// - Parameters:
  ///   - source: The bytes of a JPEG.
  ///   - start: The offset of a marker in front of the first scan.
  ///   - limit: Where counting ends.
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`.
  /// - Complexity: O(number of bytes).
  init(_ source: ByteSource, from start: Int, limit: Int) throws(ImagingError) {
    var bytes = try ByteWindow(source, from: start)
    while scanCount <= limit {
      guard let marker = try bytes.nextMarker() else { return }
      switch marker {
      case 0xD9:
        hasEnd = true
        return
      case 0xDA:
        scanCount += 1
        try bytes.skipSegment()
      case 0x01, 0xD0...0xD8:
        break
      default:
        try bytes.skipSegment()
      }
    }
  }
}

/// A source read front to back through one buffer.
private struct ByteWindow {
  private let source: ByteSource
  private let storage: PixelStorage
  private var position: Int
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

  private mutating func nextByte() throws(ImagingError) -> UInt8? {
    guard let rest = try rest() else { return nil }
    position += 1
    return rest[0]
  }

  /// Moves behind the next marker and returns its second byte, or nil at the end.
  mutating func nextMarker() throws(ImagingError) -> UInt8? {
    while let rest = try rest() {
      guard let index = SystemCalls.firstIndex(of: 0xFF, in: rest) else {
        position += rest.count
        continue
      }
      position += index + 1
      var byte = try nextByte()
      while byte == 0xFF { byte = try nextByte() }
      guard let byte else { return nil }
      if byte != 0 { return byte }
    }
    return nil
  }

  /// Moves behind a segment whose length stands at the position.
  mutating func skipSegment() throws(ImagingError) {
    guard let high = try nextByte(), let low = try nextByte() else { return }
    position += max(0, Int(high) << 8 + Int(low) - 2)
  }
}
