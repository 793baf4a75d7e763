// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

extension SystemCalls {
  /// Writes all bytes at the file position.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) throws(Failure) {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let count = try unsafe writeOnce(rest, to: descriptor)
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes all bytes at the file position.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try unsafe write(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
  }

  /// Writes some of the bytes.
  ///
  /// - Returns: The number of bytes written.
  package static func writeOnce(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) -> Int {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try unsafe writeOnce(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
  }

  private static func writeOnce(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) throws(Failure) -> Int {
    #if canImport(Glibc)
      let count = retrying { unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
    #else
      let count = retrying { unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count) }
    #endif
    guard count >= 0 else { throw failure("write") }
    return count
  }

  /// Writes all bytes at an offset; the file position does not change.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, at offset: Int
  ) throws(Failure) {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try unsafe write(UnsafeRawBufferPointer(bytes), to: descriptor, at: offset)
    }
  }

  /// Writes all bytes at an offset; the file position does not change.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int
  ) throws(Failure) {
    var written = 0
    while written < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = retrying {
        unsafe pwrite(descriptor, rest.baseAddress, rest.count, offset + written)
      }
      guard count >= 0 else { throw failure("pwrite") }
      written += count
    }
  }

  /// Waits until the contents of an open file, or the entries of an open folder, are on the disk.
  package static func synchronize(_ descriptor: Int32) throws(Failure) {
    guard fsync(descriptor) == 0 else { throw failure("fsync") }
  }

  /// Sets the length of a file.
  package static func truncate(_ descriptor: Int32, to byteCount: Int) throws(Failure) {
    guard retrying({ ftruncate(descriptor, byteCount) }) == 0 else { throw failure("ftruncate") }
  }

  /// Allocates disk blocks for a file.
  package static func allocate(_ descriptor: Int32, byteCount: Int) throws(Failure) {
    let code = posix_fallocate(descriptor, 0, byteCount)
    guard code == 0 else { throw failure("posix_fallocate", number: code) }
  }

  /// Sets the permissions of a file, independent of the umask.
  package static func setMode(_ mode: UInt32, of descriptor: Int32) throws(Failure) {
    guard fchmod(descriptor, mode_t(mode)) == 0 else { throw failure("fchmod") }
  }

  /// Sets the modification time of an open file if possible, in nanoseconds since 1970.
  package static func setModified(_ time: Int64, of descriptor: Int32) {
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    let modified = timespec(tv_sec: Int(seconds), tv_nsec: Int(max(0, rest)))
    var times = [modified, modified]
    _ = unsafe futimens(descriptor, &times)
  }
}
