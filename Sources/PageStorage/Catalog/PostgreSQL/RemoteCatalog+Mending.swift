// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteCatalog {
    func mendTables() async throws(PageStoreError) {
      let broken = try await read { try $0.brokenConditions() }.value
      let tables = broken.compactMap(\.table).map(RemoteSchema.creation)
      let statements = broken.flatMap(\.mending).map { Statement($0) }
      guard !tables.isEmpty || !statements.isEmpty else { return }
      do throws(PostgreSQLError) {
        try await pool.withConnection { connection throws(PostgreSQLError) in
          // Without the table of turns, others cannot write either.
          _ = try await connection.run(
            [Statement("BEGIN")] + tables + [Self.turn] + statements + [Statement("COMMIT")])
        }
      } catch {
        throw RemoteErrorConversion.error(error)
      }
    }
  }
#endif
