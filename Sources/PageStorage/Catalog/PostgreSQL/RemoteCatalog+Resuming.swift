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
    /// seen by the mark that it leaves.
    ///
    /// - Parameter attempt: Makes the transaction, and notes how far it comes.
    /// - Returns: The outcome.
    /// - Throws: The errors of `attempt`; the loss, if the server is not back in time; `PageStoreError.outcomeUnknown`
    ///   if it was lost during the commit.
    func resuming<Value: Sendable>(
      _ attempt: (CommitProgress<Value>, _ mark: Statement) async throws -> Outcome<Value>
    ) async throws -> Outcome<Value> {
      var deadline: ContinuousClock.Instant?
      while true {
        let (progress, number) = (CommitProgress<Value>(), marks.next())
        do {
          return try await attempt(progress, marks.statement(number))
        } catch let loss as PostgreSQLError where loss.isLoss {
          let end = deadline ?? .now + resumptionTime
          deadline = end
          switch await fate(of: progress, number: number, until: end) {
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
      of progress: CommitProgress<Value>, number: Int64, until end: ContinuousClock.Instant
    ) async -> Fate {
      guard progress.value != nil else { return .undone }
      repeat {
        do throws(PostgreSQLError) {
          let question = marks.question
          let found = try await writer.withConnection { connection throws(PostgreSQLError) in
            try await connection.run([question])[0][0].integer(0)
          }
          return found == number ? .committed : .undone
        } catch {
          guard error.isLoss || error == .busy || error.isRefusalOfStandby else { return .unknown }
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
      case .busy, .unexpectedValue: false
      }
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
