// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteCatalog {
    /// What became of a transaction whose connection was lost.
    private enum Fate {
      case committed, undone, unknown
    }

    /// Makes a transaction that writes, also if connections are lost meanwhile.
    ///
    /// A transaction that was not committed is made again. Whether a commit that was sent has taken effect is
    /// seen by the mark that it leaves, at a place that no other transaction of this process has meanwhile.
    ///
    /// - Parameter attempt: Makes the transaction, and notes how far it comes.
    /// - Returns: The outcome.
    /// - Throws: The errors of `attempt`; the loss, if the server is not back in time; `PageStoreError.outcomeUnknown`
    ///   if it was lost during the commit.
    func resuming<Value: Sendable>(
      _ attempt: (CommitProgress<Value>, _ mark: Statement) async throws -> Outcome<Value>
    ) async throws -> Outcome<Value> {
      var deadline: ContinuousClock.Instant?
      let place = marks.takePlace()
      defer { marks.giveBack(place) }
      while true {
        let (progress, number) = (CommitProgress<Value>(), marks.next())
        do {
          return try await attempt(progress, marks.statement(number, at: place))
        } catch let loss as PostgreSQLError where loss.isLoss {
          let end = deadline ?? .now + resumptionTime
          deadline = end
          switch await fate(of: progress, at: place, number: number, until: end) {
          case .committed:
            guard let value = progress.value else {
              throw RemoteErrorConversion.unknownOutcome(loss)
            }
            return Outcome(value: value, roundTripCount: 0)
          case .undone where .now < end: await pause()
          case .undone: throw loss
          case .unknown: throw RemoteErrorConversion.unknownOutcome(loss)
          }
        }
      }
    }

    private func fate<Value>(
      of progress: CommitProgress<Value>, at place: UInt16, number: Int64,
      until end: ContinuousClock.Instant
    ) async -> Fate {
      guard progress.value != nil else { return .undone }
      repeat {
        do throws(PostgreSQLError) {
          // In a turn of its own: the transaction may still be waiting, and hold its turn before it writes the mark.
          let statements = Self.beginningOfWrite + [marks.question(at: place), Statement("COMMIT")]
          let found = try await writer.withConnection { connection throws(PostgreSQLError) in
            try await connection.run(statements)[Self.beginningOfWrite.count][0].integer(0)
          }
          return found == number ? .committed : .undone
        } catch {
          guard error.mayBeAnswered else { return .unknown }
        }
        await pause()
      } while .now < end
      return .unknown
    }

    /// Waits a little; a cancelled task does so too.
    private func pause() async {
      await Task.detached { try? await Task.sleep(for: .milliseconds(20)) }.value
    }
  }

  extension PostgreSQLError {
    /// Whether the connection was lost, or could not be made, or is one to a standby, which may take over.
    var isLoss: Bool {
      switch self {
      case .lost, .timedOut, .unreachable: true
      // The server shuts down, starts, or has ended the session (`operator_intervention`).
      case .refused(let refusal):
        ["57P01", "57P02", "57P03"].contains(refusal.sqlState) || isRefusalOfTurn
      case .busy, .closed, .unexpectedValue: false
      }
    }

    /// Whether the question what became of a commit may be answered later.
    fileprivate var mayBeAnswered: Bool {
      if case .busy = self { return true }
      return isLoss || isRefusalOfStandby || isConflict
    }

    /// Whether a standby, or a database without rights to write, has refused a write.
    var isRefusalOfStandby: Bool {
      guard case .refused(let refusal) = self else { return false }
      return refusal.sqlState == "25006"
    }

    /// Whether a standby has refused `LOCK TABLE`, which databases without rights to write permit
    /// (`read_only_sql_transaction`).
    private var isRefusalOfTurn: Bool {
      guard case .refused(let refusal) = self else { return false }
      return refusal.sqlState == "25006" && refusal.index == 1
    }
  }
#endif
