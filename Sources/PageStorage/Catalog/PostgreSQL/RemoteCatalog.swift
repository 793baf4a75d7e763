// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  /// A catalog in PostgreSQL.
  ///
  /// Those who write take turns, those of other processes too: a transaction locks the table of turns before it
  /// sees anything, and sees all that was committed before. Serializable transactions side by side would contradict
  /// each other: all write the next number of the log, and documents next to each other share pages of an index.
  struct RemoteCatalog: Sendable {
    /// The outcome of a transaction.
    struct Outcome<Value> {
      let value: Value
      /// The number of round trips, those of attempts that lost a conflict included.
      let roundTripCount: Int
    }

    /// How often the rules of one transaction may ask.
    private static let roundLimit = 10_000

    /// The time after which a transaction that has lost a conflict is not attempted again.
    static let contentionTime = Duration.seconds(10)

    /// The connections of those who read.
    let pool: ConnectionPool
    /// The connection of those who write, who take turns.
    let writer: ConnectionPool
    let marks = CommitMarks()
    /// The connection that waits for notices of other processes.
    let listener: ConnectionPool
    let notices = CommitNotices()
    /// The time after which a listener looks whether it is still wanted.
    var patience = Duration.seconds(2)
    /// The time for which a write waits for the server after its connection was lost.
    var resumptionTime = Duration.seconds(10)

    /// What surrounds the statements of a transaction.
    struct Frame {
      let begin: [Statement]
      var end = [Statement("COMMIT")]
      var isReading = false
    }

    /// Runs rules that write, and commits what they have written.
    ///
    /// - Parameter body: The rules, which run again for each question; see ``RemoteTransaction``.
    /// - Returns: Their result.
    /// - Throws: Their errors; `PageStoreError.locked` if others write for too long, `.unreachable` if the server is
    ///   not back in time after a lost connection, `.outcomeUnknown` if that was lost during the commit.
    func write<Value: Sendable>(
      _ body: @Sendable (RemoteTransaction) throws -> Value
    ) async throws(PageStoreError) -> Outcome<Value> {
      do {
        return try await resuming { progress, mark in
          let frame = Frame(begin: Self.beginningOfWrite, end: [mark, Statement("COMMIT")])
          return try await transaction(frame, in: writer, progress, body)
        }
      } catch {
        throw RemoteErrorConversion.error(error)
      }
    }

    /// The lock precedes the snapshot of the transaction, which the first statement with rows takes.
    static let beginningOfWrite = [
      Statement("BEGIN ISOLATION LEVEL REPEATABLE READ"),
      turn,
    ]

    /// Waits until no other process writes.
    static let turn = Statement("LOCK TABLE turn IN EXCLUSIVE MODE")

    func transaction<Value: Sendable>(
      _ frame: Frame, in pool: ConnectionPool, _ progress: CommitProgress<Value>,
      _ body: @Sendable (RemoteTransaction) throws -> Value
    ) async throws -> Outcome<Value> {
      try await pool.withConnection { connection throws(PostgreSQLError) in
        await Result { try await attempts(frame, progress, body, on: connection) }
      }.get()
    }

    private func attempts<Value: Sendable>(
      _ frame: Frame, _ progress: CommitProgress<Value>,
      _ body: @Sendable (RemoteTransaction) throws -> Value, on connection: PostgreSQLConnection
    ) async throws -> Outcome<Value> {
      var roundTripCount = 0
      let start = ContinuousClock.now
      for attempt in 1... {
        progress.begin()
        do {
          let value = try await run(frame, progress, body, on: connection, &roundTripCount)
          return Outcome(value: value, roundTripCount: roundTripCount)
        } catch let error as PostgreSQLError
          where error.mayPass
          && .now - start < Self.contentionTime
        {
          _ = try await connection.run([Statement("ROLLBACK")])
          roundTripCount += 1
          try await Task.sleep(
            for: .milliseconds(Int.random(in: 0...min(2 << min(attempt, 7), 200))))
        }
      }
      preconditionFailure("the last attempt ends the loop")
    }

    private func run<Value: Sendable>(
      _ frame: Frame, _ progress: CommitProgress<Value>,
      _ body: @Sendable (RemoteTransaction) throws -> Value, on connection: PostgreSQLConnection,
      _ roundTripCount: inout Int
    ) async throws -> Value {
      let transaction = RemoteTransaction(isReading: frame.isReading)
      var first = frame.begin
      for _ in 1...Self.roundLimit {
        roundTripCount += 1
        switch try transaction.run(body) {
        case .success(let value):
          let statements = first + transaction.takeWrites() + frame.end
          progress.commit(value)
          _ = try await connection.run(statements)
          return value
        case .failure(let question):
          let statements = first + transaction.takeWrites() + question.parts.map(\.statement)
          let rows = try await connection.run(statements)
          progress.noteAnswer()
          first = []
          try transaction.take(rows.suffix(question.parts.count), for: question)
        }
      }
      throw PageStoreError.corrupted(.catalog(message: "an edit asked for too many rows"))
    }
  }

  extension PostgreSQLError {
    /// Whether another attempt may succeed: also one that has given a row the number of somebody else's
    /// (`unique_violation`) finds the next number.
    fileprivate var mayPass: Bool {
      guard case .refused(let refusal) = self else { return false }
      return isConflict || refusal.sqlState == "23505"
    }
  }

  extension RemoteCatalog.Outcome: Sendable where Value: Sendable {}

  extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
      do {
        self = .success(try await body())
      } catch {
        self = .failure(error)
      }
    }
  }
#endif
