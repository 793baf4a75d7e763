// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import PageStorage
import Testing

@testable import GalleryServer

struct LibraryFormTests {
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
      #expect(moved.headers[.location] == "/d/1#p\(ids[0])")
      #expect(try await server.ids(of: DocumentID(1)) == [ids[1], ids[2], ids[0]])
      #expect(try await submit("/d/1/pages/\(ids[0])/rotate", "rotation=270").status == 303)
      #expect(try await server.store.page(PageID(ids[0])).rotation == .counterclockwise)
      #expect(try await submit("/d/1/pages/\(ids[0])/delete").headers[.location] == "/d/1")
      #expect(try await submit("/d/1/title", "title=C").status == 303)
      #expect(try await submit("/d/1/title", "titel=C").status == 400)
      #expect(try await submit("/d/1/title").status == 400)
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

  /// The list shows the page among those around it.
  @Test func anEditReturnsToThePartOfThePage() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 102)
      let ids = try await server.ids(of: document)
      let path = "/d/\(document.rawValue)"
      for (index, place) in [(3, ""), (99, ""), (100, "?from=100"), (101, "?from=100")] {
        let answer = try await server.send(
          .post, "\(path)/pages/\(ids[index])/rotate",
          [.contentType: "application/x-www-form-urlencoded"], bytes: Array("rotation=90".utf8))
        #expect(answer.headers[.location] == "\(path)\(place)#p\(ids[index])")
        let list = try await server.get(path + place).text
        #expect(list.contains("<li id=\"p\(ids[index])\">"))
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
          let text = try await TestServer(store: reader, client: client, folder: server.folder).get(
            path
          ).text
          #expect(text.contains("</html>"))
          #expect(!text.contains("data-can-edit=\"true\"") && !text.contains("method=\"post\""))
        }
      }
      await reader.close()
    }
  }
}
