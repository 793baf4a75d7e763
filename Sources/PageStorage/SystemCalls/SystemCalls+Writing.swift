// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

extension SystemCalls {
  static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) throws(PageStoreError) {
    var rest = bytes
    while !rest.isEmpty {
      #if canImport(Glibc)
        let count = retrying { Glibc.write(descriptor, rest.baseAddress, rest.count) }
      #else
        let count = retrying { Musl.write(descriptor, rest.baseAddress, rest.count) }
      #endif
      guard count >= 0 else { throw failure("write") }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(PageStoreError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(PageStoreError) in
      try write(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
  }

  /// Writes bytes at an offset.
  static func write(
    _ bytes: [UInt8], to descriptor: Int32, at offset: Int
  ) throws(PageStoreError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { rest in
        retrying { pwrite(descriptor, rest.baseAddress, rest.count, offset + written) }
      }
      guard count >= 0 else { throw failure("pwrite") }
      written += count
    }
  }

  static func synchronize(_ descriptor: Int32) throws(PageStoreError) {
    guard fsync(descriptor) == 0 else { throw failure("fsync") }
  }

  static func truncate(_ descriptor: Int32, to byteCount: Int) throws(PageStoreError) {
    guard retrying({ ftruncate(descriptor, byteCount) }) == 0 else { throw failure("ftruncate") }
  }

  /// Allocates disk blocks for a file.
  static func allocate(_ descriptor: Int32, byteCount: Int) throws(PageStoreError) {
    let code = posix_fallocate(descriptor, 0, byteCount)
    guard code == 0 else { throw failure("posix_fallocate", code: code) }
  }
}
