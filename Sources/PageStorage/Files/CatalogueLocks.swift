// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Keeps the locks of SQLite on the catalogues that this process has open.
///
/// Unix takes all locks of a process on a file away when the process closes any descriptor of that file.
/// SQLite knows that of its own descriptors, and not of others: so who else has opened a catalogue gives
/// it here to be closed, which waits as long as somebody has locks.
///
/// https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
enum CatalogueLocks {
  /// A file, whatever its name.
  struct File: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    init(_ status: FileStatus) {
      (device, inode) = (status.device, status.inode)
    }
  }

  private struct Users {
    var count = 0
    var waiting: [@Sendable () -> Void] = []
  }

  private static let users = Mutex<[File: Users]>([:])

  /// Takes note that a file is open with locks.
  static func begin(_ file: File) {
    users.withLock { $0[file, default: Users()].count += 1 }
  }

  /// Takes note that it is open with locks no more, and closes what has waited for that.
  static func end(_ file: File) {
    users.withLock { users in
      users[file]?.count -= 1
      guard let found = users[file], found.count <= 0 else { return }
      users[file] = nil
      for close in found.waiting { close() }
    }
  }

  /// Closes something that has a file open without locks, as soon as nobody has locks on it.
  static func close(_ file: File, _ close: @escaping @Sendable () -> Void) {
    users.withLock { users in
      if users[file] == nil { close() } else { users[file]?.waiting.append(close) }
    }
  }
}
