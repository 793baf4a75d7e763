// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import FoundationEssentials
  import PostgreSQLClient
  import Synchronization

  extension RemoteAccessDatabase {
    func tokens() async throws(AccessDatabaseError) -> [TokenRecord] {
      try await outcome { connection throws(PostgreSQLError) in
        guard try await Self.areTablesMade(connection) else { return [] }
        let rows = try await connection.run([RemoteAccessRows.tokens], timeout: Self.timeout)
        return try Self.records(rows[0])
      }.get()
    }

    func addToken(
      _ grant: TokenGrant, at date: Date
    ) async throws(AccessDatabaseError) -> (token: AccessToken, record: TokenRecord) {
      let token = AccessToken()
      let digest = token.secret.digest
      do throws(PostgreSQLError) {
        let record = try await counted { connection throws(PostgreSQLError) in
          try await self.insert(digest, grant, at: date, connection)
        }
        return (token, record)
      } catch {
        guard error.leavesOutcomeOpen else { throw converted(error) }
        let found = try await foundToken(digest, after: error)
        guard let record = found else { throw converted(error) }
        return (token, record)
      }
    }

    private func insert(
      _ digest: SecretDigest, _ grant: TokenGrant, at date: Date,
      _ connection: PostgreSQLConnection
    ) async throws(PostgreSQLError) -> TokenRecord {
      try await Self.makeTables(connection)
      state.withLock { $0.hasFoundTables = true }
      let start = [Statement("BEGIN"), RemoteAccessRows.change, RemoteAccessRows.nextID]
      let rows = try await connection.run(start, timeout: Self.timeout)
      let row = TokenRow(id: try rows[2][0].integer(0), digest, grant, at: date)
      try await Self.commit([RemoteAccessRows.insert(row)], connection)
      return try row.foundRecord()
    }

    /// Returns the token with a digest whose addition had no result: whether it was added.
    ///
    /// It takes a turn among the changes, so that the addition has ended, whatever became of it.
    private func foundToken(
      _ digest: SecretDigest, after loss: PostgreSQLError
    ) async throws(AccessDatabaseError) -> TokenRecord? {
      do throws(PostgreSQLError) {
        return try await run { connection throws(PostgreSQLError) in
          guard try await Self.areTablesMade(connection) else { return nil }
          let statements = [
            Statement("BEGIN"), RemoteAccessRows.change, RemoteAccessRows.token(digest.bytes),
            Statement("ROLLBACK"),
          ]
          let row = try await connection.run(statements, timeout: Self.timeout)[2].first
          return try row.map { row throws(PostgreSQLError) in try TokenRow(row).foundRecord() }
        }
      } catch {
        // Why nobody can tell it is less than what happened.
        throw .outcomeUnknown(converted(loss))
      }
    }

    func copyToken(
      _ token: TokenRecord
    ) async throws(AccessDatabaseError) -> TokenCopyOutcome {
      try await change { connection throws(PostgreSQLError) in
        try await Self.makeTables(connection)
        self.state.withLock { $0.hasFoundTables = true }
        let row = TokenRow(token)
        let start = [
          Statement("BEGIN"), RemoteAccessRows.change, RemoteAccessRows.token(row.digest),
          RemoteAccessRows.token(row.id),
        ]
        let found = try await connection.run(start, timeout: Self.timeout)
        // The pool rolls back what is open.
        guard let known = found[2].first else {
          guard found[3].isEmpty else { return .numberTaken }
          try await Self.commit([RemoteAccessRows.insert(row)], connection)
          return .added
        }
        let present = try TokenRow(known)
        guard let date = token.revoked, try present.foundRecord().revoked == nil else {
          return .known
        }
        try await Self.commit(RemoteAccessRows.revoke(present.revoked(at: date)), connection)
        return .revoked
      }
    }

    func revokeToken(
      _ id: Int64, at date: Date
    ) async throws(AccessDatabaseError) -> TokenRecord? {
      try await change { connection throws(PostgreSQLError) in
        guard try await Self.areTablesMade(connection) else { return nil }
        let start = [Statement("BEGIN"), RemoteAccessRows.change, RemoteAccessRows.token(id)]
        let found = try await connection.run(start, timeout: Self.timeout)[2].first
        // The pool rolls back what is open.
        guard let row = try found.map({ row throws(PostgreSQLError) in try TokenRow(row) }) else {
          return nil
        }
        let record = try row.foundRecord()
        guard record.revoked == nil else { return record }
        let revoked = row.revoked(at: date)
        try await Self.commit(RemoteAccessRows.revoke(revoked), connection)
        return try revoked.foundRecord()
      }
    }

    func noteUse(of id: Int64, at date: Date) async throws(AccessDatabaseError) {
      try await outcome { connection throws(PostgreSQLError) in
        let statement = RemoteAccessRows.noteUse(of: id, at: date)
        _ = try await connection.run([statement], timeout: Self.timeout)
      }.get()
    }

    func insert(_ session: BrowserSession, at date: Date) async throws(AccessDatabaseError) {
      try await change(RemoteAccessRows.insert(session, at: date))
    }

    func removeSession(_ digest: SecretDigest) async throws(AccessDatabaseError) {
      try await change([RemoteAccessRows.removeSession(digest)])
    }

    private func change(_ statements: [Statement]) async throws(AccessDatabaseError) {
      try await change { connection throws(PostgreSQLError) in
        let start = [Statement("BEGIN"), RemoteAccessRows.change]
        try await Self.commit(start + statements, connection)
      }
    }

    /// Makes a change, which the next snapshot contains, also if its outcome is unknown.
    private func change<Value: Sendable>(
      _ body: @Sendable (PostgreSQLConnection) async throws(PostgreSQLError) -> Value
    ) async throws(AccessDatabaseError) -> Value {
      do throws(PostgreSQLError) {
        return try await counted(body)
      } catch {
        throw error.leavesOutcomeOpen ? .outcomeUnknown(converted(error)) : converted(error)
      }
    }

    private func counted<Value: Sendable>(
      _ body: @Sendable (PostgreSQLConnection) async throws(PostgreSQLError) -> Value
    ) async throws(PostgreSQLError) -> Value {
      defer {
        state.withLock { state in
          state.changeCount += 1
          state.time = nil
        }
      }
      return try await run(body)
    }

    private static func commit(
      _ statements: [Statement], _ connection: PostgreSQLConnection
    ) async throws(PostgreSQLError) {
      _ = try await connection.run(statements + [Statement("COMMIT")], timeout: timeout)
    }

    private static func makeTables(
      _ connection: PostgreSQLConnection
    ) async throws(PostgreSQLError) {
      guard try await !areTablesMade(connection) else { return }
      do throws(PostgreSQLError) {
        _ = try await connection.run(RemoteAccessRows.creation, timeout: timeout)
      } catch {
        // Whoever has created the tables in the meantime has committed them all.
        guard case .refused = error, try await areTablesMade(connection) else { throw error }
      }
    }
  }

  extension PostgreSQLError {
    /// Whether statements may have taken effect although their results did not arrive.
    fileprivate var leavesOutcomeOpen: Bool {
      switch self {
      case .lost, .timedOut: true
      default: false
      }
    }
  }

  extension AccessDatabaseError {
    /// The failure of a change that may have been made.
    fileprivate static func outcomeUnknown(_ error: Self) -> Self {
      let note = "whether the change was made is unknown; list the tokens before you repeat it"
      return switch error {
      case .failed(let path, let reason): .failed(path: path, reason: "\(reason); \(note)")
      default: error
      }
    }
  }
#endif
