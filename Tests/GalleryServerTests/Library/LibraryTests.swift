// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import HTTPTypes
import Hummingbird
import HummingbirdTesting
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
      // Links outlive pages: a deleted one, and one that never was.
      _ = try await server.send(.delete, "/api/v1/pages/\(ids[50])")
      for page in [ids[50], 9999] {
        let answer = try await server.get("/d/\(document.rawValue)?page=\(page)")
        #expect(answer.status == 200)
        let note = "<p role=\"status\">The page is no longer in this document.</p>"
        #expect(answer.text.contains(note))
        #expect(answer.text.contains("data-page=\"\(ids[0])\" data-page-missing=\"true\""))
      }
      #expect(try await server.get("/d/9999").status == 404)
    }
  }

  @Test func editsThroughForms() async throws {
    try await TestServer.run { server in
      func submit(_ path: String, _ form: String = "") async throws -> Answer {
        try await server.send(
          .post, path, [.contentType: "application/x-www-form-urlencoded"],
          bytes: Array(form.utf8))
      }
      let created = try await submit("/d", "title=A+%26+B")
      #expect(created.status == 303)
      #expect(created.headers[.location] == "/d/1")
      #expect(try await server.store.document(DocumentID(1)).title == "A & B")
      for number in 0..<3 {
        try await server.store.append(.bytes(TestImage.png(number)), to: DocumentID(1))
      }
      let ids = try await server.ids(of: DocumentID(1))
      let far = try await submit("/d/1/pages/\(ids[0])/move", "number=99")
      #expect(far.status == 422 && far.code == "invalidChange")
      #expect(
        far.json["detail"] as? String
          == "The document has 3 pages, so that a page cannot be moved to 99.")
      #expect(try await server.ids(of: DocumentID(1)) == ids)
      #expect(try await server.get("/d/1").text.contains("min=\"1\" max=\"3\" required"))
      let moved = try await submit("/d/1/pages/\(ids[0])/move", "number=3")
      #expect(moved.headers[.location] == "/d/1?page=\(ids[0])#p\(ids[0])")
      #expect(try await server.ids(of: DocumentID(1)) == [ids[1], ids[2], ids[0]])
      #expect(try await submit("/d/1/pages/\(ids[0])/rotate", "rotation=270").status == 303)
      #expect(try await server.store.page(PageID(ids[0])).rotation == .counterclockwise)
      #expect(try await submit("/d/1/pages/\(ids[0])/delete").headers[.location] == "/d/1")
      #expect(try await submit("/d/1/title", "title=C").status == 303)
      #expect(try await submit("/d/1/title", "titel=C").status == 400)
      #expect(try await server.get("/d/1").text.contains("value=\"C\" maxlength=\"500\""))
      #expect(try await submit("/d/1/pages/\(ids[0])/move", "number=0").status == 400)
      #expect(try await submit("/d/2/pages/\(ids[1])/delete").status == 404)
      #expect(try await submit("/d/1/pages/\(ids[0])/restore").status == 303)
      #expect(try await server.ids(of: DocumentID(1)) == [ids[1], ids[2], ids[0]])
      #expect(try await submit("/d/1/pages/\(ids[0])/restore").status == 404)
      #expect(try await submit("/d/1/delete").headers[.location] == "/")
      #expect(try await server.store.documents().isEmpty)
      #expect(try await submit("/d/1/restore").headers[.location] == "/d/1")
      #expect(try await server.store.documents().count == 1)
      #expect(try await submit("/d/1/restore").status == 404)
      #expect(try await server.send(.post, "/d", bytes: []).status == 415)
    }
  }
}

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

struct UploadFormTests {
  private func form(_ files: [(name: String, bytes: [UInt8])], field: String = "pages") -> [UInt8] {
    var body: [UInt8] = []
    for file in files {
      body += Array(
        """
        --X\r
        Content-Disposition: form-data; name="\(field)"; filename="\(file.name)"\r
        Content-Type: image/png\r
        \r

        """.utf8)
      body += file.bytes + Array("\r\n".utf8)
    }
    return body + Array("--X--\r\n".utf8)
  }

  private let fields: HTTPFields = [.contentType: "multipart/form-data; boundary=\"X\""]

