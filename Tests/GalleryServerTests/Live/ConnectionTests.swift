// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import HummingbirdTesting
import NIOCore
import PageStorage
import Testing

@testable import GalleryServer

/// Behavior that only a real connection shows.
struct ConnectionTests {
  @Test func answersHeadWithoutContent() async throws {
    try await TestServer.run(.live) { server in
      let document = try await server.document(pages: 1)
      let page = try await server.ids(of: document)[0]
      let path = "/api/v1/pages/\(page)/original"
      for _ in 0..<2 {
        let head = try await server.send(.head, path)
        #expect(head.status == 200)
        #expect(head.bytes.isEmpty)
      }
      let get = try await server.get(path)
      #expect(get.bytes == TestImage.png(0))
      #expect(get.headers[.date] != nil)
    }
  }

  @Test func sendsRanges() async throws {
    try await TestServer.run(.live) { server in
      let document = try await server.document()
      let bytes = TestImage.png(5, width: 900, height: 900)
      let page = try await server.store.append(.bytes(bytes), to: document)
      let path = "/api/v1/pages/\(page.id.rawValue)/original"
      var received: [UInt8] = []
      while received.count < bytes.count {
        let end = received.count + 100_000
        let part = try await server.get(path, [.range: "bytes=\(received.count)-\(end)"])
        #expect(part.status == 206)
        received += part.bytes
      }
      #expect(received == bytes)
    }
  }

  @Test func streamsBodiesAndLongLists() async throws {
    try await TestServer.run(.live) { server in
      let document = try await server.document()
      let path = "/api/v1/documents/\(document.rawValue)/pages"
      let bytes = TestImage.png(9, width: 2000, height: 1500)
      let added = try await server.send(.post, path, bytes: bytes)
      #expect(added.status == 201)
      #expect(added.json["byteCount"] as? Int == bytes.count)
      let small = (0..<600).map { PageInput.bytes(TestImage.png($0)) }
      _ = await server.store.ingest(small, into: document)
      let list = try await server.get(path)
      #expect(list.headers[.transferEncoding] == "chunked")
      let ids = try await server.ids(of: document)
      #expect(list.list("ids", of: UInt64.self) == ids)
      #expect(list.list("keys", of: String.self).count == 601)
    }
  }

  @Test func answersAMissingHost() async throws {
    try await TestServer.run(.live) { server in
      let port = try #require(server.client.port)
      let text = try await RawConnection.send("GET /version HTTP/1.1\r\n\r\n", to: port)
      #expect(text.hasPrefix("HTTP/1.1 400"))
      #expect(text.contains("\"noHost\""))
      let foreign = try await RawConnection.send(
        "GET /version HTTP/1.1\r\nHost: evil.example\r\n\r\n", to: port)
      #expect(foreign.hasPrefix("HTTP/1.1 421"))
    }
  }

  @Test(arguments: [
    ("http://localhost/version", "localhost", 200),
    ("http://LOCALHOST:80/version", "localhost", 200),
    ("http://evil.example/version", "localhost", 421),
    ("http://localhost/version", "evil.example", 400),
    ("http://localhost/version", "127.0.0.1", 400),
    ("http://a@localhost/version", "localhost", 400),
    ("http:///version", "localhost", 400),
    ("ftp://evil.example/version", "localhost", 400), ("ftp://localhost/version", "localhost", 400),
    ("x:/version", "localhost", 400), ("version", "localhost", 400),
  ])
  func checksTheAuthorityOfATarget(target: String, host: String, status: Int) async throws {
    try await TestServer.run(.live, isGuarded: true) { server in
      let port = try #require(server.client.port)
      let text = try await RawConnection.send(
        "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n", to: port)
      #expect(text.hasPrefix("HTTP/1.1 \(status) "))
    }
  }

  @Test func aClientCannotSetTheReplacedHost() async throws {
    try await TestServer.run(.live, isGuarded: true) { server in
      let port = try #require(server.client.port)
      let text = try await RawConnection.send(
        "GET /version HTTP/1.1\r\nHost: localhost\r\nGallery-Replaced-Host: a\r\n\r\n", to: port)
      #expect(text.hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test func refusesAnAnnouncedLengthBeforeTheBody() async throws {
    try await TestServer.run(.live) { server in
      let document = try await server.document()
      let port = try #require(server.client.port)
      let text = try await RawConnection.send(
        """
        POST /api/v1/documents/\(document.rawValue)/pages HTTP/1.1\r
        Host: localhost\r
        Content-Length: 99999999999\r
        \r

        """, to: port)
      #expect(text.hasPrefix("HTTP/1.1 413"))
    }
  }
}
