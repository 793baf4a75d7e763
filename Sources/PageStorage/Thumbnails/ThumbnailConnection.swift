// SPDX-License-Identifier: Apache-2.0

import GRDB
import Synchronization

/// The connection to the thumbnail database, opened on demand.
///
/// Opening a store without it is a quarter less work, and most programs show no thumbnails.
final class ThumbnailConnection: Sendable {
  private enum State {
    case unopened
    /// `nil` if the database is unavailable.
    case opened(DatabaseQueue?)
    case closed
  }

  private let folder: Folder?
  /// Held while the database is being opened, which may wait for another process.
  private let opening = Mutex(())
  /// Held for nanoseconds.
  private let state = Mutex(State.unopened)

  /// Creates a connection that is not open yet.
  ///
  /// - Parameter folder: The folder of the database, `nil` for none.
  init(folder: Folder?) { self.folder = folder }

  /// Whether ``database`` does not block: it is open, closed again or cannot be opened.
  var isReady: Bool {
    state.withLock { state in
      if case .unopened = state { false } else { true }
    }
  }

  /// The database, opened on first use; `nil` if it is unavailable.
  var database: DatabaseQueue? {
    if !isReady { opening.withLock { _ in open() } }
    return openDatabase
  }

  /// Closes the database; it is not opened again.
  func close() {
    let database = openDatabase
    state.withLock { $0 = .closed }
    try? database?.close()
  }

  private var openDatabase: DatabaseQueue? {
    state.withLock { state in
      if case .opened(let database) = state { database } else { nil }
    }
  }

  private func open() {
    guard !isReady else { return }
    let database = folder.flatMap { ThumbnailDatabase.open(in: $0) }
    let isLate = state.withLock { state in
      guard case .unopened = state else { return true }
      state = .opened(database)
      return false
    }
    if isLate { try? database?.close() }
  }
}
