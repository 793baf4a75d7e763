// SPDX-License-Identifier: Apache-2.0

/// The bytes of an image from an offset on, as many as lie side by side in memory.
///
/// Bytes of a file come through a buffer of 64 KiB; those in memory are used where they are.
struct PNGByteWindow {
  private let input: DecoderInput
  private let buffer: PixelStorage?
  /// What of the file the buffer holds.
  private var held = 0..<0

  private static let bufferByteCount = 65_536

  init(_ input: DecoderInput) throws(ImagingError) {
    self.input = input
    buffer = input.bytes == nil ? try PixelStorage(byteCount: Self.bufferByteCount) : nil
  }

  var byteCount: Int { input.byteCount }

  /// The bytes from `offset` on, at least `count` of them, at most 16; nil when the image ends
  /// before.
  ///
  /// They are valid until the next call.
  mutating func bytes(
    at offset: Int, atLeast count: Int
  ) throws(ImagingError) -> UnsafeRawBufferPointer? {
    guard input.byteCount - offset >= count else { return nil }
    guard let buffer else {
      return UnsafeRawBufferPointer(
        start: input.bytes.map { $0 + offset }, count: input.byteCount - offset)
    }
    if !held.contains(offset) || held.upperBound - offset < count {
      let wanted = min(input.byteCount - offset, buffer.bytes.count)
      let target = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<wanted])
      let found = try SystemCalls.read(input.descriptor, at: offset, into: target)
      held = offset..<offset + found
      guard found >= count else { return nil }
    }
    return UnsafeRawBufferPointer(
      rebasing: buffer.bytes[offset - held.lowerBound..<held.count])
  }

  /// Reads eight bytes without moving the window, for a walk in long steps.
  func word(at offset: Int) throws(ImagingError) -> UInt64? {
    guard input.byteCount - offset >= 8 else { return nil }
    var word: UInt64 = 0
    if let bytes = input.bytes {
      word = UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    } else {
      let descriptor = input.descriptor
      let found = try withUnsafeMutableBytes(of: &word) { target throws(ImagingError) in
        try SystemCalls.read(descriptor, at: offset, into: target)
      }
      guard found == 8 else { return nil }
    }
    return UInt64(bigEndian: word)
  }
}
