// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// An entry of a folder.
package struct FolderEntry: Hashable, Sendable {
  /// The name as bytes.
  package let name: [UInt8]
  /// The type without following links, `nil` if the file system does not list it.
  package let kind: FileStatus.Kind?
}

// MARK: - Creating

extension SystemCalls {
  /// Creates a folder, unless the name exists.
  ///
  /// - Returns: Whether it is new.
  @discardableResult
  package static func makeFolder(
    _ name: some SystemPath, in folder: Int32 = currentFolder, mode: UInt32 = 0o777
  ) throws(Failure) -> Bool {
    if unsafe name.withTerminatedBytes({ unsafe mkdirat(folder, $0, mode_t(mode)) }) == 0 {
      return true
    }
    guard errno == EEXIST else { throw failure("mkdir") }
    return false
  }
}

// MARK: - Listing

extension SystemCalls {
  /// Returns the entries of a folder except `.` and `..`, in no particular order.
  package static func entries(of folder: some SystemPath) throws(Failure) -> [FolderEntry] {
    var entries: [FolderEntry] = []
    try unsafe forEachEntry(ofOwned: try openFolder(folder)) { (name, type) throws(Failure) in
      unsafe entries.append(FolderEntry(name: Array(name), kind: kind(ofType: type)))
      return true
    }
    return entries
  }

  /// Calls `body` with each name in an open folder except `.` and `..`, in no order, until it returns
  /// `false`.
  package static func forEachName(
    in folder: Int32, _ body: (String) throws(Failure) -> Bool
  ) throws(Failure) {
    // A separate descriptor: the read position of a directory belongs to it.
    let list = try open(".", in: folder, .folder)
    try unsafe forEachEntry(ofOwned: list) { (name, _) throws(Failure) in
      try unsafe body(String(decoding: name, as: UTF8.self))
    }
  }

  /// Lists an open folder and closes it.
  private static func forEachEntry(
    ofOwned list: Int32, _ body: (UnsafeRawBufferPointer, UInt8) throws(Failure) -> Bool
  ) throws(Failure) {
    guard let stream = unsafe fdopendir(list) else {
      defer { close(list) }
      throw failure("fdopendir")
    }
    defer { unsafe closedir(stream) }
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe name(of: entry)
      let isSelfOrParent =
        unsafe name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
      if !isSelfOrParent, try unsafe !body(name, entry.pointee.d_type) { return }
      errno = 0
    }
    guard errno == 0 else { throw failure("readdir") }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> UnsafeRawBufferPointer {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = unsafe UnsafeRawPointer(entry) + offset
    let count = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }

  private static func kind(ofType type: UInt8) -> FileStatus.Kind? {
    switch Int(type) {
    case Int(DT_UNKNOWN): nil
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .symbolicLink
    case Int(DT_FIFO): .pipe
    case Int(DT_SOCK): .socket
    case Int(DT_BLK), Int(DT_CHR): .device
    default: .other
    }
  }
}

// MARK: - Permissions, space and paths

extension SystemCalls {
  /// Returns whether this process may write to a file, or create files in a folder.
  package static func isWritable(
    _ name: some SystemPath, in folder: Int32 = currentFolder
  ) throws(Failure) -> Bool {
    if unsafe name.withTerminatedBytes({ unsafe faccessat(folder, $0, W_OK, 0) }) == 0 {
      return true
    }
    guard [EROFS, EACCES, EPERM].contains(errno) else { throw failure("access") }
    return false
  }

  /// Returns the number of bytes available to an unprivileged user on a folder's file system.
  package static func availableByteCount(at folder: Int32) -> Int? {
    var status = statvfs()
    guard unsafe fstatvfs(folder, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }

  /// Returns the bytes of the absolute path without symbolic links.
  package static func resolved(_ path: some SystemPath) throws(Failure) -> [UInt8] {
    guard let resolved = unsafe path.withTerminatedBytes({ unsafe realpath($0, nil) }) else {
      throw failure("realpath")
    }
    defer { unsafe free(resolved) }
    return unsafe Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// Returns the bytes of the path of an open file, `nil` if it has none, such as a pipe.
  package static func path(ofOpen descriptor: Int32) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe "/proc/self/fd/\(descriptor)".withTerminatedBytes {
      unsafe readlink($0, &buffer, buffer.count)
    }
    guard count > 0, buffer[0] == CChar(UInt8(ascii: "/")) else { return nil }
    return buffer[..<count].map { UInt8(truncatingIfNeeded: $0) }
  }
}
