// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteCatalog {
    /// Opens a catalog for writing; creates its tables, or changes those of an earlier version, unless another
    /// process does so at the same time or has done so.
    ///
    /// - Parameters:
    ///   - configuration: The server and the number of connections.
    ///   - isUnfinishedCopy: Whether a new store is known as an unfinished copy of another one from the first moment on.
    /// - Returns: The catalog.
    /// - Throws: `PageStoreError.versionTooNew`; `.readOnly` if the database takes no changes, such as a standby;
    ///   `.unreachable`.
    static func create(
      _ configuration: ConnectionPool.Configuration, isUnfinishedCopy: Bool = false
    ) async throws(PageStoreError) -> RemoteCatalog {
      var own = configuration
      own.substitute = nil
      let pool = ConnectionPool(own)
      do {
        try await checkIsWritable(pool)
        let version = try await version(in: pool)
        if version.map({ $0 < RemoteSchema.version }) ?? true { try await requireSchema(pool) }
        if let version {
          if version < RemoteSchema.version { try await changeTables(in: pool) }
        } else {
          let mark = isUnfinishedCopy ? [Self.unfinishedCopyMark] : []
          try await createTables(RemoteSchema.creation + mark, in: pool)
        }
      } catch {
        await pool.close()
        throw RemoteErrorConversion.error(error)
      }
      await pool.close()
      return try await open(configuration)
    }

    /// Requires that tables are created where other connections see them.
    private static func requireSchema(_ pool: ConnectionPool) async throws {
      let isTemporary = try await pool.withConnection { connection throws(PostgreSQLError) in
        let first = "split_part(current_setting('search_path'), ',', 1)"
        let question = Statement("SELECT lower(trim(both ' \"' FROM \(first))) = 'pg_temp'")
        return try await connection.run([question])[0][0].boolean(0)
      }
      guard isTemporary else { return }
      throw PageStoreError.unfitLocation(
        reason: "its search_path begins with pg_temp, whose tables end with their connection: name "
          + "another schema before it")
    }

    private static var unfinishedCopyMark: Statement {
      let name = CounterRow.unfinishedCopy
      return Statement(
        "INSERT INTO counter VALUES ($1, $2, $3)",
        [.text(name.rawValue), .integer(1), .integer(name.checksum(1).stored)])
    }

    private static func createTables(
      _ statements: [Statement], in pool: ConnectionPool
    ) async throws {
      do throws(PostgreSQLError) {
        try await pool.withConnection { connection throws(PostgreSQLError) in
          _ = try await connection.run(statements)
        }
      } catch {
        // Whoever has created the tables in the meantime has committed them all. Sessions are told of one after the
        // other, so that this one may not know of the last ones yet.
        for attempt in 1... {
          if try await version(in: pool) != nil { return }
          guard error.isAboutExistingTables, attempt < 100 else { throw error.ofCreation }
          try await Task.sleep(for: .milliseconds(20))
        }
      }
    }

    /// Changes tables of an earlier version; the row of the version keeps others waiting.
    private static func changeTables(in pool: ConnectionPool) async throws(PostgreSQLError) {
      try await pool.withConnection { connection throws(PostgreSQLError) in
        let question = Statement("SELECT version FROM schema_version FOR UPDATE")
        let found = try await connection.run([Statement("BEGIN"), question])[1][0].integer(0)
        let steps = RemoteSchema.steps.filter { $0.version > found }.flatMap(\.statements)
        let version = Statement(
          "UPDATE schema_version SET version = greatest(version, $1)",
          [.integer(RemoteSchema.version)])
        _ = try await connection.run(steps + [version, Statement("COMMIT")])
      }
    }
  }

  extension PostgreSQLError {
    /// Whether the server has refused to create what exists (`duplicate_table`, `unique_violation`).
    var isAboutExistingTables: Bool {
      guard case .refused(let refusal) = self else { return false }
      return ["42P07", "23505"].contains(refusal.sqlState)
    }

    /// The error if the tables of a store cannot be created; there is none yet.
    fileprivate var ofCreation: any Error {
      guard case .refused(let refusal) = self, ["42P07", "42710"].contains(refusal.sqlState) else {
        return self
      }
      return PageStoreError.unfitLocation(
        reason: "\(refusal.message), but there is no store: the schema has tables of something "
          + "else; \(RemoteCatalog.elsewhere)")
    }
  }
#endif
