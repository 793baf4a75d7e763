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
      /// What is sent before the commit.
      var mark: Statement?
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
          let frame = Frame(begin: Self.beginningOfWrite, mark: mark, keepsRows: keepsRows)
          return try await transaction(frame, in: writer, progress, body)
        }
      } catch {
        throw RemoteErrorConversion.error(error)
      }
    }
  }

  extension RemoteCatalog.Outcome: Sendable where Value: Sendable {}
#endif
