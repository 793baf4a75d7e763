// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient
  import Synchronization

  /// What a transaction has reached, for the case that its connection is lost.
  final class CommitProgress<Value: Sendable>: Sendable {
    private struct State {
      var value: Value?
      var hasAnswers = false
    }

    private let state = Mutex(State())

    /// The result of the rules, `nil` as long as the commit was not sent.
    var value: Value? { state.withLock(\.value) }

    /// Whether the rules have seen an answer.
    var hasAnswers: Bool { state.withLock(\.hasAnswers) }

    /// Begins another attempt.
    func begin() { state.withLock { $0 = State() } }

    /// Notes that the rules see an answer.
    func noteAnswer() { state.withLock { $0.hasAnswers = true } }

    /// Notes that the commit is about to be sent.
    func commit(_ value: Value) { state.withLock { $0.value = value } }
  }

  /// The mark that each transaction of a process leaves with its commit: a number that only it has.
  ///
  /// PostgreSQL's own numbers of transactions are no evidence: after a crash, they may be given again.
  final class CommitMarks: Sendable {
    private let process = (0..<16).map { _ in UInt8.random(in: 0...255) }
    private let last = Mutex<Int64>(0)

    /// Whether there was a transaction.
    var areUsed: Bool { last.withLock { $0 > 0 } }

    /// Returns the number of another transaction.
    func next() -> Int64 {
      last.withLock { last in
        last += 1
        return last
      }
    }

    /// The statement that leaves a mark.
    func statement(_ number: Int64) -> Statement {
      Statement(
        """
        INSERT INTO commit_mark VALUES ($1, $2, \(RemoteSchema.now)) \
        ON CONFLICT (process) DO UPDATE SET number = excluded.number, time = excluded.time
        """, [.bytes(process), .integer(number)])
    }

    /// The statement that returns the last mark.
    ///
    /// It writes the row, so that it waits for a commit in progress, and fails on a standby.
    var question: Statement {
      Statement(
        """
        INSERT INTO commit_mark VALUES ($1, 0, \(RemoteSchema.now)) \
        ON CONFLICT (process) DO UPDATE SET time = excluded.time RETURNING number
        """, [.bytes(process)])
    }

    /// The statement that removes the mark, and those of processes that have ended without removing theirs.
    var removal: Statement {
      Statement(
        "DELETE FROM commit_mark WHERE process = $1 OR time < \(RemoteSchema.now) - 2592000000",
        [.bytes(process)])
    }
  }
#endif
