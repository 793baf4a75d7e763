// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The system calls of this module.
///
/// A failed fsync is never retried: the unwritten data may be dropped from the page cache, and a
/// second call would succeed without writing them.
enum SystemCalls {
  /// Returns the system's message for an error number.
  static func message(of code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// Returns the error for the `errno` of the last call.
  static func failure(_ operation: String, code: Int32 = errno) -> PageStoreError {
    code == ENOSPC || code == EDQUOT
      ? .full(operation: operation) : .io(operation: operation, errno: code)
  }

  /// The error number for a path that is too long.
  static let nameTooLong = ENAMETOOLONG

  /// Returns whether an error number stored by SQLite means a full disk.
  static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

  /// Returns whether a call failed because the file does not exist.
  static func isMissing(_ error: PageStoreError) -> Bool {
    if case .io(_, ENOENT) = error { true } else { false }
  }

  /// Returns whether a call failed because the file system is read-only.
  static func isReadOnlyFileSystem(_ error: PageStoreError) -> Bool {
    switch error {
    case .io(_, EROFS), .io(_, EBADF), .io(_, ENOTSUP): true
    default: false
    }
  }

  /// Returns whether a call failed because the name exists.
  static func isTaken(_ error: PageStoreError) -> Bool {
    if case .io(_, EEXIST) = error { true } else { false }
  }

  /// Returns whether a call failed because a name is that of a link or not of a folder.
  static func isMisled(_ error: PageStoreError) -> Bool {
    switch error {
    case .io(_, ELOOP), .io(_, ENOTDIR), .io(_, ENXIO): true
    default: false
    }
  }

  /// Repeats a call as long as a signal interrupts it.
  static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    var result = call()
    while result < 0, errno == EINTR { result = call() }
    return result
  }

  /// The time since 1970, in milliseconds.
  static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Suspends the calling thread.
  static func sleep(microseconds: UInt32) {
    usleep(microseconds)
  }

  /// The number of processors that are online.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
