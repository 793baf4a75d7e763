// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteCatalog {
    /// The first statements of a connection.
    ///
    /// By default, PostgreSQL plans statements with arrays again each time, which took longer than running them.
    static let preparation = [
      Statement("SET plan_cache_mode = force_generic_plan"), Statement.durability,
    ]

    /// The time for which a process that has the turn may be silent.
    ///
    /// One that hangs or is cut off loses the turn before others give up. If it is only slow, it makes its
    /// transaction again.
    static let turnLimit = Duration.seconds(5)

    /// The further first statements of a connection that writes.
    private static func turns(_ limit: Duration) -> [Statement] {
      let milliseconds = limit / .milliseconds(1)
      return [
        Statement.durability, Statement("SET lock_timeout = '20s'"),
        Statement("SET idle_in_transaction_session_timeout = \(Int(milliseconds))"),
      ]
    }

    /// Opens the catalog of a store.
    ///
    /// - Parameters:
    ///   - configuration: The server and the number of connections.
    ///   - turnLimit: The time for which a process that has the turn may be silent.
    /// - Returns: The catalog.
    /// - Throws: `PageStoreError.notAStore` without one, `.versionTooNew`, `.unreachable`, `.unfitLocation` also if the
    ///   role may not use the schema.
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
      configuration.thread = .writers
      return configuration
    }

    /// Returns the version of the tables, `nil` without tables.
    static func version(in pool: ConnectionPool) async throws(PageStoreError) -> Int64? {
      let found: (isThere: Bool, version: Int64?, grant: String?)
      do throws(PostgreSQLError) {
        found = try await pool.withConnection { connection throws(PostgreSQLError) in
          let table = Statement("SELECT to_regclass('schema_version') IS NOT NULL")
          guard try await connection.run([table])[0][0].boolean(0) else {
            let grant = try await connection.run([Statement(schemaGrant)])[0].first
            return (false, nil, try grant?.text(0))
          }
          // A version of another type cannot be added to.
          let version = Statement("SELECT max(version + 0::int8) FROM schema_version")
          return (true, try await connection.run([version])[0][0].optionalInteger(0), nil)
        }
      } catch {
        throw error.isAboutOtherColumns ? otherVersion : RemoteErrorConversion.error(error)
      }
      if let grant = found.grant {
        throw .unfitLocation(
          reason: "its role may not use the schema of the store, so run '\(grant)' as its owner")
      }
      if found.isThere, found.version == nil {
        throw .corrupted(
          .catalog(
            message: """
              the table schema_version has lost its row; restore a backup of the database, or insert the version of the \
              program that wrote last, which is \(RemoteSchema.version) for this one
              """))
      }
      return found.version
    }

    /// The statement that lets the role see the tables of a store in a schema of its search path, no row without any.
    private static let schemaGrant = """
      SELECT format('GRANT USAGE ON SCHEMA %I TO %I', nspname, current_user) \
      FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace \
      WHERE current_schema() IS NULL AND relname = 'schema_version' AND NOT has_schema_privilege(relnamespace, 'USAGE') AND nspname = ANY \
      (SELECT trim(both '"' FROM name) FROM regexp_split_to_table(current_setting('search_path'), '\\s*,\\s*') name) \
      LIMIT 1
      """

    private static let otherVersion = PageStoreError.unfitLocation(
      reason: "the table schema_version is not that of a store: \(elsewhere)")

    /// What to do if the schema has tables of something else.
    static let elsewhere =
      "name an empty schema, as with options=-csearch_path%3DNAME, or another database"
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
  }
#endif
