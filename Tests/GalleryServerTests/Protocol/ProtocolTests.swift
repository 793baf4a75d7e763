// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import HTTPTypes
import HummingbirdTesting
import PageStorage
import Testing

@testable import GalleryServer

/// Methods, paths, queries and header fields that all resources share.
struct ProtocolTests {
  @Test func answersHeadLikeGet() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.ids(of: document)[0]
      for path in ["/version", "/api/v1/documents", "/api/v1/pages/\(page)/original"] {
        let (get, head) = (try await server.get(path), try await server.send(.head, path))
        #expect(head.status == 200)
        #expect(head.bytes.isEmpty)
        #expect(head.headers[.contentLength] == "\(get.bytes.count)")
        #expect(head.headers[.eTag] == get.headers[.eTag])
      }
      #expect(try await server.send(.head, "/nothing").status == 404)
    }
  }

  @Test func listsMethods() async throws {
    try await TestServer.run { server in
      let options = try await server.send(.options, "/api/v1/pages/1")
      #expect(options.status == 204)
      let methods = "DELETE, GET, HEAD, OPTIONS, PATCH, PUT"
      #expect(options.headers[.allow] == methods)
      for method: HTTPRequest.Method in [.post, .trace, try #require(.init("FROB"))] {
        let answer = try await server.send(method, "/api/v1/pages/1")
        #expect(answer.status == 405)
        #expect(answer.code == "methodNotAllowed")
        #expect(answer.headers[.allow] == methods)
      }
    }
  }

  /// RFC 9110, 8.6: zeros may lead.
  @Test(arguments: [("0013", 201), ("013", 201), ("+13", 400), ("0x13", 400)])
  func readsTheLengthOfABody(length: String, status: Int) async throws {
    try await TestServer.run(.live) { server in
      let port = try #require(server.client.port)
      let answer = try await RawConnection.send(
        "POST /api/v1/documents HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
          + "Content-Type: application/json\r\nContent-Length: \(length)\r\n\r\n{\"title\":\"a\"}",
        to: port)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    }
  }

  @Test func listsTheMethodsOfTheServer() async throws {
    try await TestServer.run(.live) { server in
      let port = try #require(server.client.port)
      let answer = try await RawConnection.send(
        "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", to: port)
      #expect(answer.hasPrefix("HTTP/1.1 204 "))
      #expect(answer.contains("\r\nAllow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT\r\n"))
      let other = try await RawConnection.send(
        "GET * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", to: port)
      #expect(other.hasPrefix("HTTP/1.1 400 "))
    }
  }

  @Test(arguments: [
    ("/api/v1/documents/", 404), ("//api/v1/documents", 404), ("/api//v1/documents", 404),
    ("/api/v1/pages/1/", 404), ("/API/v1/documents", 404), ("/api/v1/documents?limi=3", 400),
    ("/api/v1/documents?limit=3&limit=3", 400), ("/api/v1/documents?limit=0", 400),
    ("/api/v1/documents?limit=1001", 400), ("/api/v1/documents?order=title", 400),
    ("/api/v1/documents?trash=1", 400), ("/api/v1/documents?after=-1", 400),
    ("/api/v1/documents?after=oldest.2", 400),
    ("/api/v1/documents?q=%", 400), ("/version?a", 400), ("/api/v1/pages/x", 400),
    ("/api/v1/pages/01", 400), ("/api/v1/pages/9007199254740992", 400), ("/api/v1/pages/7", 404),
    ("/api/v1/pages/%00", 400), ("/api/v1/pages/%", 400), ("/api/v1/pages/..", 400),
    ("/api/v1/%64ocuments", 200), ("/api/v1/documents/9/pages?from=-1", 400),
    ("/t/1/a/h66.jpg", 404),
    ("/api/v1/pages/9007199254740991", 404), ("/problems/nothing", 404),
  ])
  func readsTargetsStrictly(path: String, status: Int) async throws {
    try await TestServer.run { server in
      let answer = try await server.get(path)
      #expect(answer.status == status)
    }
  }

  @Test func addsTheCommonFields() async throws {
    try await TestServer.run { server in
      let (first, second) = (try await server.get("/version"), try await server.get("/nothing"))
      for answer in [first, second] {
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        #expect(answer.headers[.referrerPolicy] == "no-referrer")
        #expect(answer.headers[.crossOriginResourcePolicy] == "same-origin")
        #expect(answer.headers[.requestID]?.isEmpty == false)
      }
      #expect(first.headers[.requestID] != second.headers[.requestID])
      #expect(second.headers[.cacheControl] == "no-store")
    }
  }

  @Test func describesProblems() async throws {
    try await TestServer.run { server in
      let answer = try await server.get("/api/v1/documents/7")
      #expect(answer.status == 404)
      #expect(answer.headers[.contentType] == "application/problem+json")
      #expect(answer.json["type"] as? String == "/problems/notFound")
      #expect(answer.json["status"] as? Int == 404)
      #expect(answer.json["detail"] as? String == "There is no document 7.")
      #expect(answer.json["instance"] as? String == answer.headers[.requestID])
      #expect(answer.headers[.vary] == "Accept")
      let page = try await server.get("/api/v1/documents/7", [.accept: "text/html, */*;q=0.8"])
      #expect(page.status == 404)
      #expect(page.headers[.contentType] == "text/html; charset=utf-8")
      #expect(!page.text.contains("There is no document 7."), "that is a number of programs")
      #expect(page.text.contains("It was deleted, is in the trash, or has never been here."))
    }
  }

  @Test(arguments: ProblemCode.allCases)
  func explainsProblems(code: ProblemCode) async throws {
    try await TestServer.run { server in
      let answer = try await server.get("/problems/\(code.rawValue)")
      #expect(answer.status == 200)
      #expect(answer.text.contains("<h1>\(code.title)</h1>"))
    }
  }

  @Test func reportsHealth() async throws {
    try await TestServer.run { server in
      let ready = try await server.get("/health/ready")
      #expect(ready.json["isReadOnly"] as? Bool == false)
      #expect(ready.json["areOriginalsAvailable"] as? Bool == true)
      await server.store.close()
      #expect(try await server.get("/health/live").status == 200)
      #expect(try await server.get("/health/ready").code == "unavailable")
    }
  }

  @Test(arguments: [(1 << 30, 200), (1 << 10, 503), (nil, 200)] as [(Int?, Int)])
  func isNotReadyOnAFullDisk(free: Int?, status: Int) async throws {
    try await TestServer.run(configured: { $0.freeByteCount = { free } }) { server in
      let ready = try await server.get("/health/ready")
      let live = try await server.get("/health/live")
      #expect(ready.status == status && live.status == 200)
    }
  }

  @Test(.folderOnly) func isNotReadyIfTheStoreWasMoved() async throws {
    try await TestServer.run { server in
      let other = server.store.path + "-other"
      try FileManager.default.moveItem(atPath: server.store.path, toPath: other)
      defer { try? FileManager.default.removeItem(atPath: other) }
      let ready = try await server.get("/health/ready")
      #expect(ready.status == 503 && ready.code == "unavailable")
      #expect((ready.json["detail"] as? String)?.contains("was moved") == true)
      let edit = try await server.send(
        .post, "/api/v1/documents", json: "{\"title\": \"a\"}")
      #expect(edit.status == 503 && edit.code == "unavailable")
      #expect(try await server.get("/api/v1/documents").status == 200)
    }
  }

  @Test func isNotReadyWithDamagedTokens() async throws {
    let tokens = try TestTokens()
    let token = TestTokens.bearer(try tokens.add())
    try await TestServer.run(configured: { $0.authorizer = tokens.authorizer() }) { server in
      #expect(try await server.get("/health/ready").status == 200)
      try Data("text".utf8).write(to: URL(fileURLWithPath: tokens.database.path))
      let ready = try await server.get("/health/ready")
      #expect(ready.status == 503 && ready.code == "unavailable")
      #expect((ready.json["detail"] as? String)?.contains("tokens cannot be read") == true)
      #expect(try await server.get("/health/live").status == 200)
      #expect(try await server.get("/api/v1/documents", token).status == 503)
    }
  }

  @Test func theStoreKnowsTheSpaceOfItsDisk() async throws {
    try await TestServer.run { server in
      let free = try #require(server.store.freeByteCount)
      #expect(free > 0)
    }
  }
}
