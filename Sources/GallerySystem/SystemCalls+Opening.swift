// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The modes for opening an entry of a folder; none follows links.
package enum FileAccess {
  /// Reading.
  case read
  /// Writing a new file.
  case create
  /// Writing a new file with direct I/O.
  case createDirect
  /// Reading and writing a file, created if missing.
  case update
  /// Writing a new file without a name; the name that is opened is that of its folder.
  case createUnnamed
  /// A folder to list.
  case folder
  /// A folder whose entries are opened and created by name, which needs no permission to read it.
  case unlistedFolder

  // Flags of Linux that the headers do not expose to Swift.
  #if arch(arm64) || arch(arm)
    private static let direct: Int32 = 0o200000
  #else
    private static let direct: Int32 = 0o40000
  #endif
  fileprivate static let path: Int32 = 0o10000000
  private static let unnamed: Int32 = 0o20000000 | O_DIRECTORY

  fileprivate var flags: Int32 {
    let common = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    return switch self {
    case .read: O_RDONLY | common
    case .create: O_RDWR | O_CREAT | O_EXCL | common
    case .createDirect: O_RDWR | O_CREAT | O_EXCL | common | Self.direct
    case .update: O_RDWR | O_CREAT | common
    case .createUnnamed: O_RDWR | Self.unnamed | common
    case .folder: O_RDONLY | O_DIRECTORY | common
    case .unlistedFolder: Self.path | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
    }
  }
}

extension SystemCalls {
  /// The folder in which relative paths begin.
  package static var currentFolder: Int32 { AT_FDCWD }

  /// Opens a file at a path for reading, following links.
  ///
  /// It neither waits for the writer of a FIFO nor makes a terminal that of the process.
  package static func open(_ path: some SystemPath) throws(Failure) -> Int32 {
    try open(path, flags: O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  }

  /// Opens a file at a path for sequential reading, and blocks until a FIFO has a writer.
  package static func openStream(_ path: some SystemPath) throws(Failure) -> Int32 {
    try open(path, flags: O_RDONLY | O_CLOEXEC)
  }

  /// Opens a folder at a path, following links.
  package static func openFolder(_ path: some SystemPath) throws(Failure) -> Int32 {
    try open(path, flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  /// Opens a folder whose entries are opened and created by name, following links.
  package static func openUnlistedFolder(_ path: some SystemPath) throws(Failure) -> Int32 {
    try open(path, flags: FileAccess.path | O_DIRECTORY | O_CLOEXEC)
  }

  /// Opens an entry of a folder.
  ///
  /// - Throws: `ELOOP` for a link, `ENOTDIR` if it is not a folder.
  package static func open(
    _ name: some SystemPath, in folder: Int32, _ access: FileAccess, mode: UInt32 = 0
  ) throws(Failure) -> Int32 {
    try open(name, in: folder, flags: access.flags, mode: mode)
  }

  private static func open(
    _ name: some SystemPath, in folder: Int32 = AT_FDCWD, flags: Int32, mode: UInt32 = 0
  ) throws(Failure) -> Int32 {
    guard !name.isCutShort else { throw Failure(.invalidFile) }
    let descriptor = unsafe name.withTerminatedBytes { name in
      retrying { unsafe openat(folder, name, flags, mode_t(mode)) }
    }
    guard descriptor >= 0 else { throw failure("open") }
    return descriptor
  }

  /// Returns another descriptor of an open file.
  package static func duplicate(_ descriptor: Int32) throws(Failure) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw failure("fcntl") }
    return copy
  }

  /// Ends direct I/O: later writes use the page cache.
  package static func endDirectAccess(_ descriptor: Int32) throws(Failure) {
    guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw failure("fcntl") }
  }

  /// Closes a descriptor, without a retry: Linux closes it even if the call is interrupted.
  package static func closeFile(_ descriptor: Int32) {
    close(descriptor)
  }

  /// Closes a file that was written, and reports deferred write errors.
  package static func finishFile(_ descriptor: Int32) throws(Failure) {
    guard close(descriptor) == 0 || errno == EINTR else { throw failure("close") }
  }
}

// MARK: - Locks

/// A lock on an open file, released when its process ends.
package enum FileLock {
  /// A lock that several processes can hold at once.
  case shared
  /// A lock that excludes all others.
  case exclusive

  fileprivate var operation: Int32 {
    switch self {
    case .shared: LOCK_SH | LOCK_NB
    case .exclusive: LOCK_EX | LOCK_NB
    }
  }
}

extension SystemCalls {
  /// Takes the lock of an open file, replacing one already held.
  ///
  /// - Returns: `false` if it is held elsewhere; the caller's previous lock may be lost then.
  package static func tryLock(
    _ descriptor: Int32, _ lock: FileLock = .exclusive
  ) throws(Failure) -> Bool {
    if retrying({ flock(descriptor, lock.operation) }) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw failure("flock") }
    return false
  }

  /// Releases the lock of an open file.
  package static func unlock(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
  }
}
