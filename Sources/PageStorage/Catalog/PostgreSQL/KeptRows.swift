// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages
  import PostgreSQLClient
  import Synchronization

  /// The rows that the last turn of this process knew, for its next one.
  ///
  /// Each turn takes the next number of the sequence `turn_number`, also one that is rolled back. So nobody else has
  /// written since a turn if the next one of the same process has the next number: then its rows need not be asked for,
  /// and all of a small edit is one round trip. Whether that is so is tested by the first statement after the lock, and
  /// the server runs nothing behind a test that fails.
  ///
  /// A turn that logs each document that it changes takes the next number of the sequence `logged_turn` as well. If
  /// both sequences have advanced by the same count since a turn, the log names all that others have changed, and the
  /// rows of other documents need not be asked for: processes that take turns keep those of their own documents.
  final class KeptRows: Sendable {
    /// The turn whose rows are kept.
    struct Turn {
      let number: Int64
      /// The number of the last turn whose changes are logged, this one included; `nil` if its own are not.
      var loggedNumber: Int64?
      /// When the first of the rows was asked for.
      let start: ContinuousClock.Instant
      /// Whether the turn before was one of this process.
      var isAfterOwn = false
      /// The documents that other processes have changed since the last one.
      var changedDocuments: Set<DocumentID> = []
    }

    fileprivate struct State {
      var caches: RowCaches?
      /// The last turn, `nil` if it is unknown.
      var last: Turn?
      /// The connection of the last turn: another one may lead to a server that has lost the last commits.
      weak var connection: PostgreSQLConnection?
      /// The number of those who want the rows as they are on the server.
      var suspensionCount = 0
      /// Whether a task removes rows that were kept for too long.
      var hasSweeper = false
      var shared = SharedDocuments()
    }

    /// The time for which rows are kept: changes that somebody makes by hand, without a turn, are seen afterwards.
    let time: Duration
    private let state = Mutex(State())

    init(time: Duration = .seconds(1)) { self.time = time }

    /// Whether there are rows.
    var areKept: Bool { state.withLock { $0.caches != nil } }

    /// Gives the rows to a transaction, if there are any; they are kept no longer.
    ///
    /// - Parameters:
    ///   - transaction: The transaction, which has not begun.
    ///   - connection: Its connection.
    /// - Returns: The turn whose rows they are; `nil` without rows.
    func give(
      to transaction: RemoteTransaction, on connection: PostgreSQLConnection
    ) -> Turn? {
      state.withLock { state in
        guard let caches = state.caches.take(), let last = state.last,
          state.connection === connection, .now - last.start < time
        else { return nil }
        transaction.caches = caches
        return last
      }
    }

    /// Keeps the rows of a transaction that was committed: for the next turn if the one before was one of this process
    /// as well, otherwise also for one after others.
    ///
    /// - Parameters:
    ///   - transaction: The transaction, which has ended.
    ///   - turn: Its turn.
    ///   - connection: Its connection.
    func keepRows(
      of transaction: RemoteTransaction, _ turn: Turn, on connection: PostgreSQLConnection
    ) {
      var caches = RowCaches()
      swap(&caches, &transaction.caches)
      let canBeKept = transaction.keepsRows && caches.settle()
      let needsSweeper = state.withLock { state in
        let isAfterOwn = state.last?.number == turn.number - 1
        state.keep(canBeKept ? caches : nil, of: turn, isAfterOwn: isAfterOwn)
        state.connection = connection
        defer { state.hasSweeper = state.hasSweeper || state.caches != nil }
        return state.caches != nil && !state.hasSweeper
      }
      if needsSweeper { Task.detached { [weak self, time] in await Self.sweep(self, after: time) } }
    }

    /// Keeps nothing before the next turn.
    func drop() {
      state.withLock { state in (state.caches, state.last, state.connection) = (nil, nil, nil) }
    }

    /// Keeps nothing before ``resume()``.
    func suspend() {
      drop()
      state.withLock { $0.suspensionCount += 1 }
    }

    /// Ends a suspension.
    func resume() { state.withLock { $0.suspensionCount -= 1 } }
  }

  extension KeptRows.State {
    /// Keeps the rows of a turn, `nil` if they cannot be kept.
    fileprivate mutating func keep(_ rows: RowCaches?, of turn: KeptRows.Turn, isAfterOwn: Bool) {
      caches = rows
      if !isAfterOwn {
        shared.note(turn.changedDocuments)
        caches?.removeRows(of: shared.documents)
        if turn.loggedNumber == nil { caches = nil }
      }
      if suspensionCount > 0 { caches = nil }
      last = turn
      last?.isAfterOwn = isAfterOwn
    }
  }

  // MARK: - Sweeping

  extension KeptRows {
    /// Removes rows whose time has passed, until there are none.
    private static func sweep(_ rows: @autoclosure () -> KeptRows?, after time: Duration) async {
      repeat { try? await Task.sleep(for: time) } while rows()?.removeOldRows() == false
    }

    /// Removes rows whose time has passed.
    ///
    /// - Returns: Whether there are none any more.
    private func removeOldRows() -> Bool {
      state.withLock { state in
        if let last = state.last, .now - last.start >= time { state.caches = nil }
        state.hasSweeper = state.caches != nil
        return !state.hasSweeper
      }
    }
  }
#endif
