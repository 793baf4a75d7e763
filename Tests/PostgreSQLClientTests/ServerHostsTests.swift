// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Foundation
  import Testing

  @testable import PostgreSQLClient

  /// A machine that accepts connections, and says nothing.
  private final class SilentServer: Sendable {
    let port: Int
    private let listener: Int32

    init() throws {
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let descriptor = listener
      let status = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          [
            bind(descriptor, $0, length), listen(descriptor, 16),
            getsockname(descriptor, $0, &length),
          ]
        }
      }
      port = Int(UInt16(bigEndian: address.sin_port))
      guard status == [0, 0, 0] else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { close(listener) }
  }

  /// Locations with several hosts.
  struct ServerHostsTests {
    private func settings(_ location: String) -> [[String: String]] {
      ServerHosts.of(location).map(\.settings)
    }

    @Test func eachHostHasItsPort() {
      let two = [["host": "a1", "port": "5433"], ["host": "b1", "port": "5434"]]
      #expect(settings("postgresql://a1:5433,b1:5434/x") == two)
      #expect(settings("host=a1,b1 port=5433,5434") == two)
      #expect(settings("postgresql:///x?host=a1,b1&port=5433,5434") == two)
      #expect(
        settings("host=a1,/run/b port=7")
          == [["host": "a1", "port": "7"], ["host": "/run/b", "port": "7"]])
      #expect(
        settings("host=a1,b1 hostaddr=10.0.0.1,10.0.0.2").map { $0["hostaddr"] }
          == ["10.0.0.1", "10.0.0.2"])
      #expect(settings("hostaddr=10.0.0.1,10.0.0.2").count == 2)
    }

    /// libpq finds a single host, complains about lists that do not fit, and reads services.
    @Test(arguments: [
      "", "host=a1", "postgresql://a1/x", "host=a1,b1 port=1,2,3", "host=a1,",
      "host=a1,b1 hostaddr=10.0.0.1",
      "host=a1,b1 port=1,", "service=none", "no location", "postgresql://a1:b1:c1/x",
    ])
    func libpqFindsOthersItself(location: String) { #expect(settings(location).isEmpty) }

    @Test func allAreAskedForAStandbyFirst() {
      let found = settings("host=a1,b1 target_session_attrs=prefer-standby").map {
        "\($0["host"] ?? "") \($0["target_session_attrs"] ?? "")"
      }
      #expect(found == ["a1 standby", "b1 standby", "a1 any", "b1 any"])
    }

    @Test func aHostThatDidNotAnswerComesLast() throws {
      let location = "host=a2,b2,c2"
      ServerHosts.noteSilence(of: try #require(ServerHosts.of(location).first))
      #expect(ServerHosts.of(location).map(\.name) == ["b2", "c2", "a2"])
      ServerHosts.noteSilence(of: try #require(ServerHosts.of(location).first))
      #expect(ServerHosts.of(location).map(\.name) == ["c2", "a2", "b2"])
    }

    @Test func thoseThatDoNotAnswerAreNamed() async throws {
      let servers = [try SilentServer(), try SilentServer()]
      let ports = servers.map { "\($0.port)" }
      let failure = await #expect(throws: PostgreSQLError.self) {
        try await PostgreSQLConnection.connect(
          to: "host=127.0.0.1,127.0.0.1 port=\(ports.joined(separator: ","))",
          timeout: .milliseconds(300))
      }
      #expect(
        failure
          == .unreachable(
            ports.map { "127.0.0.1:\($0): the server did not answer in time" }.joined(
              separator: "; ")))
    }

    @Test(.needsPostgreSQL) func theNextHostIsTriedWhenOneDoesNotAnswer() async throws {
      let server = try SilentServer()
      let folder = try TestServer.socketFolder()
      let location = try #require(TestServer.location).replacingOccurrences(
        of: "host=\(folder)", with: "host=127.0.0.1,\(folder)&port=\(server.port),5432")
      let connection = try await PostgreSQLConnection.connect(to: location, timeout: .seconds(2))
      #expect(try await connection.run([Statement("SELECT 7::int8")])[0][0].integer(0) == 7)
      await connection.close()
      #expect(
        ServerHosts.of(location).map(\.name) == ["\(folder):5432", "127.0.0.1:\(server.port)"])
    }

    /// The settings of one host leave the others of the location as they are.
    @Test(.needsPostgreSQL) func theFirstThatTakesChangesIsUsed() async throws {
      let folder = try TestServer.socketFolder()
      let location = try #require(TestServer.location).replacingOccurrences(
        of: "host=\(folder)", with: "host=/nowhere,\(folder)")
      for kind in ["read-write", "any", "prefer-standby", "primary"] {
        let connection = try await PostgreSQLConnection.connect(
          to: location + "&target_session_attrs=\(kind)&application_name=mine")
        let row = try await connection.run([Statement("SELECT current_setting('application_name')")]
        )
        #expect(try row[0][0].text(0) == "mine")
        await connection.close()
      }
      await #expect(throws: PostgreSQLError.self) {
        try await PostgreSQLConnection.connect(to: location + "&target_session_attrs=standby")
      }
    }
  }
#endif
