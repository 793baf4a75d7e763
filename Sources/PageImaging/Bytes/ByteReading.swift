// SPDX-License-Identifier: Apache-2.0

/// A reader that returns the bytes of a source in contiguous runs.
protocol ByteReading: ~Copyable {
  /// Returns the bytes from `offset` on, as many as are in memory, at least one.
  ///
  /// - Returns: The bytes, valid until the next call; `nil` at the end of the source, unless the
  ///   reader throws there.
  /// - Throws: `ImagingError`; a reader with a budget also throws when the budget is spent.
  mutating func bytes(at offset: Int) throws(ImagingError) -> UnsafeRawBufferPointer?
}

extension ByteReading where Self: ~Copyable {
  /// Returns the byte at `offset`; `nil` at the end.
  ///
  /// - Throws: The same as `bytes(at:)`.
  mutating func byteIfAny(at offset: Int) throws(ImagingError) -> UInt8? {
    try unsafe bytes(at: offset)?[0]
  }

  /// Returns the offset of the first byte from `offset` on that is `byte`; `nil` if there is none.
  ///
  /// - Throws: The same as `bytes(at:)`.
  /// - Complexity: O(number of bytes); sixteen or more are compared at a time.
  mutating func firstOffset(of byte: UInt8, from offset: Int) throws(ImagingError) -> Int? {
    var offset = offset
    while let bytes = try unsafe bytes(at: offset) {
      if let index = unsafe CLibrary.firstIndex(of: byte, in: bytes) { return offset + index }
      offset += bytes.count
    }
    return nil
  }
}
