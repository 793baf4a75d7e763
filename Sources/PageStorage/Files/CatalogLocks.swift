// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import Synchronization

/// The bookkeeping of SQLite's locks on the catalogs that this process has open.
///
/// POSIX releases all locks of a process on a file when the process closes any descriptor of that
/// file. SQLite handles this for its own descriptors only: other descriptors of a catalog are
/// closed here, once no locks are held.
///
/// https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
enum CatalogLocks {
  private struct Users {
    var count = 0
    var waiting: [@Sendable () -> Void] = []
  }

  private static let users = Mutex<[FileIdentity: Users]>([:])

  /// Registers a file that is open with locks.
  static func begin(_ file: FileIdentity) {
    users.withLock { $0[file, default: Users()].count += 1 }
  }

  /// Unregisters a file, and runs the deferred closes.
  static func end(_ file: FileIdentity) {
    users.withLock { users in
      users[file]?.count -= 1
      guard let found = users[file], found.count <= 0 else { return }
      users[file] = nil
      for close in found.waiting { close() }
    }
  }

  /// Closes a file opened without locks, as soon as no locks are held on it.
  static func close(_ file: FileIdentity, _ close: @escaping @Sendable () -> Void) {
    users.withLock { users in
      if users[file] == nil { close() } else { users[file]?.waiting.append(close) }
    }
  }
}
