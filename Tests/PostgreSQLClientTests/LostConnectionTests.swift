// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Foundation
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @Suite(.needsPostgreSQL) struct LostConnectionTests {
    @Test func anEndedSessionIsLost() async throws {
      let connection = try await TestServer.connect()
      let other = try await TestServer.connect()
      let id = try await connection.run([Statement("SELECT pg_backend_pid()::int8")])[0][0].integer(
        0)
      async let sleep = connection.run([Statement("SELECT pg_sleep(60)")])
      try await Task.sleep(for: .milliseconds(100))
      _ = try await other.run([Statement("SELECT pg_terminate_backend($1::int4)", [.text("\(id)")])]
      )
      do {
        _ = try await sleep
        Issue.record("no error")
      } catch let error as PostgreSQLError {
        guard case .lost = error else { throw error }
      }
      #expect(await !connection.isUsable)
      await other.close()
    }

    @Test func resultsThatAreLateCloseTheConnection() async throws {
      let connection = try await TestServer.connect()
      await #expect(throws: PostgreSQLError.timedOut) {
        try await connection.run([Statement("SELECT pg_sleep(60)")], timeout: .milliseconds(100))
      }
      await #expect(throws: PostgreSQLError.timedOut) {
        try await connection.run([Statement("SELECT 1")])
      }
    }

    @Test(arguments: [
      "host=/nowhere", "host=127.0.0.1 port=1", "postgresql://%", "host=name.invalid", "nonsense=1",
    ])
    func aServerThatIsNotThereIsUnreachable(location: String) async {
      do {
        let connection = try await PostgreSQLConnection.connect(to: location, timeout: .seconds(20))
        Issue.record("connected: \(connection)")
      } catch {
        guard case .unreachable(let reason) = error else {
          Issue.record("\(error)")
          return
        }
        #expect(!reason.isEmpty && !reason.contains("\n"))
      }
    }

    /// A query in two statements, of which the first is prepared for the first time.
    private func run(through proxy: CuttingProxy) async throws(PostgreSQLError) -> Int64 {
      let connection = try await PostgreSQLConnection.connect(
        to: proxy.location, timeout: .seconds(20))
      let result = await Result { () async throws(PostgreSQLError) in
        try await connection.run(
          [Statement("SELECT $1 + 1", [.integer(1)]), Statement("SELECT $1 + 1", [.integer(41)])],
          timeout: .seconds(20))
      }
      await connection.close()
      return try result.get()[1][0].integer(0)
    }

    @Test(arguments: CuttingProxy.Direction.allCases)
    func aConnectionThatIsCutAtAnyByteIsLost(direction: CuttingProxy.Direction) async throws {
      let folder = try TestServer.socketFolder()
      var byte = 0
      while true {
        let proxy = try CuttingProxy(to: folder, cut: (direction, byte))
        do {
          // The cut is behind the last byte that is needed.
          #expect(try await run(through: proxy) == 42)
          break
        } catch {
          switch error {
          case .lost, .unreachable: byte += 1
          default: throw error
          }
        }
      }
      #expect(byte > 150)
    }
  }

  extension Result {
    fileprivate init(_ body: () async throws(Failure) -> Success) async {
      do {
        self = .success(try await body())
      } catch {
        self = .failure(error)
      }
    }
  }
#endif
