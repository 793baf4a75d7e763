// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The calls to the operating system that this module makes.
///
/// No call is repeated after a failed fsync: what it could not write may be gone from memory, and a
/// second call would succeed without having written it.
enum SystemCalls {
  /// Returns the system's words for an error number.
  static func message(of code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// The error for the number that the last call left.
  static func failure(_ operation: String, code: Int32 = errno) -> PageStoreError {
    code == ENOSPC || code == EDQUOT
      ? .full(operation: operation) : .io(operation: operation, errno: code)
  }

  /// The number of the error about a path that is too long.
  static let nameTooLong = ENAMETOOLONG

  /// Whether a number that SQLite kept says that there is no room.
  static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

  /// Whether a call failed because there is no file of that name.
  static func isMissing(_ error: PageStoreError) -> Bool {
    if case .io(_, ENOENT) = error { true } else { false }
  }

  /// Whether a call failed because the file system is only read.
  static func isReadOnlyFileSystem(_ error: PageStoreError) -> Bool {
    switch error {
    case .io(_, EROFS), .io(_, EBADF), .io(_, ENOTSUP): true
    default: false
    }
  }

  /// Whether a call failed because there is a file of that name.
  static func isTaken(_ error: PageStoreError) -> Bool {
    if case .io(_, EEXIST) = error { true } else { false }
  }

  /// Whether a call failed because a name is that of a link, or of something that is no folder.
  static func isMisled(_ error: PageStoreError) -> Bool {
    switch error {
    case .io(_, ELOOP), .io(_, ENOTDIR), .io(_, ENXIO): true
    default: false
    }
  }

  /// Makes a call again as long as a signal interrupts it.
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

  /// Lets the calling thread sleep.
  static func sleep(microseconds: UInt32) {
    usleep(microseconds)
  }

  /// The number of processors that are online.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
