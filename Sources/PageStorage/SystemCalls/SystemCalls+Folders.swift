// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

extension SystemCalls {
  /// Creates a folder at a path, unless it exists.
  ///
  /// - Returns: Whether it is new.
  @discardableResult
  static func makeFolder(_ path: String, mode: UInt32) throws(PageStoreError) -> Bool {
    try makeFolder(path, in: AT_FDCWD, mode: mode)
  }

  /// Creates a subfolder, unless the name exists.
  ///
  /// - Returns: Whether it is new.
  @discardableResult
  static func makeFolder(
    _ name: String, in folder: Int32, mode: UInt32
  ) throws(PageStoreError) -> Bool {
    if mkdirat(folder, name, mode_t(mode)) == 0 { return true }
    guard errno == EEXIST else { throw failure("mkdir") }
    return false
  }

  /// Sets the permissions of a file, independent of the umask.
  static func setMode(_ mode: UInt32, of descriptor: Int32) throws(PageStoreError) {
    guard fchmod(descriptor, mode_t(mode)) == 0 else { throw failure("fchmod") }
  }

  /// Returns whether a path is a folder, following links.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Calls `body` with each name in an open folder except `.` and `..`, in no order, until it returns
  /// `false`.
  static func forEachName(
    in folder: Int32, _ body: (String) throws(PageStoreError) -> Bool
  ) throws(PageStoreError) {
    // A separate descriptor: the read position of a directory belongs to it.
    let list = try open(".", in: folder, .folder, mode: 0)
    guard let stream = fdopendir(list) else {
      defer { close(list) }
      throw failure("fdopendir")
    }
    defer { closedir(stream) }
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != "..", try !body(name) { return }
      errno = 0
    }
    guard errno == 0 else { throw failure("readdir") }
  }

  /// Returns the number of bytes available to an unprivileged user on a folder's file system.
  static func availableByteCount(at folder: Int32) -> Int? {
    var status = statvfs()
    guard fstatvfs(folder, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }
}
