// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import PostgreSQLClient

  extension RemoteCatalog: CatalogServer {
    func reading<Value: Sendable>(
      isBrief: Bool, _ rules: @Sendable (any CatalogTransaction) throws -> Value
    ) async throws(PageStoreError) -> Value {
      try await read(isBrief: isBrief) { transaction in try rules(transaction) }.value
    }

    func writing<Value: Sendable>(
      _ rules: @Sendable (any CatalogTransaction) throws -> Value
    ) async throws(PageStoreError) -> Value {
      try await write { transaction in try rules(transaction) }.value
    }

    var writers: (any TaskExecutor)? { SocketThread.writers }

    func writing(
      inTurn count: @Sendable (_ mayGrow: Bool) -> Int,
      _ begin: @Sendable (any ServedTransaction) -> (Int) throws -> Void
    ) async throws(PageStoreError) -> [PageStoreError?] {
      try await write(keepsRows: true) { transaction in
        let count = count(transaction.mayGrow)
        return try transaction.runInTurn(count, begin(transaction))
      }.value
    }

    func suspendKeepingRows() { keptRows.suspend() }

    func resumeKeepingRows() { keptRows.resume() }

    func close() async {
      keptRows.drop()
      let removal = marks.removal
      if marks.areUsed {
        _ = try? await pool.withConnection { connection throws(PostgreSQLError) in
          try await connection.run([removal], timeout: .seconds(2))
        }
      }
      await pool.close()
      await writer.close()
      await listener.close()
    }
  }
#endif
