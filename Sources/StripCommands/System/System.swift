// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The calls to the operating system that the program makes.
///
/// Nothing outside of this folder imports libc.
enum System {
  /// Calls `call` again as long as a signal interrupts it.
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

/// A call to the operating system that failed.
struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  let number: Int32

  /// What the operating system says about it, as a sentence.
  var description: String { String(cString: strerror(number)) + "." }

  /// Whether nobody reads what is written any more.
  var isBrokenPipe: Bool { number == EPIPE }

  /// Whether a file is not there, or out of reach, rather than faulty.
  var isUnreachableFile: Bool {
    [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG].contains(number)
  }

  /// Whether this user may not reach a file.
  var isDenied: Bool { [EACCES, EPERM].contains(number) }

  /// Whether the operating system has no more of what is asked for, or never had.
  var isShortage: Bool { [EMFILE, ENFILE, ENOSPC, ENOMEM, ENOSYS].contains(number) }

  /// Whether a name is gone, or one of the folders above it.
  var isGone: Bool { [ENOENT, ENOTDIR].contains(number) }

  /// Whether there is no file with that name.
  var isMissingFile: Bool { number == ENOENT }

  /// Whether nothing more fits on the disk, or in somebody's share of it.
  var isFullDisk: Bool { [ENOSPC, EDQUOT].contains(number) }

  /// Whether two names are on different file systems.
  var isOtherFileSystem: Bool { number == EXDEV }

  /// Whether the operating system or the file system does not know how to do that.
  var isUnsupported: Bool { [EINVAL, ENOSYS, EOPNOTSUPP].contains(number) }

  /// Whether a file with that name is there already.
  var isExistingFile: Bool { number == EEXIST }

  /// The error of a name that is taken.
  static var existingFile: SystemError { SystemError(number: EEXIST) }

  /// The error of a name that is that of a folder.
  static var isFolder: SystemError { SystemError(number: EISDIR) }

  /// The error of a name that leads to something that is not a folder.
  static var notFolder: SystemError { SystemError(number: ENOTDIR) }
}

extension Path {
  /// Calls `body` with the name as C takes it.
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
