// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  /// A catalog in PostgreSQL.
  ///
  /// Transactions are serializable: PostgreSQL ends one of two that contradict each other, and its rules run
  /// again with what the other one has written.
  struct RemoteCatalog: Sendable {
    /// The outcome of a transaction.
    struct Outcome<Value> {
      let value: Value
      /// The number of round trips, those of attempts that lost a conflict included.
      let roundTripCount: Int
    }

    /// How often the rules of one transaction may ask.
    private static let roundLimit = 10_000

    /// How often a transaction is attempted, about four seconds with their pauses.
    private static let attemptLimit = 40

    /// The connections of those who read.
    let pool: ConnectionPool
    /// The connection of those who write, who take turns: all of them write the next number of the log, so
    /// that all but one at a time would begin again.
    let writer: ConnectionPool
    let marks = CommitMarks()
    /// The connection that waits for notices of other processes.
    let listener: ConnectionPool
    let notices = CommitNotices()
    /// The time after which a listener looks whether it is still wanted.
    var patience = Duration.seconds(2)

    /// Runs rules that write, and commits what they have written.
    ///
    /// - Parameter body: The rules, which run again for each question; see ``RemoteTransaction``.
    /// - Returns: Their result.
    /// - Throws: Their errors; `PageStoreError.locked` after too many conflicts, `.unreachable` if the server is not
    ///   back in time after a lost connection.
    func write<Value: Sendable>(
      _ body: @Sendable (RemoteTransaction) throws -> Value
    ) async throws(PageStoreError) -> Outcome<Value> {
      do {
        return try await resuming { progress, mark in
          try await transaction(Self.beginningOfWrite, mark, in: writer, progress, body)
        }
      } catch {
        throw RemoteErrorConversion.error(error)
      }
    }

    /// A server that is cut off must not keep the others waiting for its rows.
    private static let beginningOfWrite = [
      Statement("BEGIN ISOLATION LEVEL SERIALIZABLE"),
      Statement("SET LOCAL idle_in_transaction_session_timeout = '30s'"),
    ]

    private static let beginningOfRead = [
      Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    ]

    /// Runs rules that only read, all in one state of the catalog.
    ///
    /// - Parameter body: The rules, which run again for each question.
    /// - Returns: Their result.
    /// - Throws: Their errors.
    func read<Value: Sendable>(
      _ body: @Sendable (RemoteTransaction) throws -> Value
    ) async throws(PageStoreError) -> Outcome<Value> {
      let (begin, progress) = (Self.beginningOfRead, CommitProgress<Value>())
      do {
        do {
          return try await transaction(begin, in: pool, progress, body)
        } catch let loss as PostgreSQLError where loss.isLoss && !progress.hasAnswers {
          // The connection may be one that was lost earlier. Another transaction would be another state.
          return try await transaction(begin, in: pool, progress, body)
        }
      } catch {
        throw RemoteErrorConversion.error(error)
      }
    }

    private func transaction<Value: Sendable>(
      _ begin: [Statement], _ mark: Statement? = nil, in pool: ConnectionPool,
      _ progress: CommitProgress<Value>, _ body: @Sendable (RemoteTransaction) throws -> Value
    ) async throws -> Outcome<Value> {
      let end = [mark, Statement("COMMIT")].compactMap(\.self)
      return try await pool.withConnection { connection throws(PostgreSQLError) in
        await Result { try await attempts(begin, end, progress, body, on: connection) }
      }.get()
    }

    private func attempts<Value: Sendable>(
      _ begin: [Statement], _ end: [Statement], _ progress: CommitProgress<Value>,
      _ body: @Sendable (RemoteTransaction) throws -> Value, on connection: PostgreSQLConnection
    ) async throws -> Outcome<Value> {
      var roundTripCount = 0
      for attempt in 1... {
        progress.begin()
        do {
          let value = try await run(begin, end, progress, body, on: connection, &roundTripCount)
          return Outcome(value: value, roundTripCount: roundTripCount)
        } catch let error as PostgreSQLError where error.mayPass && attempt < Self.attemptLimit {
          _ = try await connection.run([Statement("ROLLBACK")])
          roundTripCount += 1
          try await Task.sleep(for: .milliseconds(Int.random(in: 0...min(2 << attempt, 200))))
        }
      }
      preconditionFailure("the last attempt ends the loop")
    }

    private func run<Value: Sendable>(
      _ begin: [Statement], _ end: [Statement], _ progress: CommitProgress<Value>,
      _ body: @Sendable (RemoteTransaction) throws -> Value, on connection: PostgreSQLConnection,
      _ roundTripCount: inout Int
    ) async throws -> Value {
      let transaction = RemoteTransaction()
      var first = begin
      for _ in 1...Self.roundLimit {
        roundTripCount += 1
        switch try transaction.run(body) {
        case .success(let value):
          let statements = first + transaction.takeWrites() + end
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
