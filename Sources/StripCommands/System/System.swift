// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The system calls of the program.
///
/// No file outside this folder imports libc.
enum System {
  /// Repeats `call` while it is interrupted by a signal.
  static func retrying<Number: FixedWidthInteger>(
    _ call: () -> Number
  ) throws(SystemError) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError(number: errno) }
    }
  }
}

/// A failed system call.
struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  let number: Int32

  /// The error message of the operating system as a sentence.
  var description: String { String(cString: strerror(number)) + "." }

  /// Whether the reader of a pipe is gone.
  var isBrokenPipe: Bool { number == EPIPE }

  /// Whether a file is missing or unreachable, rather than faulty.
  var isUnreachableFile: Bool {
    [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG].contains(number)
  }

  /// Whether access to a file is denied.
  var isDenied: Bool { [EACCES, EPERM].contains(number) }

  /// Whether a resource of the operating system is exhausted or does not exist.
  var isShortage: Bool { [EMFILE, ENFILE, ENOSPC, ENOMEM, ENOSYS].contains(number) }

  /// Whether a file or one of its parent folders no longer exists.
  var isGone: Bool { [ENOENT, ENOTDIR].contains(number) }

  /// Whether the file does not exist.
  var isMissingFile: Bool { number == ENOENT }

  /// Whether the disk or the user's quota is full.
  var isFullDisk: Bool { [ENOSPC, EDQUOT].contains(number) }

  /// Whether two paths are on different file systems.
  var isOtherFileSystem: Bool { number == EXDEV }

  /// Whether the operating system or the file system does not support the operation.
  var isUnsupported: Bool { [EINVAL, ENOSYS, EOPNOTSUPP].contains(number) }

  /// Whether the file already exists.
  var isExistingFile: Bool { number == EEXIST }

  /// The error for a path that already exists.
  static var existingFile: SystemError { SystemError(number: EEXIST) }

  /// The error for a path that is a folder.
  static var isFolder: SystemError { SystemError(number: EISDIR) }

  /// The error for a path that is not a folder.
  static var notFolder: SystemError { SystemError(number: ENOTDIR) }
}

extension Path {
  /// Calls `body` with the path as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    var terminated = bytes
    terminated.append(0)
    return terminated.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { preconditionFailure("an empty buffer") }
        return body(start)
      }
    }
  }
}
