// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// A failed call of the operating system.
///
/// Callers know the path and report it themselves: many calls have none, but an open file.
package struct SystemError: Error, Hashable, Sendable {
  /// The name of the function, as in its manual.
  package let call: String
  /// The value of `errno`.
  package let number: Int32

  /// Creates an error.
  package init(call: String, number: Int32) {
    self.call = call
    self.number = number
  }

  /// Returns the system's message for an error number.
  package static func message(of number: Int32) -> String {
    // Both C libraries keep the text in constant or thread-local memory.
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}

extension SystemError: CustomStringConvertible {
  /// The message of the operating system as a sentence.
  package var description: String { Self.message(of: number) + "." }
}

/// An error of a module that may stand for a failed call of the operating system.
package protocol SystemFailure: Error {
  /// Creates the error for a failed call.
  init(_ failure: SystemError)
}

extension SystemError: SystemFailure {
  /// Creates a copy.
  package init(_ failure: SystemError) { self = failure }
}

// MARK: - Kinds of failures

extension SystemError {
  /// Whether the file does not exist.
  package var isMissingFile: Bool { number == ENOENT }

  /// Whether a file or one of its parent folders no longer exists.
  package var isGone: Bool { [ENOENT, ENOTDIR].contains(number) }

  /// Whether a file is missing or unreachable, rather than faulty.
  package var isUnreachableFile: Bool {
    [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG].contains(number)
  }

  /// Whether access to a file is denied.
  package var isDenied: Bool { [EACCES, EPERM].contains(number) }

  /// Whether a resource of the operating system is exhausted or does not exist.
  package var isShortage: Bool { [EMFILE, ENFILE, ENOSPC, ENOMEM, ENOSYS].contains(number) }

  /// Whether files or memory are exhausted, which others may give back soon.
  package var isShortageOfFiles: Bool { [EMFILE, ENFILE, ENOMEM].contains(number) }

  /// Whether the disk or the user's quota is full.
  package var isFullDisk: Bool { [ENOSPC, EDQUOT].contains(number) }

  /// Whether two paths are on different file systems.
  package var isOtherFileSystem: Bool { number == EXDEV }

  /// Whether the file system is read-only, or became so after an error of its disk.
  package var isReadOnlyFileSystem: Bool { number == EROFS }

  /// Whether a file cannot be synced because it or its file system is read-only.
  package var isUnsyncable: Bool { [EINVAL, EROFS, EBADF, ENOTSUP].contains(number) }

  /// Whether the operating system or the file system does not support the operation.
  package var isUnsupported: Bool { [EINVAL, ENOSYS, EOPNOTSUPP].contains(number) }

  /// Whether the file system has no files without names.
  package var isWithoutUnnamedFiles: Bool { [EOPNOTSUPP, EISDIR, EINVAL].contains(number) }

  /// Whether an argument of the call is not allowed for this file.
  package var isInvalidArgument: Bool { number == EINVAL }

  /// Whether the file already exists.
  package var isExistingFile: Bool { number == EEXIST }

  /// Whether a symbolic link was not followed.
  package var isLink: Bool { number == ELOOP }

  /// Whether a name is that of a link, a device, or something other than a folder.
  package var isMisled: Bool { [ELOOP, ENOTDIR, ENXIO].contains(number) }

  /// Whether the reader of a pipe is gone.
  package var isBrokenPipe: Bool { number == EPIPE }

  /// The error for a path that already exists.
  package static var existingFile: SystemError { SystemError(call: "open", number: EEXIST) }

  /// The error for a file system that is read-only.
  package static var readOnlyFileSystem: SystemError { SystemError(call: "open", number: EROFS) }

  /// The error for a path that is a folder.
  package static var folder: SystemError { SystemError(call: "open", number: EISDIR) }

  /// The error for a path that is not a folder.
  package static var notFolder: SystemError { SystemError(call: "open", number: ENOTDIR) }

  /// The error for a symbolic link that must not be followed.
  package static var link: SystemError { SystemError(call: "open", number: ELOOP) }

  /// The error for a path that is too long.
  package static var nameTooLong: SystemError { SystemError(call: "open", number: ENAMETOOLONG) }

  /// The error for a path with a zero byte, or a file that is not a regular one.
  package static var invalidFile: SystemError { SystemError(call: "open", number: EINVAL) }
}
