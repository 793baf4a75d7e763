// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Synchronization
  import Testing

  @testable import PostgreSQLClient

  /// How many use a pool at a time.
  private final class Usage: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var most: Int { counts.withLock(\.most) }

    func begin() { counts.withLock { $0 = (now: $0.now + 1, most: max($0.most, $0.now + 1)) } }
    func end() { counts.withLock { $0.now -= 1 } }
  }

  @Suite(.needsPostgreSQL) struct ConnectionPoolTests {
    private func pool(_ limit: Int, waitTimeout: Duration = .seconds(30)) throws -> ConnectionPool {
      var configuration = ConnectionPool.Configuration(location: try #require(TestServer.location))
      configuration.limit = limit
      configuration.waitTimeout = waitTimeout
      return ConnectionPool(configuration)
    }

    private let session = Statement("SELECT pg_backend_pid()::int8")

    private func process(_ pool: ConnectionPool) async throws(PostgreSQLError) -> Int64 {
      try await pool.withConnection { [session] connection throws(PostgreSQLError) in
        try await connection.run([session])[0][0].integer(0)
      }
    }

    @Test func noMoreConnectionsAreMadeThanAllowed() async throws {
      let pool = try pool(3)
      let usage = Usage()
      let processes = try await withThrowingTaskGroup { group in
        for _ in 0..<60 {
          group.addTask { [session] in
            try await pool.withConnection { connection throws(PostgreSQLError) in
              usage.begin()
              defer { usage.end() }
              return try await connection.run([session])[0][0].integer(0)
            }
          }
        }
        return try await group.reduce(into: Set<Int64>()) { $0.insert($1) }
      }
      #expect(processes.count <= 3)
      #expect(usage.most <= 3)
      #expect(await pool.count <= 3)
      await pool.close()
      #expect(await pool.count == 0)
    }

    @Test func aTaskThatWaitsTooLongThrows() async throws {
      let pool = try pool(1, waitTimeout: .milliseconds(50))
      _ = try await pool.withConnection { _ throws(PostgreSQLError) in
        await #expect(throws: PostgreSQLError.busy(waited: .milliseconds(50))) {
          try await process(pool)
        }
      }
      _ = try await process(pool)
      await pool.close()
      await #expect(throws: PostgreSQLError.closed) { try await process(pool) }
    }

    @Test func anOpenTransactionIsRolledBack() async throws {
      let pool = try pool(1)
      let first = try await pool.withConnection { connection throws(PostgreSQLError) in
        try await connection.run([Statement("BEGIN"), session])[1][0].integer(0)
      }
      try await pool.withConnection { connection throws(PostgreSQLError) in
        #expect(await !connection.isInTransaction)
        #expect(try await connection.run([session])[0][0].integer(0) == first)
      }
      await pool.close()
    }

    @Test func everyConnectionIsPrepared() async throws {
      var configuration = ConnectionPool.Configuration(location: try #require(TestServer.location))
      configuration.limit = 2
      configuration.preparation = [Statement("SET application_name = 'prepared'")]
      let pool = ConnectionPool(configuration)
      let name = Statement("SELECT current_setting('application_name')")
      try await pool.withConnection { connection throws(PostgreSQLError) in
        #expect(try await connection.run([name])[0][0].text(0) == "prepared")
        try await pool.withConnection { other throws(PostgreSQLError) in
          #expect(try await other.run([name])[0][0].text(0) == "prepared")
        }
      }
      await pool.close()
      configuration.preparation = [Statement("SET nonsense = 1")]
      let broken = ConnectionPool(configuration)
      await #expect(throws: PostgreSQLError.self) { try await process(broken) }
      #expect(await broken.count == 0)
      await broken.close()
    }

    @Test func aConnectionThatTheServerHasEndedIsReplaced() async throws {
      let (pool, other) = (try pool(1), try self.pool(1))
      let first = try await process(pool)
      _ = try await other.withConnection { connection throws(PostgreSQLError) in
        try await connection.run(
          [Statement("SELECT pg_terminate_backend($1::int4, 60000)", [.integer(first)])],
          timeout: .seconds(90))
      }
      #expect(try await process(pool) != first)
      #expect(await pool.count == 1)
      await pool.close()
      await other.close()
    }

    @Test func aLostConnectionIsReplacedForThoseWhoWait() async throws {
      let pool = try pool(1)
      let first = try await process(pool)
      async let later = process(pool)
      await #expect(throws: PostgreSQLError.self) {
        try await pool.withConnection { connection throws(PostgreSQLError) in
          try await connection.run([Statement("SELECT pg_sleep(60)")], timeout: .milliseconds(100))
        }
      }
      _ = try await later
      #expect(try await process(pool) != first)
      #expect(await pool.count == 1)
      await pool.close()
    }

    @Test func aFailureToConnectFreesThePlace() async throws {
      var configuration = ConnectionPool.Configuration(location: "host=/nowhere")
      configuration.limit = 1
      let pool = ConnectionPool(configuration)
      for _ in 0..<3 {
        do {
          _ = try await process(pool)
          Issue.record("connected")
        } catch {
          guard case .unreachable = error else {
            Issue.record("\(error)")
            continue
          }
        }
      }
      #expect(await pool.count == 0)
    }
  }
#endif
