// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

extension SystemCalls {
  /// Reads up to `byteCount` bytes from `offset`; fewer only at the end.
  static func bytes(
    of descriptor: Int32, at offset: Int, byteCount: Int
  ) throws(PageStoreError) -> [UInt8] {
    var failure: PageStoreError?
    let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      do throws(PageStoreError) {
        count = try read(descriptor, at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads up to `buffer.count` bytes from `offset`; fewer only at the end.
  static func read(
    _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(PageStoreError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = retrying { pread(descriptor, rest.baseAddress, rest.count, offset + filled) }
      guard count >= 0 else { throw failure("pread") }
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }

  /// Returns the size of the regular file at a path, `nil` if there is none.
  static func byteCount(ofNamed path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Returns the size of an open regular file; a folder, FIFO, socket or device is refused.
  static func byteCount(ofRegular descriptor: Int32) throws(PageStoreError) -> Int {
    let status = try status(of: descriptor)
    guard status.kind == .file else { throw .io(operation: "open", errno: EINVAL) }
    return status.byteCount
  }
}
