// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

#if PostgreSQL
  /// The program with a store in PostgreSQL.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct ServedProgramTests {
    private func token(_ words: [String], in folder: String, status: Int32 = 0) async throws
      -> String
    {
      let child = try ChildProcess(
        [ServerChild.program, "token"] + words, printingInto: folder, environment: [:])
      await child.waitUntilExit()
      #expect(child.process.terminationStatus == status, "\(words)")
      return try child.text()
    }

    private func request(
      _ line: String, _ token: String?, body: String = "", port: Int
    ) async throws -> String {
      let field = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
      let type = body.isEmpty ? "" : "Content-Type: application/json\r\n"
      return try await RawConnection.send(
        "\(line) HTTP/1.1\r\nHost: localhost\r\n\(field)\(type)Content-Length: \(body.utf8.count)\r\n\r\n\(body)",
        to: port)
    }

    /// Two servers with one store: what one has stored, the other one serves.
    @Test func serversShareAStoreAndItsTokens() async throws {
      let schema = try await TestSchema()
      try await ProgramTests.inFolder { folder in
        let store = "\(schema.location)&objects=\(folder)/originals"
        let text = try await token(["add", "--store", store, "--scope", "write"], in: folder)
        let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let words = ["--store", store]
        let one = try ServerChild(words, in: folder)
        defer { one.child.signal(SIGTERM) }
        let other = try ServerChild(
          words + ["--work-folder", folder + "/work"], listen: "0.0.0.0:0", in: folder)
        defer { other.child.signal(SIGTERM) }
        let (onePort, otherPort) = (try await one.port(), try await other.port())
        let path = "/api/v1/documents"
        #expect(try await request("GET \(path)", nil, port: onePort).hasPrefix("HTTP/1.1 401"))
        let created = try await request(
          "POST \(path)", secret, body: #"{"title":"lease"}"#, port: onePort)
        #expect(created.hasPrefix("HTTP/1.1 201"), "\(created)")
        let list = try await request("GET \(path)", secret, port: otherPort)
        #expect(list.contains("lease"), "\(list)")
        let ready = try await request("GET /health/ready", nil, port: otherPort)
        #expect(ready.hasPrefix("HTTP/1.1 200"), "\(ready)")
        #expect(
          try await token(["revoke", "--store", store, "1"], in: folder) == "revoked token 1\n")
        try await Task.sleep(for: .milliseconds(1100))
        for port in [onePort, otherPort] {
          let answer = try await request("GET \(path)", secret, port: port)
          #expect(answer.hasPrefix("HTTP/1.1 401"), "\(answer)")
        }
      }
    }

    @Test func aDatabaseThatTakesNoChangesIsServedForReading() async throws {
      let schema = try await TestSchema()
      try await ProgramTests.inFolder { folder in
        let objects = "&objects=\(folder)/originals"
        _ = try await token(["add", "--store", schema.location + objects], in: folder)
        let standby = schema.location + "%20-cdefault_transaction_read_only%3Don" + objects
        let log = folder + "/log"
        let server = try ServerChild(["--store", standby], log: log, in: folder)
        defer { server.child.signal(SIGTERM) }
        let ready = try await request("GET /health/ready", nil, port: try await server.port())
        #expect(ready.contains(#""isReadOnly":true"#), "\(ready)")
        #expect(
          try String(contentsOfFile: log, encoding: .utf8).contains("the store is read-only"))
      }
    }

    /// It takes changes when the server starts, and none later.
    @Test func aDatabaseThatTakesNoMoreChangesIsServedForReading() async throws {
      let schema = try await TestSchema()
      let role = schema.role
      for statement in [
        "CREATE ROLE \(role) LOGIN", "GRANT ALL ON SCHEMA \(schema.name) TO \(role)",
      ] {
        try await schema.run(statement)
      }
      try await ProgramTests.inFolder { folder in
        let store =
          schema.location.replacing("user=page", with: "user=\(role)")
          + "&objects=\(folder)/originals"
        let text = try await token(["add", "--store", store, "--scope", "write"], in: folder)
        let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let server = try ServerChild(["--store", store], in: folder)
        defer { server.child.signal(SIGTERM) }
        let port = try await server.port()
        let ready = try await request("GET /health/ready", nil, port: port)
        #expect(ready.contains(#""isReadOnly":false"#), "\(ready)")
        try await schema.run("ALTER ROLE \(role) SET default_transaction_read_only = on")
        try await schema.run(
          "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = '\(role)'")
        let later = try await request("GET /health/ready", nil, port: port)
        #expect(
          later.hasPrefix("HTTP/1.1 200") && later.contains(#""isReadOnly":true"#), "\(later)")
        let change = try await request(
          "POST /api/v1/documents", secret, body: #"{"title":"lease"}"#, port: port)
        #expect(change.hasPrefix("HTTP/1.1 403") && change.contains("readOnly"), "\(change)")
      }
    }
  }
#endif

/// What the program says of locations on servers that it cannot use.
struct UnusableLocationTests {
  private func end(_ words: [String], status: Int32, in folder: String) async throws -> String {
    let (found, text) = try await end(words, in: folder)
    #expect(found == status)
    return text
  }

  private func end(
    _ words: [String], in folder: String
  ) async throws -> (status: Int32, text: String) {
    let log = folder + "/errors"
    let server = try ServerChild(words, log: log, in: folder)
    await server.child.waitUntilExit()
    let text = try server.child.text() + String(contentsOfFile: log, encoding: .utf8)
    return (server.child.process.terminationStatus, text)
  }

  private static let location = "postgresql://u:secret@127.0.0.1:1/db"

  @Test func messagesContainNoPassword() async throws {
    try await ProgramTests.inFolder { folder in
      let (status, text) = try await end(
        ["--store", Self.location + "?objects=/x&password=secret&sslpassword=secret"], in: folder)
      // A release contains no engine.
      let isBuiltWithout = text.contains("with the trait PostgreSQL")
      #expect(status == (isBuiltWithout ? 78 : 69))
      #expect(isBuiltWithout || text.contains("Connection refused"), "\(text)")
      #expect(text.contains("postgresql://u@127.0.0.1:1/db"), "\(text)")
      #expect(!text.contains("secret"))
    }
  }

  @Test func aLocationNeedsAPlaceOfOriginals() async throws {
    try await ProgramTests.inFolder { folder in
      let text = try await end(["--store", Self.location], status: 78, in: folder)
      #expect(text.contains("objects="), "\(text)")
      #expect(!text.contains("secret"))
    }
  }

  @Test func theConfigurationIsPrintedWithoutPassword() async throws {
    try await ProgramTests.inFolder { folder in
      let text = try await end(
        ["--store", Self.location + "?objects=/x", "--work-folder", "/w", "--print-config"],
        status: 0, in: folder)
      #expect(text.contains(#"store: "postgresql://u@127.0.0.1:1/db?objects=/x"  # --store"#))
      #expect(text.contains(#"work-folder: "/w"  # --work-folder"#))
      #expect(!text.contains("secret"))
    }
  }

  @Test func aFolderNeedsNoOtherFolder() async throws {
    try await ProgramTests.inFolder { folder in
      let text = try await end(
        ["--store", folder + "/store", "--work-folder", "/w"], status: 78, in: folder)
      #expect(text.contains("--work-folder is not possible with the folder of --store"), "\(text)")
    }
  }

  @Test func aCacheOfOriginalsNeedsAFolder() async throws {
    try await ProgramTests.inFolder { folder in
      let words = ["--store", Self.location + "?objects=/x", "--original-cache-size"]
      let text = try await end(words + ["2G"], status: 78, in: folder)
      #expect(text.contains("--original-cache-size needs --work-folder as well"), "\(text)")
      let wrong = try await end(words + ["much"], status: 64, in: folder)
      #expect(wrong.contains("--original-cache-size needs a number of bytes"), "\(wrong)")
      let off = try await end(words + ["0", "--print-config"], status: 0, in: folder)
      #expect(off.contains(#"original-cache-size: "0"  # --original-cache-size"#), "\(off)")
    }
  }
}
