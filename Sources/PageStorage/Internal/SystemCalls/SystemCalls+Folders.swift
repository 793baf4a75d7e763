// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

extension SystemCalls {
  /// Makes a folder unless there is one.
  ///
  /// - Returns: Whether it is new.
  @discardableResult
  static func makeFolder(_ path: String) throws(PageStoreError) -> Bool {
    if mkdir(path, 0o755) == 0 { return true }
    guard errno == EEXIST else { throw failure("mkdir") }
    return false
  }

  static func synchronizeFolder(_ path: String) throws(PageStoreError) {
    let descriptor = try open(path, .folder)
    defer { closeFile(descriptor) }
    try synchronize(descriptor)
  }

  /// Whether there is a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder except `.` and `..`, empty if there is no folder.
  static func names(in folder: String) throws(PageStoreError) -> [String] {
    guard let stream = opendir(folder) else {
      guard errno == ENOENT else { throw failure("opendir") }
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw failure("readdir") }
    return names
  }

  /// The bytes that an ordinary user may still write to the file system of a folder.
  static func availableByteCount(at path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }
}
