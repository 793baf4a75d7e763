// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Foundation
  import Testing

  @testable import PostgreSQLClient

  /// A pool whose server cannot be reached at times.
  @Suite(.needsPostgreSQL) struct SubstituteTests {
    /// A folder in which a link leads to the socket, when the server can be reached.
    private let folder: URL

    init() throws {
      folder = URL(fileURLWithPath: "/tmp/\(TestServer.uniqueName("s"))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func link() throws {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/socket", withDestinationPath: TestServer.socketFolder())
    }

    private func unlink() throws {
      try FileManager.default.removeItem(atPath: folder.path + "/socket")
    }

    private func pool(
      _ condition: String = "SELECT true", maximumAge: Duration = .seconds(3_600)
    ) throws -> ConnectionPool {
      let location = try #require(TestServer.location)
      var configuration = ConnectionPool.Configuration(
        location: location.replacingOccurrences(
          of: try TestServer.socketFolder(), with: folder.path + "/socket")
          + "&application_name=primary")
      var substitute = ConnectionPool.Substitute(
        location: location + "&application_name=standby", condition: Statement(condition))
      substitute.maximumAge = maximumAge
      configuration.substitute = substitute
      configuration.limit = 2
      return ConnectionPool(configuration)
    }

    private func server(_ pool: ConnectionPool) async throws(PostgreSQLError) -> String {
      try await pool.withConnection { connection throws(PostgreSQLError) in
        try await connection.run([Statement("SELECT current_setting('application_name')")])[0][0]
          .text(0)
      }
    }

    @Test func theServerIsUsedWhileItCanBeReached() async throws {
      try link()
      let pool = try pool()
      #expect(try await server(pool) == "primary")
      #expect(await !pool.usesSubstitute)
      await pool.close()
      try FileManager.default.removeItem(at: folder)
    }

    @Test func theSubstituteIsUsedUntilTheServerIsBack() async throws {
      let pool = try pool(maximumAge: .zero)
      for _ in 0..<3 { #expect(try await server(pool) == "standby") }
      #expect(await pool.usesSubstitute)
      try link()
      #expect(try await server(pool) == "primary")
      #expect(await !pool.usesSubstitute)
      #expect(await pool.count == 1)
      // Connections that were made stay in use.
      try unlink()
      #expect(try await server(pool) == "primary")
      await pool.close()
      #expect(await pool.count == 0)
      try FileManager.default.removeItem(at: folder)
    }

    @Test func theServerIsNotTriedAgainAtOnce() async throws {
      let pool = try pool()
      #expect(try await server(pool) == "standby")
      try link()
      #expect(try await server(pool) == "standby")
      await pool.close()
      try FileManager.default.removeItem(at: folder)
    }

    /// One that was given up in favor of the server, while another task was using it.
    @Test func aConnectionToTheSubstituteIsNotKeptWhenTheServerIsBack() async throws {
      let pool = try pool(maximumAge: .zero)
      try await pool.withConnection { connection throws(PostgreSQLError) in
        _ = try await connection.run([Statement("SELECT 1")])
        do { try link() } catch { throw .unexpectedValue("\(error)") }
        #expect(try await server(pool) == "primary")
      }
      for _ in 0..<3 { #expect(try await server(pool) == "primary") }
      #expect(await pool.count == 1)
      await pool.close()
      try FileManager.default.removeItem(at: folder)
    }

    @Test func aSubstituteThatCannotBeUsedIsNone() async throws {
      let pool = try pool("SELECT false")
      await #expect(throws: PostgreSQLError.unreachable("a standby has not caught up")) {
        try await server(pool)
      }
      #expect(await pool.count == 0)
      await pool.close()
      try FileManager.default.removeItem(at: folder)
    }
  }
#endif
