// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import CMalloc
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

extension SystemCalls {
  /// Renames a file, replacing an existing one.
  package static func rename(
    _ name: some SystemPath, in folder: Int32 = currentFolder, to newName: some SystemPath,
    in newFolder: Int32 = currentFolder
  ) throws(Failure) {
    let code = unsafe name.withTerminatedBytes { old in
      unsafe newName.withTerminatedBytes { unsafe renameat(folder, old, newFolder, $0) }
    }
    guard code == 0 else { throw failure("rename") }
  }

  /// Renames a file to a free name; no other process may create names in that folder.
  package static func renameToFreeName(
    _ name: some SystemPath, in folder: Int32, to newName: some SystemPath, in newFolder: Int32
  ) throws(Failure) {
    guard try status(of: newName, in: newFolder) == nil else {
      throw failure("rename", number: EEXIST)
    }
    try rename(name, in: folder, to: newName, in: newFolder)
  }

  /// Hard-links a file to a free name.
  package static func link(
    _ name: some SystemPath, in folder: Int32, as newName: some SystemPath, in newFolder: Int32
  ) throws(Failure) {
    let code = unsafe name.withTerminatedBytes { old in
      unsafe newName.withTerminatedBytes { unsafe linkat(folder, old, newFolder, $0, 0) }
    }
    guard code == 0 else { throw failure("link") }
  }

  /// Removes a name, if it exists.
  ///
  /// - Returns: Whether it existed.
  @discardableResult
  package static func removeFile(
    _ name: some SystemPath, in folder: Int32 = currentFolder
  ) throws(Failure) -> Bool {
    if unsafe name.withTerminatedBytes({ unsafe unlinkat(folder, $0, 0) }) == 0 { return true }
    guard errno == ENOENT else { throw failure("unlink") }
    return false
  }
}

#if canImport(Glibc)
  // MARK: - Without replacing

  extension SystemCalls where Failure == SystemError {
    /// Renames a file, atomically where the file system supports it; fails if the new name exists.
    package static func move(
      _ name: some SystemPath, to newName: some SystemPath, in folder: Int32 = currentFolder
    ) throws(SystemError) {
      do throws(SystemError) {
        try renameAtomically(name, to: newName, in: folder)
      } catch {
        guard error.isUnsupported else { throw error }
        try renameWithoutReplacing(name, to: newName, in: folder)
      }
    }

    /// Renames a file inside of its folder by a hard link; fails if the new name exists.
    ///
    /// The file systems of cameras and of Windows have no hard links, and some cannot rename
    /// atomically either: there, it looks for an existing file first.
    package static func renameWithoutReplacing(
      _ name: some SystemPath, to newName: some SystemPath, in folder: Int32 = currentFolder
    ) throws(SystemError) {
      do throws(SystemError) {
        try link(name, in: folder, as: newName, in: folder)
        _ = try? removeFile(name, in: folder)
        return
      } catch {
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(error.number) else { throw error }
      }
      do throws(SystemError) {
        try renameAtomically(name, to: newName, in: folder)
      } catch {
        guard error.isUnsupported else { throw error }
        guard kind(of: newName, in: folder) == nil else { throw .existingFile }
        try rename(name, in: folder, to: newName, in: folder)
      }
    }

    private static func renameAtomically(
      _ name: some SystemPath, to newName: some SystemPath, in folder: Int32
    ) throws(SystemError) {
      // RENAME_NOREPLACE of renameat2(2).
      let noReplacing: UInt32 = 1
      let code = unsafe name.withTerminatedBytes { old in
        unsafe newName.withTerminatedBytes {
          unsafe renameat2(folder, old, folder, $0, noReplacing)
        }
      }
      guard code == 0 else { throw failure("renameat2") }
    }
  }

  // MARK: - Extended attributes

  extension SystemCalls {
    /// Returns an extended attribute of a file, `nil` if it is missing or longer than `byteCount`.
    package static func attribute(
      _ name: String, of path: some SystemPath, byteCount: Int
    ) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: byteCount)
      let count = unsafe path.withTerminatedBytes { path in
        unsafe name.withTerminatedBytes {
          unsafe getxattr(path, $0, &bytes, numericCast(byteCount))
        }
      }
      return count >= 0 ? Array(bytes.prefix(count)) : nil
    }

    /// Returns whether a file has no such extended attribute; `false` if there is no file, or the file system does not
    /// support attributes.
    package static func lacksAttribute(_ name: String, _ path: some SystemPath) -> Bool {
      let count = unsafe path.withTerminatedBytes { path in
        unsafe name.withTerminatedBytes { unsafe getxattr(path, $0, nil, 0) }
      }
      return count < 0 && errno == ENODATA
    }

    /// Sets an extended attribute of an open file, if its file system supports them.
    package static func setAttribute(
      _ name: String, to bytes: [UInt8], of descriptor: Int32
    ) {
      _ = unsafe name.withTerminatedBytes {
        unsafe fsetxattr(descriptor, $0, bytes, numericCast(bytes.count), 0)
      }
    }
  }
#endif
