// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// A document one of whose pages has a damaged row in the catalog.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")))
struct DamagedRowTests {
  /// Runs a test of a document with three pages, the second of which is damaged.
  private func run(_ body: @Sendable (_ server: TestServer, _ path: String) async throws -> Void)
    async throws
  {
    try await TestServer.run { server in
      let document = try await server.document(pages: 3)
      try await damagePage(of: server)
      try await body(server, "/api/v1/documents/\(document.rawValue)")
    }
  }

  private func damagePage(of server: TestServer) async throws {
    #if PostgreSQL
      if TestStores.areServed {
        let schema = try await TestStores.schema(of: server.folder)
        try await schema.run("UPDATE page SET content_version = 9 WHERE id = 2")
        return
      }
    #endif
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    process.arguments = [
      server.folder + "/catalogue.sqlite", "UPDATE page SET contentVersion = 9 WHERE id = 2",
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func theOthersAreListed() async throws {
    try await run { server, path in
      let list = try await server.get("\(path)/pages")
      #expect(list.status == 200 && list.list("ids", of: UInt64.self) == [1, 2, 3])
      #expect(list.list("damaged", of: Int.self) == [1])
      #expect(try await server.get("\(path)/columns").status == 200)
      let part = try await server.get("\(path)/pages?from=0&limit=2")
      #expect(part.status == 200 && part.list("damaged", of: UInt64.self) == [2])
      let pages = part.json["pages"] as? [[String: Any]]
      #expect(pages?.compactMap { $0["id"] as? UInt64 } == [1])
      #expect((part.json["next"] as? String)?.hasSuffix("from=2&limit=2") == true)
      let sound = try await server.get("\(path)/pages?from=2&limit=2")
      #expect(sound.status == 200 && sound.json["damaged"] == nil)
    }
  }

  @Test func itsChangesAreTold() async throws {
    try await run { server, path in
      let changes = try await server.get("\(path)/changes?after=0")
      #expect(changes.status == 200, "\(changes.json)")
    }
  }

  @Test func itsPageShowsTheOthers() async throws {
    try await run { server, _ in
      let html = try await server.get("/d/1")
      let text = String(decoding: html.bytes, as: UTF8.self)
      #expect(html.status == 200)
      #expect(text.contains("Page 2, cannot be read") && text.contains(">Page 3<"))
    }
  }

  @Test func itselfIsAnError() async throws {
    try await run { server, _ in
      let page = try await server.get("/api/v1/pages/2")
      #expect(page.status == 500 && page.code == "corrupted")
      #expect(try await server.get("/api/v1/pages/3").status == 200)
    }
  }
}
