// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An error of a system call.
struct CallFailure: Error {
  let name: String
  let code = errno
}

/// File operations of a program that only copies: the minimum cost of every store.
enum Files {
  /// Copies a file, and waits until the copy is on the disk.
  ///
  /// The kernel copies, so that no byte passes through the process.
  static func copyDurably(_ source: String, to target: String) throws {
    let input = try check(open(source, O_RDONLY | O_CLOEXEC), "open")
    defer { close(input) }
    let output = try check(open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644), "open")
    defer { close(output) }
    while try check(sendfile(output, input, nil, 1 << 30), "sendfile") > 0 {}
    try check(fsync(output), "fsync")
  }

  /// Waits until the entries of a folder are on the disk.
  static func synchronizeFolder(_ path: String) throws {
    let folder = try check(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open")
    defer { close(folder) }
    try check(fsync(folder), "fsync")
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try check(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644), "open")
    defer { close(file) }
    var start = 0
    while start < bytes.count {
      start += try bytes[start...].withUnsafeBytes { rest in
        try check(Glibc.write(file, rest.baseAddress, rest.count), "write")
      }
    }
  }

  static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw CallFailure(name: "mkdir") }
  }

  /// Waits until all writes of all processes are on the disk.
  static func synchronizeAll() { sync() }

  @discardableResult
  static func check<Result: SignedInteger>(_ result: Result, _ name: String) throws -> Result {
    guard result >= 0 else { throw CallFailure(name: name) }
    return result
  }
}

/// A file that grows by 4 KiB at a time; each write is synchronized.
final class Log {
  private let descriptor: Int32
  private let block = [UInt8](repeating: 1, count: 4096)

  init(path: String) throws {
    descriptor = try Files.check(
      open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644), "open")
  }

  deinit {
    close(descriptor)
  }

  func append() throws {
    try Files.check(write(descriptor, block, block.count), "write")
    try Files.check(fsync(descriptor), "fsync")
  }
}
