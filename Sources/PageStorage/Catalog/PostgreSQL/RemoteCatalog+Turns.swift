// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteCatalog {
    /// The lock precedes the snapshot of the transaction, which the first statement with rows takes.
    static let beginningOfWrite = [
      Statement("BEGIN ISOLATION LEVEL REPEATABLE READ"), turn,
      Statement("SELECT nextval('turn_number'), last_value FROM logged_turn"),
    ]

    /// Waits until no other process writes.
    static let turn = Statement("LOCK TABLE write_turn IN EXCLUSIVE MODE")

    /// Waits for a turn, and takes its number.
    static let numberedTurn = [turn, Statement("SELECT nextval('turn_number')")]

    /// The beginning of a write that fails unless its turn has a number, and has not been waited for too long: the log
    /// of the server has this text then.
    static func beginningOfWrite(inTurn number: Int64) -> [Statement] {
      let test = Statement(
        """
        SELECT CASE WHEN number = $1 AND clock_timestamp() - transaction_timestamp() < '1 second' THEN 1 \
        ELSE ('no problem: another writer had a turn before ' || number)::int4 END \
        FROM (SELECT nextval('turn_number') AS number) AS turn
        """, [.integer(number)])
      return beginningOfWrite.dropLast() + [test]
    }

    /// Waits for a turn after those of other processes, removes the rows that these may have changed, and asks for
    /// what will probably be asked.
    ///
    /// - Parameters:
    ///   - transaction: The transaction, which has the rows of the last turn.
    ///   - last: That turn.
    ///   - parts: What to ask for.
    ///   - connection: The connection.
    /// - Returns: The turn.
    /// - Throws: `PostgreSQLError`, `PageStoreError.corrupted`.
    func takeTurn(
      _ transaction: RemoteTransaction, after last: KeptRows.Turn,
      asking parts: [RemoteTransaction.Question.Part], on connection: PostgreSQLConnection
    ) async throws -> KeptRows.Turn {
      let start = ContinuousClock.now
      let known = transaction.caches.lastChange.loadedRow(true) ?? 0
      let begin = Self.beginningOfWrite + [Self.changes(from: known)]
      let rows = try await connection.run(begin + parts.map(\.statement))
      let numbers = try rows[begin.count - 2].firstRow()
      var turn = KeptRows.Turn(number: try numbers.integer(0), start: last.start)
      let loggedCount = try last.loggedNumber.map { try numbers.integer(1) - $0 }
      let logged = try rows[begin.count - 1].map { row in
        (number: try row.integer(0), document: DocumentID(try row.integer(1)))
      }
      // The change that is known is still there, unless somebody has restored an older database.
      let isLater = turn.number > last.number && logged.first?.number == known
      if isLater, loggedCount == turn.number - last.number - 1, .now - last.start < keptRows.time {
        let changes = OtherChanges(logged.dropFirst(), after: known)
        turn.changedDocuments = changes.documents ?? []
        transaction.caches.removeRows(changedBy: changes)
      } else {
        turn = KeptRows.Turn(number: turn.number, start: start)
        transaction.caches = RowCaches()
      }
      try transaction.take(rows.dropFirst(begin.count), for: .init(parts))
      return turn
    }

    private static func changes(from number: Int64) -> Statement {
      let limit = OtherChanges.limit + 1
      return Statement(
        "SELECT id, document FROM change WHERE id >= $1 ORDER BY id LIMIT \(limit)",
        [.integer(number)])
    }
  }
#endif
