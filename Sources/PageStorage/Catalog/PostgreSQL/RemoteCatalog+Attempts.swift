// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteCatalog {
    /// How often the rules of one transaction may ask.
    private static let roundLimit = 10_000

    /// The time after which a transaction that has lost a conflict is not attempted again.
    static let contentionTime = Duration.seconds(10)

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
      var (first, turn) = (frame.begin, nil as KeptRows.Turn?)
      if let last, last.isAfterOwn {
        turn = KeptRows.Turn(number: last.number + 1, start: last.start)
        first = Self.beginningOfWrite(inTurn: last.number + 1)
      } else if let last {
        roundTripCount += 1
        turn = try await takeTurn(
          transaction, after: last, asking: transaction.foreseenParts(body), on: connection)
        first = []
      }
      for _ in 1...Self.roundLimit {
        roundTripCount += 1
        let outcome = try transaction.run(body)
        transaction.mayGrow = false
        let writes = first + transaction.takeWrites()
        let rows: [Rows]
        switch outcome {
        case .success(let value):
          progress.commit(value)
          rows = try await connection.run(writes + frame.end(of: transaction))
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
        if frame.keepsRows, var turn {
          turn.loggedNumber = try rows[rows.count - 2].first?.integer(0)
          keptRows.keepRows(of: transaction, turn, on: connection)
        }
        return value
      }
      throw PageStoreError.corrupted(.catalog(message: "an edit asked for too many rows"))
    }
  }

  extension RemoteCatalog.Frame {
    /// The last statements of a transaction, which begin with the mark if there is one.
    fileprivate func end(of transaction: RemoteTransaction) -> [Statement] {
      guard let mark else { return [Statement("COMMIT")] }
      let isLogged = keepsRows && transaction.keepsRows && transaction.caches.areChangesLogged
      return [isLogged ? CommitMarks.loggedTurn(mark) : mark, Statement("COMMIT")]
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
