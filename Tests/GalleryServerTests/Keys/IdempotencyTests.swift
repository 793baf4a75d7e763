// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PageStorage
import Testing

@testable import GalleryServer

/// Requests with `Idempotency-Key`.
struct IdempotencyTests {
  /// A request, with `D` in place of a document and `P` in place of its first page.
  struct Request: Sendable {
    var method: HTTPRequest.Method
    var path: String
    var headers: HTTPFields = [:]
    var body: [UInt8]?

    init(
      _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:],
      json: String? = nil, bytes: [UInt8]? = nil
    ) {
      (self.method, self.path, self.headers) = (method, path, headers)
      body = bytes ?? json.map { Array($0.utf8) }
      if json != nil { self.headers[.contentType] = "application/json" }
    }

    func send(
      to server: TestServer, _ document: DocumentID, _ page: UInt64, key: String
    ) async throws -> Answer {
      var fields = headers
      fields[.idempotencyKey] = key
      let path = path.replacing("D", with: "\(document.rawValue)").replacing("P", with: "\(page)")
      return try await server.send(method, path, fields, bytes: body)
    }
  }

  private static let requests = [
    Request(.post, "/api/v1/documents", json: "{\"title\": \"new\"}"),
    Request(.patch, "/api/v1/documents/D", [.ifMatch: "*"], json: "{\"title\": \"b\"}"),
    Request(.delete, "/api/v1/documents/D"),
    Request(.post, "/api/v1/documents/D/pages?before=P", bytes: TestImage.jpeg(7)),
    Request(.delete, "/api/v1/documents/D/pages?ids=P"),
    Request(
      .post, "/api/v1/documents/D/changes", [.ifMatch: "\"r3\""],
      json: "{\"moves\": [{\"from\": 0, \"to\": 2}]}"),
    Request(.patch, "/api/v1/pages/P", json: "{\"rotation\": 90}"),
    Request(.put, "/api/v1/pages/P", bytes: TestImage.png(9)),
    Request(.delete, "/api/v1/pages/P", [.ifMatch: "\"r3\""]),
    Request(.post, "/api/v1/pages/P/move", json: "{\"before\": null}"),
  ]

  @Test(arguments: requests.indices)
  func aRepeatedRequestTakesEffectOnce(index: Int) async throws {
    let request = Self.requests[index]
    try await TestServer.run { server in
      let document = try await server.document(pages: 3)
      let page = try await server.ids(of: document)[0]
      let version = try await server.store.version()
      let first = try await request.send(to: server, document, page, key: "key-1")
      #expect((200..<300).contains(first.status), "\(first.text)")
      #expect(first.headers[.idempotentReplay] == nil)
      let changed = try await server.store.version()
      #expect(changed > version)
      let second = try await request.send(to: server, document, page, key: "key-1")
      #expect(second.status == first.status)
      #expect(second.bytes == first.bytes)
      #expect(second.headers[.idempotentReplay] == "true")
      for name: HTTPField.Name in [.eTag, .location, .contentType] {
        #expect(second.headers[name] == first.headers[name])
      }
      #expect(try await server.store.version() == changed)
    }
  }

  /// A response that was lost is sent again by a server that takes no more changes.
  @Test func aStoreThatTakesNoChangesRepeatsResponses() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let path = "/api/v1/documents/\(document.rawValue)"
      let first = try await server.send(.delete, path, [.idempotencyKey: "k"])
      #expect(first.status == 204)
      let reader = try await PageStore.open(
        at: server.store.path, configuration: PageStoreConfiguration(access: .readOnly))
      for (key, status) in [("k", HTTPResponse.Status.noContent), ("other", .forbidden)] {
        let head = HTTPRequest(
          method: .delete, scheme: "http", authority: "localhost", path: path,
          headerFields: [.idempotencyKey: key])
        let answer = try await GalleryServer(store: reader).respond(
          to: HummingbirdCore.Request(head: head, body: .init(buffer: ByteBuffer())),
          logger: Logger(label: "test"))
        #expect(answer.status == status)
      }
      await reader.close()
    }
  }

  /// A key is checked also where it has no effect.
  @Test(arguments: ["", "a b", String(repeating: "a", count: 65)])
  func refusesKeysOfUploads(key: String) async throws {
    try await TestServer.run { server in
      let path = TestServer.upload(1)
      let bytes = TestImage.jpeg(1)
      let fields: HTTPFields = [.idempotencyKey: key]
      let refused = try await server.send(.put, path, fields, bytes: bytes)
      #expect(refused.status == 400)
      let made = try await server.send(.put, path, bytes: bytes)
      #expect(made.status == 201)
      #expect(try await server.send(.delete, path, fields).status == 400)
      #expect(try await server.send(.delete, path, [.idempotencyKey: "a"]).status == 204)
    }
  }

  @Test func restoresOnce() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 2)
      let page = try await server.ids(of: document)[0]
      try await server.store.delete(PageID(page))
      let restore = Request(.post, "/api/v1/pages/P/restore")
      let first = try await restore.send(to: server, document, page, key: "a")
      #expect(first.status == 200 && first.json["index"] as? Int == 0)
      // Deleted again: the repetition does not restore it.
      try await server.store.delete(PageID(page))
      let second = try await restore.send(to: server, document, page, key: "a")
      #expect(second.bytes == first.bytes)
      #expect(try await server.ids(of: document).count == 1)
      try await server.store.deleteDocument(document)
      let whole = Request(.post, "/api/v1/documents/D/restore")
      for isReplay in [false, true] {
        let answer = try await whole.send(to: server, document, page, key: "b")
        #expect(answer.status == 200)
        #expect(answer.headers[.idempotentReplay] == (isReplay ? "true" : nil))
      }
    }
  }

  @Test func aKeyServesOneRequest() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 2)
      let page = try await server.ids(of: document)[0]
      let json = "{\"rotation\": 90}"
      let first = Request(.patch, "/api/v1/pages/P", json: json)
      #expect(try await first.send(to: server, document, page, key: "a").status == 200)
      let others = [
        Request(.patch, "/api/v1/pages/P", json: "{\"rotation\":90}"),
        Request(.patch, "/api/v1/pages/P", [.ifMatch: "*"], json: json),
        Request(
          .put, "/api/v1/pages/P", [.contentType: "application/json"], bytes: Array(json.utf8)),
        Request(
          .patch, "/api/v1/pages/P", [.contentType: "application/json; charset=utf-8"],
          bytes: Array(json.utf8)),
        Request(.delete, "/api/v1/pages/P"),
        Request(.delete, "/api/v1/documents/D/pages?ids=P"),
        Request(.delete, "/api/v1/documents/D"),
      ]
      for other in others {
        let answer = try await other.send(to: server, document, page, key: "a")
        #expect(answer.status == 422)
        #expect(answer.code == "keyReused")
      }
      #expect(try await server.store.document(document).revision == 3)
      #expect(try await first.send(to: server, document, page, key: "b").status == 200)
    }
  }

  @Test(arguments: ["", " ", "a b", String(repeating: "k", count: 65), "\u{e9}", "a, b"])
  func rejectsKeys(key: String) async throws {
    try await TestServer.run { server in
      let request = Request(.post, "/api/v1/documents", json: "{\"title\": \"new\"}")
      let answer = try await request.send(to: server, DocumentID(1), 1, key: key)
      #expect(answer.status == 400)
      #expect(answer.code == "malformed")
      #expect(try await server.store.documents().isEmpty)
      let longest = String(repeating: "~", count: 64)
      let accepted = try await request.send(to: server, DocumentID(1), 1, key: longest)
      #expect(accepted.status == 201)
    }
  }

  @Test func formsTakeNoKey() async throws {
    try await TestServer.run { server in
      let fields: HTTPFields = [
        .contentType: "application/x-www-form-urlencoded", .idempotencyKey: "a",
      ]
      let answer = try await server.send(.post, "/d", fields, bytes: Array("title=a".utf8))
      #expect(answer.status == 400)
      #expect(try await server.store.documents().isEmpty)
    }
  }

  @Test func failedRequestsAreExecutedAgain() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.ids(of: document)[0]
      let upload = Request(.post, "/api/v1/documents/D/pages", bytes: Array("<html>".utf8))
      for _ in 0..<2 {
        let answer = try await upload.send(to: server, document, page, key: "a")
        #expect(answer.status == 415)
        #expect(answer.headers[.idempotentReplay] == nil)
      }
      // No edit has used the key.
      let image = Request(.post, "/api/v1/documents/D/pages", bytes: TestImage.png(3))
      #expect(try await image.send(to: server, document, page, key: "a").status == 201)
      let late = Request(.delete, "/api/v1/documents/D", [.ifMatch: "\"r9\""])
      let refused = try await late.send(to: server, document, page, key: "b")
      #expect(refused.status == 412 && refused.headers[.eTag]?.hasPrefix("\"r2-") == true)
      #expect(try await server.store.documents().count == 1)
    }
  }

  /// Named by a header, as an example.
  struct NamedClients: Authorizer {
    func decide(_ request: AccessRequest) async -> AccessDecision {
      let name = request.head.headerFields[.authorization] ?? ""
      return .granted(Client(id: ClientID(rawValue: name), scope: .write, evidence: .header))
    }
  }

  @Test func clientsHaveTheirOwnKeys() async throws {
    try await TestServer.run(configured: { $0.authorizer = NamedClients() }) { server in
      var statuses: [Int] = []
      for client in ["a", "b", "a"] {
        let request = Request(
          .post, "/api/v1/documents", [.authorization: client], json: "{\"title\": \"new\"}")
        let answer = try await request.send(to: server, DocumentID(1), 1, key: "k")
        statuses.append(answer.status)
      }
      #expect(statuses == [201, 201, 201])
      let documents = try await server.store.documents()
      #expect(documents.count == 2)
    }
  }

  @Test func aRunningRequestIsNotRepeated() async throws {
    try await TestServer.run { test in
      let server = GalleryServer(store: test.store)
      let (stream, body) = AsyncStream.makeStream(of: ByteBuffer.self)
      let (started, start) = AsyncStream.makeStream(of: Void.self)
      let signaling = stream.map { buffer in
        start.finish()
        return buffer
      }
      async let first = server.respond(
        to: Self.creation(.init(asyncSequence: signaling)), logger: Logger(label: "test"))
      body.yield(ByteBuffer(string: "{\"title\": "))
      for await _ in started {}
      let second = try await server.respond(
        to: Self.creation(.init(buffer: ByteBuffer(string: "{\"title\": \"a\"}"))),
        logger: Logger(label: "test"))
      #expect(second.status == .conflict)
      #expect(second.headers[.retryAfter] == "1")
      body.yield(ByteBuffer(string: "\"a\"}"))
      body.finish()
      #expect(try await first.status == .created)
      let third = try await server.respond(
        to: Self.creation(.init(buffer: ByteBuffer(string: "{\"title\": \"a\"}"))),
        logger: Logger(label: "test"))
      #expect(third.status == .created && third.headers[.idempotentReplay] == "true")
      #expect(try await test.store.documents().count == 1)
    }
  }

  private static func creation(_ body: RequestBody) -> Hummingbird.Request {
    let head = HTTPRequest(
      method: .post, scheme: "http", authority: "localhost", path: "/api/v1/documents",
      headerFields: [.contentType: "application/json", .idempotencyKey: "k"])
    return Hummingbird.Request(head: head, body: body)
  }
}
