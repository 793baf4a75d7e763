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
      let place = "-of-\(document.rawValue)"
      for (path, place) in [(list, ""), (list + "?from=1&limit=1", ""), (page, place)] {
        #expect(try await server.get(path).headers[.eTag] == "\"r3\(place)\"", "\(path)")
      }
      try await server.store.markDamaged([pages[1].digest: "the image ends early"])
      for (path, place) in [(list, ""), (list + "?from=1&limit=1", ""), (page, place)] {
        let answer = try await server.get(path, [.ifNoneMatch: "\"r3\(place)\""])
        #expect(answer.status == 200, "\(path)")
        let tag = try #require(answer.headers[.eTag])
        #expect(tag.hasPrefix("\"r3\(place)-damaged-"))
        let same = try await server.get(path, [.ifNoneMatch: tag])
        #expect(same.status == 304 && same.headers[.eTag] == tag && same.bytes.isEmpty)
      }
      #expect(try await server.get(list).list("damaged", of: Int.self) == [1])
      // What does not state the damage is as before.
      for (path, place) in [
        (list + "?from=2", ""), ("/api/v1/pages/\(pages[0].id.rawValue)", place),
      ] {
        let answer = try await server.get(path, [.ifNoneMatch: "\"r3\(place)\""])
        #expect(answer.status == 304, "\(path)")
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
      ("\"r-damaged-1f2e3d4c\"", nil), ("\"r017\"", nil), ("\"r17-of-5\"", 17),
      ("\"r17-of-\"", nil),
      ("\"r17-of-5-damaged-1f2e3d4c\"", 17), ("\"r17-of-05\"", nil),
      ("\"r17-damaged-1f2e3d4c-of-5\"", nil),
    ] as [(String, Int?)])
  func readsTheRevision(tag: String, revision: Int?) {
    #expect(PagesTag.parts(of: tag[...])?.revision == revision)
  }

  /// A page that was split off meets the revision of its earlier document again.
  @Test func aPageInAnotherDocumentHasAnotherTag() async throws {
    try await TestServer.run { server in
      let first = try await server.document(pages: 3)
      let page = try await server.ids(of: first)[2]
      let path = "/api/v1/pages/\(page)"
      let old = try await server.get(path).headers[.eTag]
      #expect(old == "\"r3-of-\(first.rawValue)\"")
      let second = try await server.store.split(first, at: 2, title: "")
      while try await server.store.document(second.id).revision < 3 {
        try await server.store.rotate(PageID(page), by: .clockwise)
      }
      let answer = try await server.get(path, [.ifNoneMatch: try #require(old)])
      #expect(answer.status == 200 && answer.headers[.eTag] == "\"r3-of-\(second.id.rawValue)\"")
      for (tag, status) in [(old, 412), (answer.headers[.eTag], 200)] {
        let edit = try await server.send(
          .patch, path, [.ifMatch: tag ?? ""], json: "{\"rotation\": 90}")
        #expect(edit.status == status)
      }
      let changes = "/api/v1/documents/\(second.id.rawValue)/changes"
      for (place, status) in [(first, 412), (second.id, 200)] {
        let change = try await server.send(
          .post, changes, [.ifMatch: "\"r4-of-\(place.rawValue)\""], json: "{\"deletions\": [0]}")
        #expect(change.status == status)
      }
    }
  }
}
