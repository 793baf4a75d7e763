// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
import HTTPTypes
import HummingbirdTesting
import PageStorage
import Testing

@testable import GalleryServer

struct EventTests {
  private func request(_ document: DocumentID, _ query: String = "", _ fields: String = "")
    -> String
  {
    "GET /api/v1/documents/\(document.rawValue)/events\(query) HTTP/1.1\r\nHost: localhost\r\n"
      + "\(fields)\r\n"
  }

  @Test(arguments: [false, true]) func resumesAndFollows(isGuarded: Bool) async throws {
    try await TestServer.run(.live, isGuarded: isGuarded) { server in
      let document = try await server.document("Lease", pages: 2)
      let page = PageID(try await server.ids(of: document)[0])
      let port = try #require(server.client.port)
      var (isChanged, all) = (false, "")
      try await RawConnection.follow(request(document, "?after=1"), to: port) { received in
        all = received
        if received.contains("id: 2\n"), !isChanged {
          isChanged = true
          try await server.store.rotate(page, by: .clockwise)
          try await server.store.updateDocument(document, title: "Deed")
        }
        return received.contains("id: 3\n") && received.contains("\"Deed\"")
      }
      #expect(all.contains("\r\nX-Accel-Buffering: no\r\n"))
      #expect(all.contains("\r\nCache-Control: no-store, no-transform\r\n"))
      #expect(all.contains("retry: 2000\nid: 1\n\n"))
      #expect(all.contains("event: document\ndata: {\"isTrashed\":false,\"title\":\"Lease\"}\n\n"))
      #expect(all.contains("id: 2\nevent: change\ndata: {\"insertions\":[{\"at\":1,"))
      #expect(all.contains("\"replacements\":[{\"at\":0,"))
      #expect(all.contains("event: document\ndata: {\"isTrashed\":false,\"title\":\"Deed\"}\n\n"))
      #expect(!all.contains("id: 1\nevent"))
    }
  }

  @Test func prefersTheLastEventID() async throws {
    try await TestServer.run(.live) { server in
      let document = try await server.document(pages: 3)
      let port = try #require(server.client.port)
      let text = request(document, "?after=0", "Last-Event-ID: 2\r\n")
      try await RawConnection.follow(text, to: port) { received in
        #expect(!received.contains("id: 1\n"))
        return received.contains("id: 3\n")
      }
    }
  }

  @Test func resetsClientsThatAreTooFarBehind() async throws {
    try await TestServer.run(.live) { server in
      let document = try await server.document(pages: 1)
      let port = try #require(server.client.port)
      try await RawConnection.follow(request(document, "?after=99"), to: port) { received in
        received.contains("id: 1\nevent: reset\ndata: {\"revision\":1}\n\n")
      }
    }
  }

  @Test func endsWithTheDocument() async throws {
    try await TestServer.run(.live) { server in
      let document = try await server.document()
      let port = try #require(server.client.port)
      var (isDeleted, all) = (false, "")
      try await RawConnection.follow(request(document), to: port) { received in
        all = received
        if received.contains("event: document"), !isDeleted {
          isDeleted = true
          try await server.store.deleteDocument(document)
        }
        return received.hasSuffix("0\r\n\r\n")
      }
      let events = all.components(separatedBy: "event: ").suffix(2)
      #expect(events.first?.hasPrefix("document\ndata: {\"isTrashed\":true,") == true)
      #expect(events.last?.hasPrefix("gone\n") == true)
      let path = "/api/v1/documents/\(document.rawValue)/events"
      let later = try await server.get(path)
      #expect(later.status == 204)
      _ = try await server.store.purge(deletedBefore: .distantFuture)
      #expect(try await server.get(path + "?after=0").status == 204)
      #expect(try await server.get(path, [.lastEventID: "3"]).status == 204)
      #expect(try await server.get(path).status == 404)
      #expect(try await server.get("/api/v1/documents/99/events").status == 404)
    }
  }

  @Test(arguments: [false, true]) func sendsComments(isGuarded: Bool) async throws {
    let clock = ManualClock()
    try await TestServer.run(.live, configured: { $0.clock = clock }, isGuarded: isGuarded) {
      server in
      let document = try await server.document()
      let port = try #require(server.client.port)
      var isSet = false
      try await RawConnection.follow(request(document), to: port) { received in
        if !isSet {
          isSet = true
          while clock.nextDeadline == nil { await Task.yield() }
          #expect(clock.nextDeadline == .seconds(15))
          clock.set(to: .seconds(15))
        }
        return received.contains(":\n\n")
      }
    }
  }

  @Test(arguments: [false, true]) func endsWithItsClient(isGuarded: Bool) async throws {
    try await TestServer.run(.live, isGuarded: isGuarded) { server in
      let document = try await server.document()
      let port = try #require(server.client.port)
      try await RawConnection.follow(request(document), to: port) {
        $0.contains("event: document")
      }
      let none = "\ngallery_event_streams 0\n"
      while try await !server.get("/metrics").text.contains(none) {
        try await Task.sleep(for: .milliseconds(2))
      }
    }
  }

  @Test func theConnectionOfAStreamAnswersTheNextRequest() async throws {
    try await TestServer.run(.live, isGuarded: true) { server in
      let document = try await server.document()
      let port = try #require(server.client.port)
      let next = "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      var (isDeleted, all) = (false, "")
      try await RawConnection.followToTheEnd(request(document) + next, to: port) { received in
        all = received
        if received.contains("event: document"), !isDeleted {
          isDeleted = true
          try await server.store.deleteDocument(document)
        }
      }
      let responses = all.components(separatedBy: "HTTP/1.1 200 OK\r\n")
      #expect(responses.count == 3 && responses[1].contains("event: gone"))
    }
  }

  @Test(arguments: [("?after=x", ""), ("?after=-1", ""), ("", "a")])
  func rejectsBadRevisions(query: String, field: String) async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let fields: HTTPFields = field.isEmpty ? [:] : [.lastEventID: field]
      let answer = try await server.get(
        "/api/v1/documents/\(document.rawValue)/events\(query)", fields)
      #expect(answer.status == 400)
    }
  }

  @Test func answersHead() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let head = try await server.send(.head, "/api/v1/documents/\(document.rawValue)/events")
      #expect(head.status == 200)
      #expect(head.headers[.contentType] == "text/event-stream")
    }
  }

  @Test func headStatesNoLength() async throws {
    try await TestServer.run(.live, isGuarded: true) { server in
      let document = try await server.document()
      let port = try #require(server.client.port)
      for path in ["/api/v1/events", "/api/v1/documents/\(document.rawValue)/events"] {
        let request = "HEAD \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try await RawConnection.received(request, from: port).lowercased()
        #expect(answer.hasPrefix("http/1.1 200 ") && answer.contains("text/event-stream"))
        #expect(!answer.contains("content-length") && answer.hasSuffix("\r\n\r\n"))
        #expect(answer.components(separatedBy: "\r\n\r\n").count == 2, "there is no body")
      }
    }
  }
}
