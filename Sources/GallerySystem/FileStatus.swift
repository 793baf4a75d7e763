// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The identity of a file, independent of the paths and links that lead to it.
package struct FileIdentity: Hashable, Sendable {
  /// The number of the file system.
  package let device: UInt64
  /// The number of the file in its file system.
  package let inode: UInt64

  /// Creates an identity.
  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// The status of a file.
package struct FileStatus: Hashable, Sendable {
  /// The type of a file.
  package enum Kind: Hashable, Sendable {
    /// The types of Linux; `other` is for those that it does not have yet.
    case file, folder, symbolicLink, pipe, socket, device, other
  }

  /// The type of the file.
  package let kind: Kind
  /// The identity of the file.
  package let identity: FileIdentity
  /// The number of its names.
  package let linkCount: Int
  /// The size in bytes.
  package let byteCount: Int
  /// Whether most of the file is allocated: it is not sparse.
  package let isAllocated: Bool
  /// The time of the last change of the contents, in nanoseconds since 1970.
  package let modified: Int64
  /// The time of the last change of the contents or the inode, in nanoseconds since 1970.
  ///
  /// On most file systems, renaming changes it too. No program can set it.
  package let changed: Int64

  fileprivate init(_ status: stat) {
    kind = Kind(status.st_mode)
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    linkCount = Int(status.st_nlink)
    byteCount = Int(status.st_size)
    isAllocated = Int(status.st_blocks) >= Int(status.st_size) / 1024
    modified = status.st_mtim.nanoseconds
    changed = status.st_ctim.nanoseconds
  }
}

extension FileStatus {
  /// Whether the file is a folder.
  package var isFolder: Bool { kind == .folder }

  /// Whether the file is a regular one.
  package var isRegular: Bool { kind == .file }
}

extension FileStatus.Kind {
  fileprivate init(_ mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFBLK, S_IFCHR: .device
      default: .other
      }
  }
}

extension timespec {
  /// The time in nanoseconds, 0 if that does not fit.
  var nanoseconds: Int64 {
    let (seconds, overflows) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return overflows ? 0 : seconds &+ Int64(tv_nsec)
  }
}

extension SystemCalls {
  /// Returns the status of an open file.
  package static func status(of descriptor: Int32) throws(Failure) -> FileStatus {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure("fstat") }
    return FileStatus(status)
  }

  /// Returns the status of the file at a path, following links.
  package static func status(of path: some SystemPath) throws(Failure) -> FileStatus {
    var status = stat()
    let code = unsafe path.withTerminatedBytes { unsafe fstatat(AT_FDCWD, $0, &status, 0) }
    guard code == 0 else { throw failure("stat") }
    return FileStatus(status)
  }

  /// Returns the status of an entry, `nil` if there is none; links are not followed.
  package static func status(
    of name: some SystemPath, in folder: Int32
  ) throws(Failure) -> FileStatus? {
    var status = stat()
    let code = unsafe name.withTerminatedBytes {
      unsafe fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW)
    }
    guard code == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw failure("stat") }
      return nil
    }
    return FileStatus(status)
  }

  /// Returns the type of an entry, `nil` if the lookup fails; links are not followed.
  package static func kind(
    of name: some SystemPath, in folder: Int32 = currentFolder
  ) -> FileStatus.Kind? {
    (try? status(of: name, in: folder))?.kind
  }

  /// Returns the size of an open regular file; a folder, FIFO, socket or device is refused.
  package static func byteCount(ofRegular descriptor: Int32) throws(Failure) -> Int {
    let status = try status(of: descriptor)
    guard status.kind == .file else { throw Failure(.invalidFile) }
    return status.byteCount
  }
}
