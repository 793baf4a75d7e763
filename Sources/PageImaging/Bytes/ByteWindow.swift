// SPDX-License-Identifier: Apache-2.0

/// A window over a source: a contiguous range of its bytes in memory.
///
/// The bytes of a `DecoderInput` in memory are used in place. All others are copied to a buffer,
/// which is allocated at the first read.
///
/// `@safe` because the buffer or the input outlives the pointer, and offsets are compared with
/// `range`.
@safe struct ByteWindow {
  /// The number of bytes in the source.
  let byteCount: Int
  /// The offsets of the bytes in the window.
  private(set) var range: Range<Int>

  private let source: ByteSource
  private let capacity: Int
  private var buffer: RawStorage?
  private var first: UnsafeRawPointer?

  /// The default size of the buffer, in bytes.
  static let defaultCapacity = 65_536

  /// Creates a window that copies the bytes of `source`, at most `capacity` of them at once.
  init(_ source: ByteSource, capacity: Int = Self.defaultCapacity) {
    self.source = source
    self.capacity = capacity
    byteCount = source.byteCount
    range = 0..<0
  }

  /// Creates a window over `input`, valid as long as `input` is.
  init(_ input: DecoderInput) {
    self.init(input.source)
    guard let bytes = unsafe input.bytes else { return }
    unsafe first = UnsafeRawPointer(bytes)
    range = 0..<byteCount
  }

  /// The byte at an offset of `range`.
  @inline(__always)
  subscript(offset: Int) -> UInt8 {
    unsafe bytes(from: offset)[0]
  }

  /// Returns the bytes from `offset` on: at least `count`, which must be 16 or less.
  ///
  /// - Returns: The bytes, valid until the next call; `nil` if the source ends earlier.
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`.
  mutating func bytes(
    at offset: Int, atLeast count: Int = 1
  ) throws(ImagingError) -> UnsafeRawBufferPointer? {
    if !range.contains(offset) || range.upperBound - offset < count {
      guard byteCount - offset >= count else { return nil }
      guard try load(capacity, at: offset) >= count else { return nil }
    }
    return unsafe bytes(from: offset)
  }

  /// Moves the window to `offset`, reads up to `count` bytes, and returns the number of bytes read.
  ///
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`.
  /// - Precondition: `count` is at most the capacity.
  mutating func load(_ count: Int, at offset: Int) throws(ImagingError) -> Int {
    let target = try unsafe allocated()
    unsafe first = UnsafeRawPointer(target.baseAddress)
    range = offset..<offset
    let wanted = max(0, min(count, byteCount - offset))
    let found = try unsafe source.read(
      at: offset, into: UnsafeMutableRawBufferPointer(rebasing: target[..<wanted]))
    range = offset..<offset + found
    return found
  }

  private mutating func allocated() throws(ImagingError) -> UnsafeMutableRawBufferPointer {
    if let buffer { return unsafe buffer.bytes }
    let buffer = try RawStorage(byteCount: capacity)
    self.buffer = buffer
    return unsafe buffer.bytes
  }

  /// Reads eight bytes as a big-endian number without moving the window.
  ///
  /// - Returns: The number; `nil` if the source ends earlier.
  /// - Throws: `ImagingError.io`.
  func word(at offset: Int) throws(ImagingError) -> UInt64? {
    guard byteCount - offset >= 8 else { return nil }
    var word: UInt64 = 0
    let found = try unsafe withUnsafeMutableBytes(of: &word) { target throws(ImagingError) in
      try unsafe source.read(at: offset, into: target)
    }
    return found == 8 ? UInt64(bigEndian: word) : nil
  }

  @inline(__always)
  private func bytes(from offset: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      start: first.map { unsafe $0 + (offset - range.lowerBound) }, count: range.upperBound - offset
    )
  }
}
