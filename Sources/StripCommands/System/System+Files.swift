// SPDX-License-Identifier: Apache-2.0

import Glibc

extension System {
  /// A file descriptor.
  typealias Descriptor = Int32

  static let standardInput: Descriptor = 0
  static let standardOutput: Descriptor = 1
  static let standardError: Descriptor = 2

  /// Opens a file for reading, without blocking until a FIFO has a writer.
  static func open(_ path: Path) throws(SystemError) -> Descriptor {
    try path.withCString { name in
      Result { () throws(SystemError) in
        try retrying { Glibc.open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
      }
    }.get()
  }

  /// Opens a file for sequential reading, and blocks until a FIFO has a writer.
  static func openStream(_ path: Path) throws(SystemError) -> Descriptor {
    try path.withCString { name in
      Result { () throws(SystemError) in
        try retrying { Glibc.open(name, O_RDONLY | O_CLOEXEC) }
      }
    }.get()
  }

  /// Closes a file, and reports deferred write errors.
  static func close(_ file: Descriptor) throws(SystemError) {
    // Linux has released the descriptor even when close(2) was interrupted: never close twice.
    guard Glibc.close(file) == 0 || errno == EINTR else { throw SystemError(number: errno) }
  }

  /// Reads `count` bytes, or fewer at the end of the file.
  static func read(_ file: Descriptor, count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        while filled < count {
          let rest = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
          let got = try retrying { Glibc.read(file, rest.baseAddress, rest.count) }
          guard got > 0 else { break }
          filled += got
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads `count` bytes at an offset, or fewer at the end of the file.
  static func read(
    _ file: Descriptor, count: Int, at offset: Int
  ) throws(SystemError) -> [UInt8] {
    guard lseek(file, offset, SEEK_SET) >= 0 else { throw SystemError(number: errno) }
    return try read(file, count: count)
  }

  /// Reads the available bytes, at most `count`.
  ///
  /// It blocks if there are none, and returns an empty array only at the end of the file.
  static func readAvailable(_ file: Descriptor, atMost count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try retrying { Glibc.read(file, buffer.baseAddress, count) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads a file to its end.
  static func readAll(_ file: Descriptor) throws(SystemError) -> [UInt8] {
    let chunk = 1 << 16
    var bytes: [UInt8] = []
    while true {
      let part = try read(file, count: chunk)
      bytes.append(contentsOf: part)
      if part.count < chunk { return bytes }
    }
  }

  /// Reads to the end of the file, or until `limit` bytes were read.
  static func read(_ file: Descriptor, upTo limit: Int) throws(SystemError) -> [UInt8] {
    let chunk = 1 << 18
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let part = try read(file, count: min(chunk, limit - bytes.count))
      guard !part.isEmpty else { break }
      bytes.append(contentsOf: part)
    }
    return bytes
  }

  /// Whether an entry of an open folder is a regular file, not a symbolic link, with exactly these
  /// bytes.
  static func isFile(_ name: [UInt8], in folder: Descriptor, of bytes: [UInt8]) -> Bool {
    guard let file = try? open([name], in: folder) else { return false }
    defer { try? close(file) }
    return (try? read(file, upTo: bytes.count + 1)) == bytes
  }

  /// Writes all bytes.
  static func write(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    var written = 0
    while written < bytes.count { written += try writeOnce(bytes, from: written, to: file) }
  }

  /// Writes some of the bytes from an index on.
  ///
  /// - Returns: The number of bytes written.
  static func writeOnce(
    _ bytes: [UInt8], from start: Int = 0, to file: Descriptor
  ) throws(SystemError) -> Int {
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(SystemError) in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[start...])
        return try retrying { Glibc.write(file, rest.baseAddress, rest.count) }
      }
    }.get()
  }
}

extension System {
  /// Writes all bytes at an offset; the file position does not change.
  static func write(
    _ bytes: [UInt8], to file: Descriptor, at offset: Int
  ) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try bytes.withUnsafeBytes { buffer in
        Result { () throws(SystemError) in
          let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
          return try retrying { pwrite(file, rest.baseAddress, rest.count, offset + written) }
        }
      }.get()
    }
  }
}
