// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

extension SystemCalls {
  /// How a file of a folder is opened; none of the ways follows a link.
  enum Access {
    // O_DIRECT of Linux, which the headers do not show to Swift.
    #if arch(arm64) || arch(arm)
      private static let direct: Int32 = 0o200000
    #else
      private static let direct: Int32 = 0o40000
    #endif

    /// To be read.
    case read
    /// A new file, to be written.
    case create
    /// A new file, to be written past the kernel's memory.
    case createDirect
    /// A file to be read and written, made if it is missing.
    case update
    /// A folder.
    case folder

    fileprivate var flags: Int32 {
      let common = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
      return switch self {
      case .read: O_RDONLY | common
      case .create: O_RDWR | O_CREAT | O_EXCL | common
      case .createDirect: O_RDWR | O_CREAT | O_EXCL | common | Self.direct
      case .update: O_RDWR | O_CREAT | common
      case .folder: O_RDONLY | O_DIRECTORY | common
      }
    }
  }

  /// Opens a file that somebody has named, through links if there are some.
  static func open(_ path: String) throws(PageStoreError) -> Int32 {
    try open(path, in: AT_FDCWD, flags: O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode: 0)
  }

  /// Opens a folder that somebody has named, through links if there are some.
  static func openFolder(_ path: String) throws(PageStoreError) -> Int32 {
    try open(path, in: AT_FDCWD, flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC, mode: 0)
  }

  /// Opens a file of a folder.
  ///
  /// - Throws: `PageStoreError.io` with `ELOOP` for a link, `ENOTDIR` for what is no folder.
  static func open(
    _ name: String, in folder: Int32, _ access: Access, mode: UInt32
  ) throws(PageStoreError) -> Int32 {
    try open(name, in: folder, flags: access.flags, mode: mode)
  }

  private static func open(
    _ name: String, in folder: Int32, flags: Int32, mode: UInt32
  ) throws(PageStoreError) -> Int32 {
    guard !name.utf8.contains(0) else { throw .io(operation: "open", errno: EINVAL) }
    let descriptor = retrying { openat(folder, name, flags, mode_t(mode)) }
    guard descriptor >= 0 else { throw failure("open") }
    return descriptor
  }

  /// Lets later writes go through the kernel's memory.
  static func endDirectAccess(_ descriptor: Int32) throws(PageStoreError) {
    guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw failure("fcntl") }
  }

  /// Closes a descriptor; there is no retry, since on Linux it is gone even after an interruption.
  static func closeFile(_ descriptor: Int32) {
    close(descriptor)
  }
}

// MARK: - Locks

extension SystemCalls {
  /// A lock of an open file, which its owner loses with its life.
  enum Lock {
    case shared
    case exclusive

    fileprivate var operation: Int32 {
      switch self {
      case .shared: LOCK_SH | LOCK_NB
      case .exclusive: LOCK_EX | LOCK_NB
      }
    }
  }

  /// Takes the lock of an open file, in place of the one that the caller may have.
  ///
  /// - Returns: `false` if others hold it; a lock that the caller had may be lost then.
  static func tryLock(
    _ descriptor: Int32, _ lock: Lock = .exclusive
  ) throws(PageStoreError) -> Bool {
    if retrying({ flock(descriptor, lock.operation) }) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw failure("flock") }
    return false
  }

  /// Gives the lock of an open file up.
  static func unlock(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
  }
}
