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

  /// The marks that the transactions of a process leave with their commits: numbers that only they have.
  ///
  /// PostgreSQL's own numbers of transactions are no evidence: after a crash, they may be given again. Each mark stays
  /// until its writer knows what became of its transaction: other writers of the process leave theirs at other places.
  final class CommitMarks: Sendable {
    private struct State {
      var lastNumber: Int64 = 0
      var usedPlaces: Set<UInt16> = []
    }

    private let process = (0..<16).map { _ in UInt8.random(in: 0...255) }
    private let state = Mutex(State())

    /// Whether there was a transaction.
    var areUsed: Bool { state.withLock { $0.lastNumber > 0 } }

    /// Takes the first place that no other writer has.
    func takePlace() -> UInt16 {
      state.withLock { state in
        let place = (0...).lazy.first { !state.usedPlaces.contains($0) } ?? 0
        state.usedPlaces.insert(place)
        return place
      }
    }

    /// Gives back a place from ``takePlace()``.
    func giveBack(_ place: UInt16) { state.withLock { _ = $0.usedPlaces.remove(place) } }

    /// Returns the number of another transaction.
    func next() -> Int64 {
      state.withLock { state in
        state.lastNumber += 1
        return state.lastNumber
      }
    }

    /// Returns the statement that leaves a mark.
    func statement(_ number: Int64, at place: UInt16) -> Statement {
      Statement(
        """
        INSERT INTO commit_mark VALUES ($1, $2, \(RemoteSchema.now)) \
        ON CONFLICT (process) DO UPDATE SET number = excluded.number, time = excluded.time
        """, [.bytes(key(of: place)), .integer(number)])
    }

    /// Returns a statement that leaves a mark as well, and takes a number of turns whose changes are logged.
    static func loggedTurn(_ mark: Statement) -> Statement {
      Statement("\(mark.sql) RETURNING nextval('logged_turn')", mark.parameters)
    }

    /// Returns the statement that returns the last mark at a place.
    ///
    /// It writes the row, so that it waits for a commit in progress, and fails on a standby.
    func question(at place: UInt16) -> Statement {
      Statement(
        """
        INSERT INTO commit_mark VALUES ($1, 0, \(RemoteSchema.now)) \
        ON CONFLICT (process) DO UPDATE SET time = excluded.time RETURNING number
        """, [.bytes(key(of: place))])
    }

    /// The statement that removes the marks, and those of processes that have ended without removing theirs.
    var removal: Statement {
      Statement(
        """
        DELETE FROM commit_mark WHERE substring(process FOR \(process.count)) = $1 \
        OR time < \(RemoteSchema.now) - 2592000000
        """, [.bytes(process)])
    }

    /// The first column of the row, which other versions of the library compare as a whole.
    private func key(of place: UInt16) -> [UInt8] {
      process + [UInt8(truncatingIfNeeded: place >> 8), UInt8(truncatingIfNeeded: place)]
    }
  }
#endif