  @Test func addsFiles() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let images = [TestImage.png(1, width: 700, height: 700), TestImage.jpeg(2), []]
      let names = ["C:\\scans\\%22Ü%22.png", "b.jpg", ""]
      let answer = try await server.send(
        .post, "/d/\(document.rawValue)/pages", fields, bytes: form(Array(zip(names, images))))
      #expect(answer.status == 303)
      let pages = try await server.store.pages(of: document)
      #expect(pages.map(\.byteCount) == [images[0].count, images[1].count])
      #expect(try await server.store.bytes(of: pages[0].id) == images[0])
      #expect(try await server.store.metadata(of: pages[0].id).fileName == "Ü.png")
    }
  }

  @Test func listsRejectedFiles() async throws {
    try await TestServer.run(configured: { $0.maximumPageByteCount = 5000 }) { server in
      let document = try await server.document()
      let long = TestImage.png(1) + [UInt8](repeating: 0, count: 5000)
      let files: [(String, [UInt8])] = [
        ("<b>.txt", Array("text".utf8)), ("a.png", TestImage.png(1)), ("long.png", long),
        ("b.png", TestImage.png(2)),
      ]
      let answer = try await server.send(
        .post, "/d/\(document.rawValue)/pages", fields, bytes: form(files))
      #expect(answer.status == 422)
      #expect(answer.text.contains("<li><bdi>&lt;b&gt;.txt</bdi>: "))
      #expect(
        answer.text.contains("<li><bdi>long.png</bdi>: The body has more than 5000 bytes.</li>"))
      #expect(try await server.store.document(document).pageCount == 2)
    }
  }

  @Test(arguments: [
    "", "--X", "--X\r\n", "--X\r\n\r\n", "--X\r\n\r\n--X--", "--Y--\r\n", "no form",
    "--X\r\nContent-Disposition: form-data; name=\"other\"; filename=\"a\"\r\n\r\na\r\n--X--",
    "--X\r\nContent-Disposition: form-data; name=\"pages\"\r\n\r\na\r\n--X--",
    "--X\r\nContent-Disposition: form-data; name=\"pages\"; filename=\"a\"\r\n\r\nabc",
  ])
  func rejectsBrokenForms(body: String) async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let answer = try await server.send(
        .post, "/d/\(document.rawValue)/pages", fields, bytes: Array(body.utf8))
      #expect((400..<500).contains(answer.status))
      #expect(try await server.store.document(document).pageCount == 0)
    }
  }

  @Test func describesAFewRejectedFilesAndCountsTheRest() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let texts = (1...50).map { ("\($0).txt", Array("text".utf8)) }
      let answer = try await server.send(
        .post, "/d/\(document.rawValue)/pages", fields,
        bytes: form(texts + [("a.png", TestImage.png(1))]))
      #expect(answer.status == 422)
      #expect(answer.text.components(separatedBy: ".txt</bdi>: ").count == 21)
      #expect(answer.text.contains("<p>And 30 more.</p>"))
      #expect(answer.text.contains("<p>Added: 1. Not added: 50.</p>"))
    }
  }

  @Test func aFormThatEndsEarlyTellsWhatItHasAdded() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let whole = form([1, 2, 3].map { ("\($0).png", TestImage.png($0)) })
      let answer = try await server.send(
        .post, "/d/\(document.rawValue)/pages", fields, bytes: Array(whole.dropLast(30)))
      #expect(answer.status == 400 && answer.code == "malformed")
      #expect(answer.json["added"] as? Int == 2)
      let detail = "The form ends within a part. 2 pages before it were added."
      #expect(answer.json["detail"] as? String == detail)
      #expect(try await server.store.document(document).pageCount == 2)
    }
  }

  @Test func rejectsNULInFileNames() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let answer = try await server.send(
        .post, "/d/\(document.rawValue)/pages", fields,
        bytes: form([("a\u{0}.png", TestImage.png(1))]))
      #expect(answer.status == 400)
      #expect(try await server.store.document(document).pageCount == 0)
    }
  }

  @Test func needsABoundary() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      for type in ["text/plain", "multipart/form-data", "multipart/form-data; boundary="] {
        let answer = try await server.send(
          .post, "/d/\(document.rawValue)/pages", [.contentType: type], bytes: form([]))
        #expect(answer.status == 415)
      }
    }
  }

  @Test func aReadOnlyStoreHasNoForms() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 2)
      let trashed = try await server.document()
      try await server.store.deleteDocument(trashed)
      let reader = try await PageStore.open(
        at: server.store.path, configuration: PageStoreConfiguration(access: .readOnly))
      let path = "/d/\(document.rawValue)"
      for path in ["/", path, "/trash", path + "/trash"] {
        let application = Application(
          responder: GalleryServer(store: reader).responder(context: GalleryRequestContext.self))
        try await application.test(.router) { client in
          let text = try await TestServer(store: reader, client: client).get(path).text
          #expect(text.contains("</html>"))
          #expect(!text.contains("data-can-edit=\"true\"") && !text.contains("method=\"post\""))
        }
      }
      await reader.close()
    }
  }
}
