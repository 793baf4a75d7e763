// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

extension SystemCalls {
  /// Reads up to `byteCount` bytes from `offset`; fewer only at the end.
  package static func bytes(
    of descriptor: Int32, at offset: Int, byteCount: Int
  ) throws(Failure) -> [UInt8] {
    try unsafe bytes(atMost: byteCount) { (buffer) throws(Failure) in
      try unsafe read(descriptor, at: offset, into: buffer)
    }
  }

  /// Reads up to `buffer.count` bytes from `offset`; fewer only at the end.
  ///
  /// - Returns: The number of bytes read.
  package static func read(
    _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Int {
    try unsafe fill(buffer, "pread") { rest, filled in
      unsafe pread(descriptor, rest.baseAddress, rest.count, offset + filled)
    }
  }
}

// MARK: - Streams

extension SystemCalls {
  /// Reads up to `byteCount` bytes from the file position; fewer only at the end.
  package static func bytes(
    of descriptor: Int32, byteCount: Int
  ) throws(Failure) -> [UInt8] {
    try unsafe bytes(atMost: byteCount) { (buffer) throws(Failure) in
      try unsafe fill(buffer, "read") { rest, _ in unsafe readNext(descriptor, rest) }
    }
  }

  /// Reads the available bytes, at most `byteCount`.
  ///
  /// It blocks if there are none, and returns an empty array only at the end.
  package static func availableBytes(
    of descriptor: Int32, atMost byteCount: Int
  ) throws(Failure) -> [UInt8] {
    try unsafe bytes(atMost: byteCount) { (buffer) throws(Failure) in
      let count = retrying { unsafe readNext(descriptor, buffer) }
      guard count >= 0 else { throw failure("read") }
      return count
    }
  }

  /// Reads to the end, or until `limit` bytes were read.
  package static func allBytes(
    of descriptor: Int32, upTo limit: Int = .max
  ) throws(Failure) -> [UInt8] {
    let piece = 1 << 18
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let part = try self.bytes(of: descriptor, byteCount: min(piece, limit - bytes.count))
      bytes.append(contentsOf: part)
      guard part.count == piece else { break }
    }
    return bytes
  }
}

// MARK: - Buffers

extension SystemCalls {
  private static func bytes(
    atMost byteCount: Int, _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> [UInt8] {
    var failure: Failure?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      do throws(Failure) {
        count = try unsafe read(UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Repeats a read until the buffer is full: the kernel may return fewer bytes, and only zero means
  /// the end.
  @inline(__always)
  private static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, _ call: String,
    _ read: (UnsafeMutableRawBufferPointer, Int) -> Int
  ) throws(Failure) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = retrying { unsafe read(rest, filled) }
      guard count >= 0 else { throw failure(call) }
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }

  private static func readNext(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int
  {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
