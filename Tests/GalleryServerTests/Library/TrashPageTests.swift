// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

struct TrashPageTests {
  @Test func showsDocumentsWithFormsThatRestoreThem() async throws {
    try await TestServer.run { server in
      #expect(try await server.get("/").text.contains(" href=\"/trash\""))
      #expect(try await server.get("/trash").text.contains("The trash is empty."))
      let document = try await server.document("A <b>", pages: 2)
      try await server.store.deleteDocument(document)
      let page = try await server.get("/trash").text
      #expect(
        page.contains(
          "<strong><bdi>A &lt;b&gt;</bdi></strong>, 2 pages, deleted <time datetime=\"20"))
      #expect(page.contains("<form method=\"post\" action=\"/d/\(document.rawValue)/restore\">"))
      #expect(!page.contains("The trash is empty."))
    }
  }

  @Test func continues() async throws {
    try await TestServer.run { server in
      for number in 1...61 {
        try await server.store.deleteDocument(try await server.document("a\(number)"))
      }
      let first = try await server.get("/trash").text
      let next = try #require(first.firstMatch(of: /href="(\/trash\?after=[^"]+)" rel="next"/)?.1)
      let second = try await server.get(String(next)).text
      #expect(
        second.contains("<strong><bdi>a1</bdi></strong>, ") && !second.contains("rel=\"next\""))
    }
  }

  @Test func showsPagesOfADocument() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 2)
      let id = try await server.ids(of: document)[0]
      let path = "/d/\(document.rawValue)"
      #expect(try await server.get(path).text.contains(" href=\"\(path)/trash\""))
      #expect(try await server.get(path + "/trash").text.contains("The trash is empty."))
      _ = try await server.send(.delete, "/api/v1/pages/\(id)")
      let page = try await server.get(path + "/trash").text
      #expect(page.contains("<p>Former page 1, deleted "))
      #expect(page.contains("<form method=\"post\" action=\"\(path)/pages/\(id)/restore\">"))
      let source = try #require(page.firstMatch(of: /<img src="([^"]+)"/)?.1)
      #expect(try await server.get(String(source)).status == 200)
      #expect(try await server.get("/d/99/trash").status == 404)
    }
  }

  @Test func continuesWithPages() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let image = PageInput.bytes(TestImage.png(1))
      _ = await server.store.ingest(Array(repeating: image, count: 101), into: document)
      let ids = try await server.ids(of: document)
      try await server.store.apply(
        StoreChangeset(deletions: Array(0..<101)), to: document)
      let path = "/d/\(document.rawValue)/trash"
      let first = try await server.get(path).text
      let next = try #require(first.firstMatch(of: /href="([^"]+\?after=[^"]+)" rel="next"/)?.1)
      let second = try await server.get(String(next)).text
      #expect(second.contains("<li id=\"p\(ids[0])\">") && !second.contains("rel=\"next\""))
      #expect(first.matches(of: /<li id="p/).count == 100)
    }
  }

  @Test func offersNothingToReaders() async throws {
    let tokens = try TestTokens()
    let reader = TestTokens.bearer(try tokens.add())
    try await TestServer.run(configured: { $0.authorizer = tokens.authorizer() }) { server in
      let document = try await server.document("Lease", pages: 1)
      try await server.store.deleteDocument(document)
      let page = try await server.get("/trash", reader).text
      #expect(page.contains("Lease") && !page.contains("<form"))
    }
  }
}
