// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// The validators of pages whose damage is found without an edit.
struct DamageTagTests {
  @Test func newDamageIsNotHidden() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 3)
      let pages = try await server.store.pages(of: document)
      let list = "/api/v1/documents/\(document.rawValue)/pages"
      let page = "/api/v1/pages/\(pages[1].id.rawValue)"
      for path in [list, list + "?from=1&limit=1", page] {
        #expect(try await server.get(path).headers[.eTag] == "\"r3\"", "\(path)")
      }
      try await server.store.markDamaged([pages[1].digest: "the image ends early"])
      for path in [list, list + "?from=1&limit=1", page] {
        let answer = try await server.get(path, [.ifNoneMatch: "\"r3\""])
        #expect(answer.status == 200, "\(path)")
        let tag = try #require(answer.headers[.eTag])
        #expect(tag.hasPrefix("\"r3-damaged-"))
        let same = try await server.get(path, [.ifNoneMatch: tag])
        #expect(same.status == 304 && same.headers[.eTag] == tag && same.bytes.isEmpty)
      }
      #expect(try await server.get(list).list("damaged", of: Int.self) == [1])
      // What does not state the damage is as before.
      for path in [list + "?from=2", "/api/v1/pages/\(pages[0].id.rawValue)"] {
        #expect(try await server.get(path, [.ifNoneMatch: "\"r3\""]).status == 304, "\(path)")
      }
      let first = try await server.get(list).headers[.eTag]
      try await server.store.markDamaged([pages[2].digest: "the image ends early"])
      #expect(try await server.get(list).headers[.eTag] != first)
    }
  }

  @Test func editsDependOnTheRevisionOnly() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 2)
      let pages = try await server.store.pages(of: document)
      try await server.store.markDamaged([pages[0].digest: "the image ends early"])
      let list = "/api/v1/documents/\(document.rawValue)/pages"
      let page = "/api/v1/pages/\(pages[1].id.rawValue)"
      func rotate(_ tag: String?) async throws -> Int {
        try await server.send(
          .patch, page, [.ifMatch: tag ?? ""], json: "{\"rotation\": 90}"
        ).status
      }
      #expect(try await rotate("\"r2\"") == 200)
      #expect(try await rotate(try await server.get(list).headers[.eTag]) == 200)
      #expect(try await rotate("\"r2-damaged-00000000\"") == 412)
      let change = try await server.send(
        .post, "/api/v1/documents/\(document.rawValue)/changes",
        [.ifMatch: try await server.get(list).headers[.eTag] ?? ""], json: "{\"deletions\": [0]}")
      #expect(change.status == 200)
    }
  }

  @Test(
    arguments: [
      ("\"r17\"", 17), ("\"r17-damaged-1f2e3d4c\"", 17), ("\"r0\"", 0), ("\"r17-damaged-\"", nil),
      ("\"r17-1f2e3d4c5b6a7988\"", nil), ("\"r\"", nil), ("\"17\"", nil), ("\"\"", nil),
      ("\"r-damaged-1f2e3d4c\"", nil), ("\"r017\"", nil),
    ] as [(String, Int?)])
  func readsTheRevision(tag: String, revision: Int?) {
    #expect(PagesTag.revision(of: tag[...]) == revision)
  }
}
