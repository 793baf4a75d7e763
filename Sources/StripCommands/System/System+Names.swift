// SPDX-License-Identifier: Apache-2.0

import Glibc

extension System {
  /// The identity of a file, independent of the paths and links that lead to it.
  struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  /// The status of the file at a path, with links followed.
  struct FileStatus: Hashable, Sendable {
    let identity: FileIdentity
    let isFolder: Bool
    let isRegular: Bool
    /// The size in bytes.
    let byteCount: Int
    /// The time of the last change of the contents, in nanoseconds since 1970.
    let modified: Int64
    /// The time of the last change of the contents or the inode, in nanoseconds since 1970.
    ///
    /// On most file systems, renaming changes it too. No program can set it.
    let changed: Int64

    fileprivate init(_ status: stat) {
      identity = FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
      isFolder = status.st_mode & S_IFMT == S_IFDIR
      isRegular = status.st_mode & S_IFMT == S_IFREG
      byteCount = Int(status.st_size)
      modified = nanoseconds(status.st_mtim)
      changed = nanoseconds(status.st_ctim)
    }
  }

  /// The current time, in nanoseconds since 1970.
  static var currentTime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }

  static func nanoseconds(_ time: timespec) -> Int64 {
    let (seconds, overflows) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return overflows ? 0 : seconds &+ Int64(time.tv_nsec)
  }

  /// Returns the absolute path without symbolic links.
  static func resolved(_ path: Path) throws(SystemError) -> Path {
    guard let name = path.withCString({ realpath($0, nil) }) else {
      throw SystemError(number: errno)
    }
    defer { free(name) }
    return Path(Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
  }

  /// Returns the path of an open file, `nil` if it has none, such as a pipe.
  static func name(ofOpen file: Descriptor) -> Path? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = Path("/proc/self/fd/\(file)").withCString { readlink($0, &buffer, buffer.count) }
    guard count > 0, buffer[0] == CChar(UInt8(ascii: "/")) else { return nil }
    return Path(buffer[..<count].map { UInt8(truncatingIfNeeded: $0) })
  }

  /// Returns the status of a path; links are followed.
  static func status(of path: Path) throws(SystemError) -> FileStatus {
    var buffer = stat()
    guard path.withCString({ stat($0, &buffer) }) == 0 else { throw SystemError(number: errno) }
    return FileStatus(buffer)
  }

  /// Returns the status of an open file.
  static func status(ofOpen file: Descriptor) throws(SystemError) -> FileStatus {
    var buffer = stat()
    guard fstat(file, &buffer) == 0 else { throw SystemError(number: errno) }
    return FileStatus(buffer)
  }

  /// Whether a path is a symbolic link, broken or not.
  static func isLink(_ path: Path) -> Bool {
    var buffer = stat()
    return path.withCString({ lstat($0, &buffer) }) == 0 && buffer.st_mode & S_IFMT == S_IFLNK
  }

  /// Creates a folder.
  static func makeFolder(_ path: Path) throws(SystemError) {
    guard path.withCString({ mkdir($0, 0o777) }) == 0 else { throw SystemError(number: errno) }
  }

  /// Creates a folder and its missing parents; an existing folder is not changed.
  static func makeFolders(_ path: Path) throws(SystemError) {
    if let status = try? status(of: path) {
      guard status.isFolder else { throw .notFolder }
      return
    }
    var folders = [path]
    while let last = folders.last, (try? status(of: last.folder)) == nil, last != last.folder {
      folders.append(last.folder)
    }
    for folder in folders.reversed() {
      do {
        try makeFolder(folder)
      } catch  where error.isExistingFile {
        // Another process created it first, or a trailing slash produced the same component twice.
        continue
      }
    }
  }

  /// Renames a file, replacing an existing file at the new path.
  static func rename(_ path: Path, to newPath: Path) throws(SystemError) {
    let status = path.withCString { old in newPath.withCString { Glibc.rename(old, $0) } }
    guard status == 0 else { throw SystemError(number: errno) }
  }

  /// Renames a file; fails if the new path exists.
  static func renameWithoutReplacing(_ path: Path, to newPath: Path) throws(SystemError) {
    let status = path.withCString { old in newPath.withCString { link(old, $0) } }
    if status == 0 { return remove(path) }
    // The file systems of cameras and of Windows have no hard links: check for an existing file
    // instead.
    guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { throw SystemError(number: errno) }
    guard (try? Self.status(of: newPath)) == nil else { throw SystemError(number: EEXIST) }
    try rename(path, to: newPath)
  }

  /// Whether this process may write to a file, or create files in a folder.
  static func isWritable(_ path: Path) throws(SystemError) -> Bool {
    if path.withCString({ access($0, W_OK) }) == 0 { return true }
    guard [EACCES, EPERM, EROFS].contains(errno) else { throw SystemError(number: errno) }
    return false
  }

  /// Removes a file if it exists.
  static func remove(_ path: Path) {
    _ = path.withCString(unlink)
  }
}
