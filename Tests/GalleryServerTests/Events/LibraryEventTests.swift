// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import HummingbirdTesting
import PageStorage
import Testing

@testable import GalleryServer

/// The stream of the changes of all documents.
struct LibraryEventTests {
  private func request(_ query: String = "", _ fields: String = "") -> String {
    "GET /api/v1/events\(query) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
  }

  @Test func reportsEveryKindOfChange() async throws {
    try await TestServer.run(.live) { server in
      let old = try await server.document("Old")
      let version = try await server.store.version()
      let port = try #require(server.client.port)
      var (isChanged, all) = (false, "")
      try await RawConnection.follow(request(), to: port) { received in
        all = received
        if received.contains("retry: 2000"), !isChanged {
          isChanged = true
          let new = try await server.document("New", pages: 1)
          try await server.store.updateDocument(new, title: "Newer")
          try await server.store.deleteDocument(new)
          try await server.store.restoreDocument(new)
        }
        return received.contains("\"restored\"")
      }
      #expect(all.contains("\r\nX-Accel-Buffering: no\r\n"))
      let kinds = all.split(separator: "\"kind\":\"").dropFirst().map { $0.prefix { $0 != "\"" } }
      #expect(kinds == ["created", "pagesChanged", "renamed", "trashed", "restored"])
      let ids = all.split(separator: "id: ").dropFirst().compactMap {
        Int($0.prefix { $0 != "\n" })
      }
      // The first one is that of the opening, from which a client resumes.
      #expect(ids == ids.sorted() && ids.count == 6 && ids[0] == version && ids[1] > version)
      #expect(all.contains("event: change\ndata: {\"document\":\(old.rawValue + 1),"))
      #expect(all.contains("\"kind\":\"pagesChanged\",\"revision\":1,"))
    }
  }

  @Test func continuesTheListOfDocuments() async throws {
    try await TestServer.run { server in
      _ = try await server.document("Old")
      let list = try await server.get("/api/v1/documents")
      #expect(try await list.json["version"] as? Int == server.store.version())
      _ = try await server.document("New")
      let later = try await server.get("/api/v1/documents")
      #expect(try await later.json["version"] as? Int == server.store.version())
      #expect(list.json["version"] as? Int != later.json["version"] as? Int)
    }
  }

  @Test func resumesWithoutGaps() async throws {
    try await TestServer.run(.live) { server in
      let version = try await server.store.version()
      for number in 0..<300 { _ = try await server.document("\(number)") }
      let last = try await server.store.version()
      let port = try #require(server.client.port)
      for text in [
        request("?after=\(version)"), request("?after=0", "Last-Event-ID: \(version)\r\n"),
      ] {
        var all = ""
        try await RawConnection.follow(text, to: port) { received in
          all = received
          return received.contains("\"version\":\(last)}")
        }
        // More than the log returns at a time.
        #expect(all.split(separator: "\"kind\":\"created\"").count == 301)
      }
    }
  }

  @Test func resetsClientsThatKnowAnotherStore() async throws {
    try await TestServer.run(.live) { server in
      _ = try await server.document()
      let version = try await server.store.version()
      let port = try #require(server.client.port)
      try await RawConnection.follow(request("?after=999"), to: port) { received in
        received.contains(
          "id: \(version)\nevent: reset\ndata: {\"version\":\(version)}\n\n")
      }
    }
  }

  @Test func rejectsBadVersions() async throws {
    try await TestServer.run { server in
      let query = try await server.get("/api/v1/events?after=x")
      let field = try await server.get("/api/v1/events", [.lastEventID: "a"])
      #expect(query.status == 400 && field.status == 400)
    }
  }

  @Test func answersHead() async throws {
    try await TestServer.run { server in
      let head = try await server.send(.head, "/api/v1/events")
      #expect(head.status == 200)
      #expect(head.headers[.contentType] == "text/event-stream")
    }
  }
}
