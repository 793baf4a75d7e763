// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient
  import Synchronization

  /// What the processes of a store tell each other of their commits.
  ///
  /// It only hastens observers, which also look each second. A notice is sent after the commit, in a transaction of
  /// its own: inside the commit's, it would hold a lock of the whole database while the disk is waited for.
  final class CommitNotices: Sendable {
    /// Identifies the notices of this process.
    let process = String(UInt64.random(in: 0...UInt64.max), radix: 16)

    /// The time between two notices of a process: many commits share one.
    static let interval = Duration.milliseconds(10)

    private struct State {
      var isSending = false
      var isDue = false
    }

    private let state = Mutex(State())

    /// Notes a commit.
    ///
    /// - Returns: Whether the caller has to send notices.
    func note() -> Bool {
      state.withLock { state in
        defer { (state.isSending, state.isDue) = (true, state.isSending) }
        return !state.isSending
      }
    }

    /// Returns whether a commit was noted since the last notice began; nobody sends any more otherwise.
    func isDueAgain() -> Bool {
      state.withLock { state in
        defer { (state.isSending, state.isDue) = (state.isDue, false) }
        return state.isDue
      }
    }
  }

  extension RemoteCatalog {
    /// The channel of the store: several stores may share a database.
    private static let channel = "'page_gallery_' || md5(current_schema())"

    private static let limit = Duration.seconds(2)

    func noteCommit() {
      guard notices.note() else { return }
      Task {
        repeat {
          await sendNotice()
          try? await Task.sleep(for: CommitNotices.interval)
        } while notices.isDueAgain()
      }
    }

    /// Sends a notice; its loss only delays others.
    private func sendNotice() async {
      let statements = [
        Statement("BEGIN"),
        // The transaction has a record in the log, which nothing waits for.
        Statement("SET LOCAL synchronous_commit = off"),
        Statement("SELECT pg_notify(\(Self.channel), $1)", [.text(notices.process)]),
        Statement("COMMIT"),
      ]
      _ = try? await pool.withConnection { connection throws(PostgreSQLError) in
        try await connection.run(statements, timeout: Self.limit)
      }
    }
  }

  // MARK: - Listening

  extension RemoteCatalog {
    /// The time after which a lost connection, or a server that has no notices, is tried again.
    private static let pause = Duration.seconds(10)

    func listen(_ heard: @escaping @Sendable () -> Bool) async {
      while heard() {
        do {
          return try await listener.withConnection { connection throws(PostgreSQLError) in
            try await listen(on: connection, heard)
          }
        } catch {
          try? await Task.sleep(for: Self.pause)
        }
      }
    }

    /// Listens until nobody wants to hear any more.
    private func listen(
      on connection: PostgreSQLConnection, _ heard: @Sendable () -> Bool
    ) async throws(PostgreSQLError) {
      let name = try await connection.run(
        [Statement("SELECT \(Self.channel)")], timeout: Self.limit)[0][0].text(0)
      _ = try await connection.run([Statement("LISTEN \(name)")], timeout: Self.limit)
      // Commits before this moment had no listener.
      var isNews = true
      while !isNews || heard() {
        let notice = try await connection.notification(timeout: patience)
        isNews = notice?.payload != notices.process
      }
    }
  }
#endif
