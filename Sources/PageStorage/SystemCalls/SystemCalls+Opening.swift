// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

extension SystemCalls {
  /// The modes for opening a file of a folder; none follows links.
  enum Access {
    // Linux's O_DIRECT, which the headers do not expose to Swift.
    #if arch(arm64) || arch(arm)
      private static let direct: Int32 = 0o200000
    #else
      private static let direct: Int32 = 0o40000
    #endif

    /// Reading.
    case read
    /// Writing a new file.
    case create
    /// Writing a new file with direct I/O.
    case createDirect
    /// Reading and writing a file, created if missing.
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

  /// Opens a file at a path, following links.
  static func open(_ path: String) throws(PageStoreError) -> Int32 {
    try open(path, in: AT_FDCWD, flags: O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode: 0)
  }

  /// Opens a folder at a path, following links.
  static func openFolder(_ path: String) throws(PageStoreError) -> Int32 {
    try open(path, in: AT_FDCWD, flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC, mode: 0)
  }

  /// Opens a file of a folder.
  ///
  /// - Throws: `PageStoreError.io` with `ELOOP` for a link, `ENOTDIR` if it is not a folder.
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

  /// Ends direct I/O: later writes use the page cache.
  static func endDirectAccess(_ descriptor: Int32) throws(PageStoreError) {
    guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw failure("fcntl") }
  }

  /// Closes a descriptor, without a retry: Linux closes it even if the call is interrupted.
  static func closeFile(_ descriptor: Int32) {
    close(descriptor)
  }
}

// MARK: - Locks

extension SystemCalls {
  /// A lock on an open file, released when its process ends.
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

  /// Takes the lock of an open file, replacing one already held.
  ///
  /// - Returns: `false` if it is held elsewhere; the caller's previous lock may be lost then.
  static func tryLock(
    _ descriptor: Int32, _ lock: Lock = .exclusive
  ) throws(PageStoreError) -> Bool {
    if retrying({ flock(descriptor, lock.operation) }) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw failure("flock") }
    return false
  }

  /// Releases the lock of an open file.
  static func unlock(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
  }
}
