// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

struct LibraryTests {
  @Test func showsDocuments() async throws {
    try await TestServer.run { server in
      let hostile = "<script>alert('1')</script>\""
      let document = try await server.document(hostile, pages: 1)
      let answer = try await server.get("/?q=%3Cscript")
      #expect(answer.status == 200)
      #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
      #expect(answer.headers[.cacheControl] == "no-cache")
      let policy = try #require(answer.headers[.contentSecurityPolicy])
      #expect(
        policy
          == "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
          + "img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; "
          + "frame-ancestors 'none'")
      #expect(!answer.text.contains("<script>"))
      #expect(answer.text.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;"))
      #expect(answer.text.contains("value=\"&lt;script\""))
      let page = try await server.store.pages(of: document)[0]
      let source = "/t/\(page.id.rawValue)/\(page.key)/"
      let image = "<img src=\"\(source)e480.jpg\" srcset=\"\(source)e800.jpg 2x\" alt=\"\" "
      #expect(answer.text.contains(image + "width=\"227\" height=\"340\" loading=\"lazy\""))
    }
  }

  @Test func tellsTheScriptsWhatTheyNeed() async throws {
    try await TestServer.run(configured: { $0.root = "/archive" }) { server in
      _ = try await server.document("Lease", pages: 1)
      let text = try await server.get("/archive/").text
      let folder = ViewerBundle.shared.folder(root: "/archive")
      let version = try await server.get("/archive/api/v1/documents").json["version"] as? Int
      #expect(
        text.contains(
          "<body data-view=\"library\" data-root=\"/archive\" data-assets=\"\(folder)\" "
            + "data-can-edit=\"true\" data-version=\"\(try #require(version))\">"))
      #expect(text.contains("<link rel=\"stylesheet\" href=\"\(folder)styles/tokens.css\">"))
      #expect(text.contains("<script type=\"module\" src=\"\(folder)library.js\"></script>"))
      #expect(text.contains("<link rel=\"modulepreload\" href=\"\(folder)shared/document.js\">"))
      #expect(text.contains("<li class=\"cover\" data-document=\"1\" data-revision=\"1\">"))
      // All attributes with styles or code would break the content security policy.
      #expect(!text.contains(" style=\"") && text.firstMatch(of: #/ on[a-z]+="/#) == nil)
    }
  }

  @Test func aGalleryGetsItsDocument() async throws {
    try await TestServer.run { server in
      let document = try await server.document("A \"B\"", pages: 3)
      let pages = try await server.store.pages(of: document)
      let path = "/d/\(document.rawValue)"
      let opened = [
        ("", pages[0]), ("?page=\(pages[2].id.rawValue)", pages[2]), ("?from=1", pages[1]),
      ]
      for (query, page) in opened {
        let text = try await server.get(path + query).text
        let folder = ViewerBundle.shared.folder(root: "")
        #expect(
          text.contains(
            "<body data-view=\"document\" data-root=\"\" data-assets=\"\(folder)\" "
              + "data-document=\"\(document.rawValue)\" data-revision=\"3\" "
              + "data-title=\"A &quot;B&quot;\" data-can-edit=\"true\" "
              + "data-signed-in=\"false\" data-page=\"\(page.id.rawValue)\">"))
        let list = "/api/v1/documents/\(document.rawValue)/columns"
        #expect(text.contains("<link rel=\"preload\" as=\"fetch\" crossorigin href=\"\(list)\">"))
        let image = "/t/\(page.id.rawValue)/\(page.key)/e800.jpg"
        #expect(text.contains("<link rel=\"preload\" as=\"image\" href=\"\(image)\""))
        #expect(text.contains("<div class=\"plain\">"))
        let forms = text.split(separator: "<details class=\"forms\">").dropLast()
        let areText = !forms.isEmpty && forms.allSatisfy { $0.hasSuffix("<noscript>") }
        #expect(areText, "the browser would read them before the viewer starts")
        let early = "<script type=\"module\" async src=\"\(folder)document.js\"></script>"
        let body = try #require(text.firstRange(of: "<body"))
        #expect(text[body.lowerBound...].contains(early), "it reads the attributes of the body")
      }
      let empty = try await server.document("Empty").rawValue
      let text = try await server.get("/d/\(empty)").text
      #expect(!text.contains("data-page=") && !text.contains("as=\"image\""))
      #expect(text.contains("<p class=\"empty\">There are no pages.</p>"))
    }
  }

  @Test func showsNoEditsToReaders() async throws {
    let tokens = try TestTokens()
    let reader = TestTokens.bearer(try tokens.add())
    try await TestServer.run(configured: { $0.authorizer = tokens.authorizer() }) { server in
      let document = try await server.document("Lease", pages: 1)
      for path in ["/", "/d/\(document.rawValue)"] {
        let text = try await server.get(path, reader).text
        #expect(text.contains("data-can-edit=\"false\""))
        #expect(!text.contains("method=\"post\"") && !text.contains("data-action=\"new\""))
        #expect(!text.contains("data-action=\"more\""))
      }
    }
  }

  @Test func continuesTheLibrary() async throws {
    try await TestServer.run { server in
      for number in 1...61 { _ = try await server.document("a&\(number)") }
      _ = try await server.document("another")
      let first = try await server.get("/?q=a%26")
      #expect(first.text.contains(">a&amp;61<") && !first.text.contains(">another<"))
      #expect(first.text.contains("<a href=\"/?after=newest.2&amp;q=a%26\" rel=\"next\">"))
      let second = try await server.get("/?after=newest.2&q=a%26")
      let title = "<bdi class=\"cover-title\" data-part=\"title\">a&amp;1</bdi>"
      #expect(second.text.contains(title))
      #expect(!second.text.contains("rel=\"next\""))
    }
  }

  @Test func showsPages() async throws {
    try await TestServer.run { server in
      let document = try await server.document("", pages: 102)
      let ids = try await server.ids(of: document)
      let first = try await server.get("/d/\(document.rawValue)")
      #expect(first.text.contains("<h1><bdi>Untitled</bdi></h1>"))
      #expect(first.text.contains("<li id=\"p\(ids[99])\">"))
      #expect(!first.text.contains("<li id=\"p\(ids[100])\">"))
      #expect(first.text.contains("?from=100\" rel=\"next\""))
      let there = try await server.get("/d/\(document.rawValue)?page=\(ids[101])")
      #expect(there.text.contains("<ol class=\"pages\" start=\"102\""))
      #expect(there.text.contains("?from=1\" rel=\"prev\""))
      #expect(!first.text.contains("rel=\"prev\""))
      // Links outlive pages, and are mistyped: a deleted one, one that never was, and what is no number.
      _ = try await server.send(.delete, "/api/v1/pages/\(ids[50])")
      for page in ["\(ids[50])", "9999", "x", "", "-1", "01", "1.0", "9007199254740992"] {
        let answer = try await server.get("/d/\(document.rawValue)?page=\(page)")
        #expect(answer.status == 200)
        let note = "<p role=\"status\">The page is no longer in this document.</p>"
        #expect(answer.text.contains(note))
        #expect(answer.text.contains("data-page=\"\(ids[0])\" data-page-missing=\"true\""))
      }
      #expect(try await server.get("/d/9999").status == 404)
    }
  }
}
