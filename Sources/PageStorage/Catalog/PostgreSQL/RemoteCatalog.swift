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
    var keptRows = KeptRows()
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
      /// Whether it has a turn, and its rows are kept for the next one.
      var keepsRows = false
    }

    /// Runs rules that write, and commits what they have written.
    ///
    /// - Parameters:
    ///   - keepsRows: Whether the rows of the last turn are used, and those of this one kept.
    ///   - body: The rules, which run again for each question; see ``RemoteTransaction``.
    /// - Returns: Their result.
    /// - Throws: Their errors; `PageStoreError.locked` if others write for too long, `.unreachable` if the server is
    ///   not back in time after a lost connection, `.outcomeUnknown` if that was lost during the commit.
    func write<Value: Sendable>(
      keepsRows: Bool = false, _ body: @Sendable (RemoteTransaction) throws -> Value
    ) async throws(PageStoreError) -> Outcome<Value> {
      if !keepsRows { keptRows.drop() }
      do {
        return try await resuming { progress, mark in
          let frame = Frame(
            begin: Self.beginningOfWrite, end: [mark, Statement("COMMIT")], keepsRows: keepsRows)
          return try await transaction(frame, in: writer, progress, body)
        }
      } catch {
        throw RemoteErrorConversion.error(error)
      }
    }

    /// The lock precedes the snapshot of the transaction, which the first statement with rows takes.
    static let beginningOfWrite =
      [Statement("BEGIN ISOLATION LEVEL REPEATABLE READ")] + numberedTurn

    /// Waits until no other process writes.
    static let turn = Statement("LOCK TABLE write_turn IN EXCLUSIVE MODE")

    /// Waits for a turn, and takes its number.
    static let numberedTurn = [turn, Statement("SELECT nextval('turn_number')")]

    /// The beginning of a write that fails unless its turn has a number, and has not been waited for too long: the log
    /// of the server has this text then.
    private static func beginningOfWrite(inTurn number: Int64) -> [Statement] {
      let test = Statement(
        """
        SELECT CASE WHEN number = $1 AND clock_timestamp() - transaction_timestamp() < '1 second' THEN 1 \
        ELSE ('no problem: another writer had a turn before ' || number)::int4 END \
        FROM (SELECT nextval('turn_number') AS number) AS turn
        """, [.integer(number)])
      return beginningOfWrite.dropLast() + [test]
    }

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
        let transaction = RemoteTransaction(isReading: frame.isReading)
        let last = frame.keepsRows ? keptRows.give(to: transaction, on: connection) : nil
        do {
          let value = try await run(
            transaction, frame, after: last, progress, body, on: connection, &roundTripCount)
          return Outcome(value: value, roundTripCount: roundTripCount)
        } catch  where error.mayPass(withoutRows: last != nil, after: .now - start) {
          _ = try await connection.run([Statement("ROLLBACK")])
          roundTripCount += 1
          guard last == nil else { continue }
          try await Task.sleep(
            for: .milliseconds(Int.random(in: 0...min(2 << min(attempt, 7), 200))))
        }
      }
      preconditionFailure("the last attempt ends the loop")
    }

    private func run<Value: Sendable>(
      _ transaction: RemoteTransaction, _ frame: Frame, after last: KeptRows.Turn?,
      _ progress: CommitProgress<Value>, _ body: @Sendable (RemoteTransaction) throws -> Value,
      on connection: PostgreSQLConnection, _ roundTripCount: inout Int
    ) async throws -> Value {
      let start = ContinuousClock.now
      var turn = last.map { KeptRows.Turn(number: $0.number + 1, start: $0.start) }
      var first = turn.map { Self.beginningOfWrite(inTurn: $0.number) } ?? frame.begin
      for _ in 1...Self.roundLimit {
        roundTripCount += 1
        let outcome = try transaction.run(body)
        let writes = first + transaction.takeWrites()
        let rows: [Rows]
        switch outcome {
        case .success(let value):
          progress.commit(value)
          rows = try await connection.run(writes + frame.end)
        case .failure(let question):
          rows = try await connection.run(writes + question.parts.map(\.statement))
          progress.noteAnswer()
          try transaction.take(rows.suffix(question.parts.count), for: question)
        }
        if frame.keepsRows, turn == nil {
          let number = try rows[Self.beginningOfWrite.count - 1].firstRow().integer(0)
          turn = KeptRows.Turn(number: number, start: start)
        }
        first = []
        guard case .success(let value) = outcome else { continue }
        if frame.keepsRows, let turn { keptRows.keepRows(of: transaction, turn, on: connection) }
        return value
      }
      throw PageStoreError.corrupted(.catalog(message: "an edit asked for too many rows"))
    }
  }

  extension Error {
    /// Whether another attempt may succeed.
    ///
    /// - Parameters:
    ///   - hadRows: Whether this one had rows of an earlier turn: the next one asks the server for them.
    ///   - time: The time since the first attempt.
    /// - Returns: Whether to make one.
    fileprivate func mayPass(withoutRows hadRows: Bool, after time: Duration) -> Bool {
      guard let error = self as? PostgreSQLError else { return hadRows }
      return hadRows && error.isRefusalOfTurnNumber
        || error.mayPass && time < RemoteCatalog.contentionTime
    }
  }

  extension PostgreSQLError {
    /// Whether the turn has another number than that of the kept rows (`invalid_text_representation`).
    fileprivate var isRefusalOfTurnNumber: Bool {
      guard case .refused(let refusal) = self else { return false }
      return refusal.sqlState == "22P02"
        && refusal.index == RemoteCatalog.beginningOfWrite.count - 1
    }

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
