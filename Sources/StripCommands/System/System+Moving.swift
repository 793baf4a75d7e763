// SPDX-License-Identifier: Apache-2.0

private import CMalloc
import Glibc

extension System {
  /// Removes a file.
  static func removeFile(_ path: Path) throws(SystemError) {
    guard path.withCString(unlink) == 0 else { throw SystemError(number: errno) }
  }

  /// Renames a file, atomically where the file system supports it; fails if the new path exists.
  static func move(_ path: Path, to newPath: Path) throws(SystemError) {
    // RENAME_NOREPLACE of renameat2(2).
    let noReplacing: UInt32 = 1
    let status = path.withCString { old in
      newPath.withCString { renameat2(AT_FDCWD, old, AT_FDCWD, $0, noReplacing) }
    }
    guard status != 0 else { return }
    let error = SystemError(number: errno)
    guard error.isUnsupported else { throw error }
    try renameWithoutReplacing(path, to: newPath)
  }

  /// Waits until the contents of an open file, or the entries of an open folder, are on the disk.
  static func synchronize(_ file: Descriptor) throws(SystemError) {
    guard fsync(file) == 0 else { throw SystemError(number: errno) }
  }

  /// Sets the modification time of an open file.
  static func setModified(_ time: Int64, of file: Descriptor) {
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    let modified = timespec(tv_sec: Int(seconds), tv_nsec: Int(max(0, rest)))
    var times = [modified, modified]
    _ = futimens(file, &times)
  }
}
