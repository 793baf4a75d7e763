// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import PageStorage
import Testing

@testable import GalleryServer

/// Tests of the commands on tokens, and of servers with tokens.
struct TokenProgramTests {
  /// Runs a command, and returns its output.
  private func run(
    _ words: [String], environment: [String: String] = [:], in folder: String, status: Int32 = 0
  ) async throws -> String {
    let program = ServerChild.program
    let child = try ChildProcess(
      [program, "token"] + words, printingInto: folder, environment: environment)
    await child.waitUntilExit()
    #expect(child.process.terminationStatus == status, "\(words)")
    return try child.text()
  }

  private func get(_ path: String, _ token: String? = nil, port: Int) async throws -> String {
    let field = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    return try await RawConnection.send(
      "GET \(path) HTTP/1.1\r\nHost: gallery.example\r\n\(field)\r\n", to: port)
  }

  @Test func findsTheStoreInTheEnvironment() async throws {
    try await ProgramTests.inFolder { folder in
      let store = folder + "/store"
      _ = try await run(["add", "--store", store, "--label", "scanner"], in: folder)
      let environment = ["PAGE_GALLERY_STORE": store]
      let text = try await run(["list"], environment: environment, in: folder)
      #expect(text.contains("scanner"))
      let none = ["PAGE_GALLERY_STORE": ""]
      #expect(try await run(["list"], environment: none, in: folder, status: 64).isEmpty)
    }
  }

  @Test func copiesTokensToAnotherStore() async throws {
    try await ProgramTests.inFolder { folder in
      let (store, copy) = (folder + "/store", folder + "/copy")
      _ = try await run(["add", "--store", store, "--label", "scanner"], in: folder)
      #expect(try await run(["copy", "--store", store, copy], in: folder, status: 66).isEmpty)
      _ = try await PageStore.open(at: copy).close()
      let text = try await run(["copy", "--store", store, copy], in: folder)
      #expect(text == "1 added, 0 revoked\n")
      #expect(try await run(["list", "--store", copy], in: folder).contains("scanner"))
      let json = try await run(["copy", "--json", "--store", store, copy], in: folder)
      #expect(json == #"{"added":0,"notCopied":0,"revoked":0}"# + "\n")
      // A store whose first token is another one.
      let other = folder + "/other"
      _ = try await run(["add", "--store", other, "--label", "own"], in: folder)
      let refused = try await run(["copy", "--store", store, other], in: folder, status: 65)
      #expect(refused.contains("0 added"))
    }
  }

  @Test func addsListsAndRevokes() async throws {
    try await ProgramTests.inFolder { folder in
      let store = folder + "/store"
      // The first token creates the store.
      let text = try await run(
        ["add", "--store", store, "--scope", "write", "--label", "scanner in room 4"], in: folder)
      let token = try #require(text.wholeMatch(of: /(pgt_[0-9a-f]{64})\n/)?.1)
      // Other machines may reach the server now.
      let server = try ServerChild(["--store", store], listen: "0.0.0.0:0", in: folder)
      defer { server.child.signal(SIGTERM) }
      let port = try await server.port()
      let path = "/api/v1/documents"
      #expect(try await get(path, port: port).hasPrefix("HTTP/1.1 401"))
      #expect(try await get(path, String(token), port: port).hasPrefix("HTTP/1.1 200"))
      // A running server knows a new token, and forgets a revoked one.
      let json = try await run(
        ["add", "--store", store, "--expires", "30d", "--json"], in: folder)
      let added = try #require(
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      #expect(added["id"] as? Int == 2)
      #expect(added["scope"] as? String == "read")
      #expect(added["expires"] is String)
      let second = try #require(added["token"] as? String)
      #expect(try await get(path, second, port: port).hasPrefix("HTTP/1.1 200"))
      #expect(try await run(["revoke", "--store", store, "1"], in: folder) == "revoked token 1\n")
      #expect(try await get(path, String(token), port: port).hasPrefix("HTTP/1.1 401"))
      #expect(try await get(path, second, port: port).hasPrefix("HTTP/1.1 200"))
      let list = try await run(["list", "--store", store], in: folder)
      let lines = list.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines[0].hasPrefix("1  write  all documents  revoked 20"))
      #expect(lines[0].hasSuffix("scanner in room 4"))
      #expect(lines[1].hasPrefix("2  read   all documents  expires 20"))
      #expect(!list.contains("pgt_"))
      let records = try await run(["list", "--store", store, "--json"], in: folder)
      #expect(records.contains("\"isValid\":false"))
      #expect(!records.contains("\"token\""))
    }
  }

  @Test func reportsMistakes() async throws {
    try await ProgramTests.inFolder { folder in
      let store = folder + "/store"
      for words in [["list"], ["revoke", "1"]] {
        #expect(
          try await run(words + ["--store", store], in: folder, status: 66).isEmpty)
      }
      #expect(!FileManager.default.fileExists(atPath: store))
      for words in [
        ["--scope", "all"], ["--expires", "soon"], ["--expires", "0d"], ["--label", "a\u{1B}[2J"],
        ["--document", "-1"],
      ] {
        _ = try await run(["add", "--store", store] + words, in: folder, status: 64)
      }
      _ = try await run(["add", "--store", store, "--document", "7"], in: folder, status: 66)
      _ = try await run(["revoke", "--store", store, "1"], in: folder, status: 66)
    }
  }

  @Test(
    .enabled(
      if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func namesAFolderWithoutPermission() async throws {
    try await ProgramTests.inFolder { folder in
      let store = folder + "/store"
      _ = try await run(["add", "--store", store], in: folder)
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: store)
      defer {
        try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: store)
      }
      let program = URL(fileURLWithPath: ChildProcess.storeChild).deletingLastPathComponent()
        .appendingPathComponent("gallery-server").path
      // The superuser may use every folder.
      let user = geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"] : []
      for words in [["list"], ["add"], ["revoke", "1"]] {
        let shell = ["/bin/sh", "-c", #"exec "$0" "$@" 2>&1"#]
        let child = try ChildProcess(
          shell + user + [program, "token"] + words + ["--store", store], printingInto: folder)
        await child.waitUntilExit()
        let text = try child.text()
        #expect(child.process.terminationStatus == 77, "\(words)")
        #expect(text.hasPrefix("gallery-server: permission denied: \(store); run this"), "\(text)")
      }
    }
  }

  @Test func neverOpensWithDamagedOrEndedTokens() async throws {
    try await ProgramTests.inFolder { folder in
      let store = folder + "/store"
      _ = try await run(["add", "--store", store], in: folder)
      _ = try await run(["revoke", "--store", store, "1"], in: folder)
      let other = try ServerChild(["--store", store], listen: "0.0.0.0:0", in: folder)
      await other.child.waitUntilExit()
      #expect(other.child.process.terminationStatus == 78)
      try Data("text".utf8).write(to: URL(fileURLWithPath: store + "/access.sqlite"))
      for words in [["--store", store], ["--store", store, "--insecure"]] {
        let server = try ServerChild(words, in: folder)
        await server.child.waitUntilExit()
        #expect(server.child.process.terminationStatus == 65)
        #expect(try server.child.text().isEmpty)
      }
      _ = try await run(["list", "--store", store], in: folder, status: 65)
    }
  }
}
