// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteCatalog {
    /// The first statements of a connection.
    ///
    /// By default, PostgreSQL plans statements with arrays again each time, which took longer than running them.
    static let preparation = [Statement("SET plan_cache_mode = force_generic_plan")]

    /// The time for which a process that has the turn may be silent.
    ///
    /// One that hangs or is cut off loses the turn before others give up. If it is only slow, it makes its
    /// transaction again.
    static let turnLimit = Duration.seconds(5)

    /// The further first statements of a connection that writes.
    private static func turns(_ limit: Duration) -> [Statement] {
      let milliseconds = limit / .milliseconds(1)
      return [
        Statement("SET lock_timeout = '20s'"),
        Statement("SET idle_in_transaction_session_timeout = \(Int(milliseconds))"),
      ]
    }

    /// Opens the catalog of a store.
    ///
    /// - Parameters:
    ///   - configuration: The server and the number of connections.
    ///   - turnLimit: The time for which a process that has the turn may be silent.
    /// - Returns: The catalog.
    /// - Throws: `PageStoreError.notAStore` without one, `.versionTooNew`, `.unreachable`.
    static func open(
      _ configuration: ConnectionPool.Configuration, turnLimit: Duration = turnLimit
    ) async throws(PageStoreError) -> RemoteCatalog {
      let pool = ConnectionPool(configuration)
      do throws(PageStoreError) {
        guard let version = try await version(in: pool) else {
          throw .notAStore(path: "the database")
        }
        guard version <= RemoteSchema.version else {
          throw .versionTooNew(found: Int(version), supported: Int(RemoteSchema.version))
        }
        return RemoteCatalog(
          pool: pool, writer: ConnectionPool(ofWriter(configuration, turnLimit)),
          listener: ConnectionPool(ofListener(configuration)))
      } catch {
        await pool.close()
        throw error
      }
    }

    private static func ofListener(
      _ configuration: ConnectionPool.Configuration
    ) -> ConnectionPool.Configuration {
      var configuration = configuration
      configuration.limit = 1
      configuration.preparation = []
      configuration.substitute = nil
      return configuration
    }

    private static func ofWriter(
      _ configuration: ConnectionPool.Configuration, _ turnLimit: Duration
    ) -> ConnectionPool.Configuration {
      var configuration = configuration
      configuration.limit = 1
      configuration.substitute = nil
      // As long as many writes take, which a store in a folder also lets wait for each other.
      configuration.waitTimeout = .seconds(60)
      configuration.preparation += turns(turnLimit)
      return configuration
    }

    /// Opens a catalog for writing; creates its tables, or changes those of an earlier version, unless another
    /// process does so at the same time or has done so.
    ///
    /// - Parameter configuration: The server and the number of connections.
    /// - Returns: The catalog.
    /// - Throws: `PageStoreError.versionTooNew`; `.readOnly` if the database takes no changes, such as a standby;
    ///   `.unreachable`.
    static func create(
      _ configuration: ConnectionPool.Configuration
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
          try await createTables(in: pool)
        }
      } catch {
        await pool.close()
        throw RemoteErrorConversion.error(error)
      }
      await pool.close()
      return try await open(configuration)
    }

    func checkIsWritable() async throws(PageStoreError) {
      do {
        try await Self.checkIsWritable(pool)
      } catch {
        throw RemoteErrorConversion.error(error)
      }
    }

    private static func checkIsWritable(_ pool: ConnectionPool) async throws {
      let isReadOnly = try await pool.withConnection { connection throws(PostgreSQLError) in
        try await connection.run([Statement(Self.isReadOnly)])[0][0].boolean(0)
      }
      if isReadOnly { throw PageStoreError.readOnly }
    }

    /// Whether the database takes no changes, or none of this role.
    private static let isReadOnly = """
      SELECT current_setting('transaction_read_only') = 'on' OR CASE \
      WHEN to_regclass('document') IS NULL THEN false \
      ELSE NOT has_table_privilege(to_regclass('document'), 'INSERT') END
      """

    /// Requires that tables are created where other connections see them.
    private static func requireSchema(_ pool: ConnectionPool) async throws {
      let isTemporary = try await pool.withConnection { connection throws(PostgreSQLError) in
        let first = "split_part(current_setting('search_path'), ',', 1)"
        let question = Statement("SELECT trim(both ' \"' FROM \(first)) = 'pg_temp'")
        return try await connection.run([question])[0][0].boolean(0)
      }
      guard isTemporary else { return }
      throw PageStoreError.unfitLocation(
        reason: "its search_path begins with pg_temp, whose tables end with their connection: name "
          + "another schema before it")
    }

    private static func createTables(in pool: ConnectionPool) async throws {
      do throws(PostgreSQLError) {
        try await pool.withConnection { connection throws(PostgreSQLError) in
          _ = try await connection.run(RemoteSchema.creation)
        }
      } catch {
        // Whoever has created the tables in the meantime has committed them all. Sessions are told of one after the
        // other, so that this one may not know of the last ones yet.
        for attempt in 1... {
          if try await version(in: pool) != nil { return }
          guard error.isAboutExistingTables, attempt < 100 else { throw error }
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

    /// Returns the version of the tables, `nil` without tables.
    private static func version(
      in pool: ConnectionPool
    ) async throws(PageStoreError) -> Int64? {
      do throws(PostgreSQLError) {
        return try await pool.withConnection { connection throws(PostgreSQLError) in
          let table = Statement("SELECT to_regclass('schema_version') IS NOT NULL")
          guard try await connection.run([table])[0][0].boolean(0) else { return nil }
          let version = Statement("SELECT max(version) FROM schema_version")
          return try await connection.run([version])[0][0].integer(0)
        }
      } catch {
        throw error.isAboutOtherColumns ? otherVersion : RemoteErrorConversion.error(error)
      }
    }

    private static let otherVersion = PageStoreError.unfitLocation(
      reason: "the table schema_version is not that of a store: name an empty schema, as with "
        + "options=-csearch_path%3DNAME, or another database")
  }

  extension PostgreSQLError {
    /// Whether a table does not have the columns or types of a store (`undefined_column`, `undefined_function`).
    fileprivate var isAboutOtherColumns: Bool {
      switch self {
      case .unexpectedValue: true
      case .refused(let refusal): ["42703", "42883"].contains(refusal.sqlState)
      default: false
      }
    }

    /// Whether the server has refused to create what exists (`duplicate_table`, `unique_violation`).
    fileprivate var isAboutExistingTables: Bool {
      guard case .refused(let refusal) = self else { return false }
      return ["42P07", "23505"].contains(refusal.sqlState)
    }
  }
#endif
