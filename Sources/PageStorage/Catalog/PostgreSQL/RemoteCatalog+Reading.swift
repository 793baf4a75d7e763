// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteCatalog {
    private static let frame = Frame(
      begin: [Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")], isReading: true)

    /// The number of rounds after which brief rules are no longer taken for brief.
    private static let roundLimit = 3

    /// Runs rules that only read, all in one state of the catalog.
    ///
    /// Brief rules keep no transaction open: all that they have asked so far is asked again with each further
    /// question, in a transaction that ends in the same round trip. What they ask takes as many round trips as they
    /// have questions that depend on each other.
    ///
    /// - Parameters:
    ///   - isBrief: Whether the rules ask a few times at most. Others keep a transaction open, and may do something
    ///     with what they have read before their last run.
    ///   - body: The rules, which run again for each question.
    /// - Returns: Their result.
    /// - Throws: Their errors.
    func read<Value: Sendable>(
      isBrief: Bool = true, _ body: @Sendable (RemoteTransaction) throws -> Value
    ) async throws(PageStoreError) -> Outcome<Value> {
      do {
        if isBrief, let outcome = try await readBriefly(body) { return outcome }
        return try await readAtLength(body)
      } catch {
        throw RemoteErrorConversion.error(error)
      }
    }

    private func readAtLength<Value: Sendable>(
      _ body: @Sendable (RemoteTransaction) throws -> Value
    ) async throws -> Outcome<Value> {
      let progress = CommitProgress<Value>()
      do {
        return try await transaction(Self.frame, in: pool, progress, body)
      } catch let loss as PostgreSQLError where loss.isLoss && !progress.hasAnswers {
        // The connection may be one that was lost earlier. Another transaction would be another state.
        return try await transaction(Self.frame, in: pool, progress, body)
      }
    }

    /// Runs brief rules, `nil` if they ask too often or want an answer that depends on the statements before it.
    private func readBriefly<Value: Sendable>(
      _ body: (RemoteTransaction) throws -> Value
    ) async throws -> Outcome<Value>? {
      var parts: [RemoteTransaction.Question.Part] = []
      for roundTripCount in 0...Self.roundLimit {
        let transaction = RemoteTransaction(isReading: true)
        let statements = parts.map(\.statement)
        if !parts.isEmpty { try transaction.take(await answers(to: statements), for: .init(parts)) }
        switch try transaction.run(body) {
        case .success(let value): return Outcome(value: value, roundTripCount: roundTripCount)
        case .failure(let question):
          guard parts.allSatisfy({ $0.take != nil }) else { return nil }
          parts += question.parts
        }
      }
      return nil
    }

    /// Asks statements in one state of the catalog; once more if the connection was lost, maybe long ago, or if a
    /// standby has ended the transaction.
    private func answers(to statements: [Statement]) async throws(PostgreSQLError) -> [Rows] {
      do throws(PostgreSQLError) {
        return try await answersOnce(to: statements)
      } catch {
        guard error.isLoss || error.isConflict else { throw error }
        return try await answersOnce(to: statements)
      }
    }

    private func answersOnce(to statements: [Statement]) async throws(PostgreSQLError) -> [Rows] {
      try await pool.withConnection { connection throws(PostgreSQLError) in
        guard statements.count > 1 else { return try await connection.run(statements) }
        let all = Self.frame.begin + statements + [Statement("COMMIT")]
        return Array(try await connection.run(all).dropFirst().dropLast())
      }
    }
  }
#endif
