// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

extension SystemCalls {
  static func rename(_ old: String, to new: String) throws(PageStoreError) {
    #if canImport(Glibc)
      guard Glibc.rename(old, new) == 0 else { throw failure("rename") }
    #else
      guard Musl.rename(old, new) == 0 else { throw failure("rename") }
    #endif
  }

  /// Gives a file a second name, which must be free.
  static func link(_ path: String, as name: String) throws(PageStoreError) {
    #if canImport(Glibc)
      guard Glibc.link(path, name) == 0 else { throw failure("link") }
    #else
      guard Musl.link(path, name) == 0 else { throw failure("link") }
    #endif
  }

  /// Removes a name; that it does not exist is no error.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  static func removeFile(_ path: String) throws(PageStoreError) -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw failure("unlink") }
    return false
  }

  /// What changes when a file does.
  struct FileState: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    let byteCount: Int
    let seconds: Int
    let nanoseconds: Int
  }

  /// The state of a file, `nil` if there is none.
  static func state(of path: String) -> FileState? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileState(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), byteCount: Int(status.st_size),
      seconds: Int(status.st_mtim.tv_sec), nanoseconds: Int(status.st_mtim.tv_nsec))
  }

  /// Whether a file or folder is one that this process may only read.
  static func isReadOnly(_ path: String) -> Bool {
    access(path, W_OK) != 0 && [EROFS, EACCES, EPERM].contains(errno)
  }

  /// The size of a regular file, `nil` if there is none.
  static func byteCount(of path: String) throws(PageStoreError) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw failure("stat") }
      return nil
    }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }
}
