// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteCatalog {
    /// The time for which a write waits for the server after its connection was lost.
    private static let resumptionTime = Duration.seconds(10)

    /// What became of a transaction whose connection was lost.
    private enum Fate {
      case committed, undone, unknown
    }

    /// Makes a transaction that writes, also if connections are lost meanwhile.
    ///
    /// A transaction that was not committed is made again. Whether a commit that was sent has taken effect is
    /// asked of the server, which knows it by the number of the transaction (`pg_xact_status`).
    ///
    /// - Parameter attempt: Makes the transaction, and notes how far it comes.
    /// - Returns: The outcome.
    /// - Throws: The errors of `attempt`; the loss, if the server is not back in time or does not know.
    func resuming<Value: Sendable>(
      _ attempt: (CommitProgress<Value>) async throws -> Outcome<Value>
    ) async throws -> Outcome<Value> {
      var deadline: ContinuousClock.Instant?
      while true {
        let progress = CommitProgress<Value>()
        do {
          return try await attempt(progress)
        } catch let loss as PostgreSQLError where loss.isLoss {
          let end = deadline ?? .now + Self.resumptionTime
          deadline = end
          switch await fate(of: progress, until: end) {
          case .committed:
            guard let value = progress.value else { throw loss }
            return Outcome(value: value, roundTripCount: 0)
          case .undone where .now < end: await pause()
          case .undone, .unknown: throw loss
          }
        }
      }
    }

    private func fate<Value>(
      of progress: CommitProgress<Value>, until end: ContinuousClock.Instant
    ) async -> Fate {
      guard progress.value != nil else { return .undone }
      guard let number = progress.number else { return .unknown }
      while .now < end {
        do throws(PostgreSQLError) {
          switch try await status(ofTransaction: number) {
          case "committed": return .committed
          case "aborted": return .undone
          case "in progress": break
          default: return .unknown
          }
        } catch {
          switch error {
          // A server that has taken over has never heard of the transaction.
          case .refused(let refusal) where refusal.sqlState == "22023": return .undone
          case let error where error.isLoss || error == .busy: break
          default: return .unknown
          }
        }
        await pause()
      }
      return .unknown
    }

    private func status(
      ofTransaction number: String
    ) async throws(PostgreSQLError) -> String? {
      let question = Statement("SELECT pg_xact_status($1::text::xid8)", [.text(number)])
      return try await writer.withConnection { connection throws(PostgreSQLError) in
        try await connection.run([question])[0][0].optionalText(0)
      }
    }

    /// Waits a little; a cancelled task does so too.
    private func pause() async {
      await Task.detached { try? await Task.sleep(for: .milliseconds(20)) }.value
    }
  }

  extension PostgreSQLError {
    /// Whether the connection was lost, or could not be made.
    var isLoss: Bool {
      switch self {
      case .lost, .timedOut, .unreachable: true
      // The server shuts down, starts, or has ended the session (`operator_intervention`).
      case .refused(let refusal): ["57P01", "57P02", "57P03"].contains(refusal.sqlState)
      case .busy, .unexpectedValue: false
      }
    }
  }
#endif
