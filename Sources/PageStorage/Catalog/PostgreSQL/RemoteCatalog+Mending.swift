// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteCatalog {
    func mendTables() async throws(PageStoreError) -> [String] {
      var mended: [String] = []
      let broken = try await read { try $0.brokenConditions() }.value
      // Without the table and the numbers of turns, which come first, nothing can be written.
      for condition in broken.filter({ $0.table != nil }) + broken.filter({ $0.table == nil }) {
        let statements = condition.mendingStatements
        guard !statements.isEmpty, try await mend(statements) else { continue }
        mended.append(condition.problem)
      }
      return mended
    }

    /// Runs statements in a transaction while nobody else writes.
    ///
    /// - Returns: Whether the role of this process may do that.
    private func mend(_ statements: [Statement]) async throws(PageStoreError) -> Bool {
      do throws(PostgreSQLError) {
        try await writer.withConnection { connection throws(PostgreSQLError) in
          do throws(PostgreSQLError) {
            _ = try await connection.run(
              [Statement("BEGIN")] + statements + [Statement("COMMIT")])
          } catch {
            _ = try? await connection.run([Statement("ROLLBACK")])
            throw error
          }
        }
        return true
      } catch {
        if error.isRefusedRight { return false }
        // Another repair has made the same table.
        if error.isAboutExistingTables { return true }
        throw RemoteErrorConversion.error(error)
      }
    }
  }

  extension CatalogCondition {
    fileprivate var mendingStatements: [Statement] {
      if let table { return RemoteSchema.creation(of: table) }
      guard !mending.isEmpty else { return [] }
      let turn = isNeededForTurns ? [RemoteCatalog.turn] : RemoteCatalog.numberedTurn
      return turn + mending.map { Statement($0) }
    }
  }

  extension PostgreSQLError {
    /// Whether the role may not do something (`insufficient_privilege`).
    fileprivate var isRefusedRight: Bool {
      guard case .refused(let refusal) = self else { return false }
      return refusal.sqlState == "42501"
    }
  }
#endif
