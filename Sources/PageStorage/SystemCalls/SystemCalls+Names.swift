// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

extension SystemCalls {
  /// Renames a file to a free name; no other process may create names in that folder.
  static func renameToFreeName(
    _ name: String, in folder: Int32, to newName: String, in newFolder: Int32
  ) throws(PageStoreError) {
    guard try status(of: newName, in: newFolder) == nil else {
      throw .io(operation: "rename", errno: EEXIST)
    }
    try rename(name, in: folder, to: newName, in: newFolder)
  }

  /// Renames a file, replacing an existing one.
  static func rename(
    _ name: String, in folder: Int32, to newName: String, in newFolder: Int32
  ) throws(PageStoreError) {
    guard renameat(folder, name, newFolder, newName) == 0 else { throw failure("rename") }
  }

  /// Hard-links a file to a free name.
  static func link(
    _ name: String, in folder: Int32, as newName: String, in newFolder: Int32
  ) throws(PageStoreError) {
    guard linkat(folder, name, newFolder, newName, 0) == 0 else { throw failure("link") }
  }

  /// Removes a name, if it exists.
  ///
  /// - Returns: Whether it existed.
  @discardableResult
  static func removeFile(_ name: String, in folder: Int32) throws(PageStoreError) -> Bool {
    if unlinkat(folder, name, 0) == 0 { return true }
    guard errno == ENOENT else { throw failure("unlink") }
    return false
  }

  /// Returns whether this process may only read a file in a folder, or the folder itself as `.`.
  static func isReadOnly(_ name: String, in folder: Int32) -> Bool {
    faccessat(folder, name, W_OK, 0) != 0 && [EROFS, EACCES, EPERM].contains(errno)
  }

  /// Returns the status of an entry, `nil` if there is none; links are not followed.
  static func status(of name: String, in folder: Int32) throws(PageStoreError) -> FileStatus? {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw failure("stat") }
      return nil
    }
    return FileStatus(status)
  }

  /// Returns the status of an open file.
  static func status(of descriptor: Int32) throws(PageStoreError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("fstat") }
    return FileStatus(status)
  }
}

/// The status of a file.
struct FileStatus: Hashable, Sendable {
  let kind: FileKind
  let device: UInt64
  let inode: UInt64
  let linkCount: Int
  let byteCount: Int
  /// Whether most of the file is allocated: it is not sparse.
  let isAllocated: Bool
  let seconds: Int
  let nanoseconds: Int

  fileprivate init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    linkCount = Int(status.st_nlink)
    byteCount = Int(status.st_size)
    isAllocated = Int(status.st_blocks) >= Int(status.st_size) / 1024
    seconds = Int(status.st_mtim.tv_sec)
    nanoseconds = Int(status.st_mtim.tv_nsec)
  }
}
