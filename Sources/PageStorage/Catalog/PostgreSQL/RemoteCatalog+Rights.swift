// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteCatalog {
    func checkIsWritable() async throws(PageStoreError) {
      do {
        try await Self.checkIsWritable(pool)
        try await Self.checkTables(pool)
      } catch {
        throw RemoteErrorConversion.error(error)
      }
    }

    /// Requires that nobody has dropped a table or a sequence: some of them are used by changes only.
    private static func checkTables(_ pool: ConnectionPool) async throws {
      let names = try await pool.withConnection { connection throws(PostgreSQLError) in
        try await connection.run([Statement(missing)])[0][0].optionalText(0)
      }
      guard let names else { return }
      throw PageStoreError.corrupted(.catalog(message: "it lacks \(names)"))
    }

    /// The tables and sequences that are missing, null if none is.
    private static let missing = """
      SELECT string_agg(name, ', ') FROM unnest('{\(tables),\(sequences)}'::text[]) name \
      WHERE to_regclass(name) IS NULL
      """

    /// Requires that the database takes changes, and that the role may make them.
    ///
    /// - Throws: `PageStoreError.readOnly` also for a role that may change no table, which is one that reads;
    ///   `.unfitLocation` for one that may make some changes only; the errors of the pool.
    static func checkIsWritable(_ pool: ConnectionPool) async throws {
      let (isReadOnly, grants) = try await pool.withConnection {
        connection throws(PostgreSQLError) in
        let row = try await connection.run([Statement(Self.rights)])[0][0]
        return (try row.boolean(0), try row.optionalText(1))
      }
      if isReadOnly { throw PageStoreError.readOnly }
      guard let grants else { return }
      throw PageStoreError.unfitLocation(
        reason: "its role lacks rights, so run '\(grants)' as the owner of the tables")
    }

    /// Whether the database takes no changes, or none of this role, and the statements that grant what a role that
    /// makes changes lacks.
    private static let rights = """
      WITH item(name, is_table, privilege) AS (\
      SELECT name, true, privilege FROM unnest('{\(tables)}'::text[]) name, \
      unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) privilege \
      UNION ALL SELECT 'schema_version', true, 'SELECT' \
      UNION ALL SELECT name, false, privilege FROM unnest('{\(sequences)}'::text[]) name, \
      unnest('{USAGE,SELECT}'::text[]) privilege), \
      checked AS (SELECT *, CASE WHEN is_table THEN has_table_privilege(to_regclass(name), privilege) \
      ELSE has_sequence_privilege(to_regclass(name), privilege) END AS is_given FROM item), \
      missing AS (SELECT name, is_table, string_agg(privilege, ', ' \
      ORDER BY strpos('USAGE,SELECT,INSERT,UPDATE,DELETE', privilege)) AS privileges \
      FROM checked WHERE NOT is_given GROUP BY name, is_table) \
      SELECT current_setting('transaction_read_only') = 'on' OR coalesce((SELECT bool_and(NOT is_given) \
      FROM checked WHERE is_table AND privilege <> 'SELECT'), false), \
      (SELECT string_agg(format('GRANT %s ON %s %I.%I TO %I', privileges, \
      CASE WHEN is_table THEN 'TABLE' ELSE 'SEQUENCE' END, nspname, name, current_user), '; ' ORDER BY name) \
      FROM missing JOIN pg_class ON pg_class.oid = to_regclass(name) \
      JOIN pg_namespace ON pg_namespace.oid = relnamespace)
      """

    private static let tables = RemoteSchema.names(of: "TABLE").filter { $0 != "schema_version" }
      .joined(separator: ",")

    private static let sequences = RemoteSchema.names(of: "SEQUENCE").joined(separator: ",")
  }
#endif
