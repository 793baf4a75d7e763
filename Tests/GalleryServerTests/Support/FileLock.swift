// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A lock of a whole database file, as another process of SQLite has it while it writes.
///
/// It belongs to its own opening of the file, so that it conflicts with locks of this process too.
final class FileLock {
  struct Failure: Error {}

  private let file: Int32

  /// Locks a file, as soon as nobody else has.
  init(_ path: String) throws {
    file = open(path, O_RDWR | O_CLOEXEC)
    // The bytes of SQLite's locks.
    var lock = flock(
      l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0x4000_0000, l_len: 512, l_pid: 0)
    let command: Int32 = 38  // F_OFD_SETLKW
    guard file >= 0, fcntl(file, command, &lock) == 0 else { throw Failure() }
  }

  func release() { close(file) }
}
