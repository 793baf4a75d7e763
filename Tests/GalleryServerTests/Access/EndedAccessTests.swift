// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PageStorage
import Synchronization
import Testing

@testable import GalleryServer

/// Requests whose token is revoked while their body arrives.
struct EndedAccessTests {
  private static let form =
    "--X\r\nContent-Disposition: form-data; name=\"pages\"; filename=\"a.png\"\r\n\r\n"

  private static let requests: [(method: HTTPRequest.Method, path: String, type: String)] = [
    (.post, "/api/v1/documents/1/pages", "image/png"), (.put, "/api/v1/pages/1", "image/png"),
    (.put, "/api/v1/uploads/0a000000-0000-4000-8000-000000000001", "image/png"),
    (.post, "/d/1/pages", "multipart/form-data; boundary=X"),
    (.patch, "/api/v1/pages/1", "application/json"),
    (.post, "/d/1/pages/1/rotate", "application/x-www-form-urlencoded"),
  ]

  private static func body(_ type: String) -> [UInt8] {
    switch type.split(separator: ";").first {
    case "image/png": TestImage.png(7)
    case "application/json": Array("{\"rotation\": 90}".utf8)
    case "multipart/form-data":
      Array(form.utf8) + TestImage.png(7) + Array("\r\n--X--\r\n".utf8)
    default: Array("rotation=90".utf8)
    }
  }

  @Test(arguments: requests.indices, [false, true])
  func changesNothing(index: Int, isRevoked: Bool) async throws {
    let tokens = try TestTokens()
    let text = try tokens.add(.write)
    try await TestServer.run(configured: { $0.authorizer = tokens.authorizer() }) { test in
      _ = try await test.document(pages: 1)
      var configuration = GalleryServerConfiguration()
      configuration.authorizer = tokens.authorizer()
      let server = GalleryServer(store: test.store, configuration: configuration)
      let (method, path, type) = Self.requests[index]
      var fields = TestTokens.bearer(text)
      fields[.contentType] = type
      let body = ArrivingBody(ByteBuffer(bytes: Self.body(type))) {
        guard isRevoked else { return }
        _ = try tokens.database.revokeToken(1, at: tokens.now)
      }
      let request = Request(
        head: HTTPRequest(
          method: method, scheme: "http", authority: "localhost", path: path, headerFields: fields),
        body: RequestBody(asyncSequence: body))
      let response = try await server.respond(to: request, logger: Logger(label: "test"))
      let revision = try await test.store.document(DocumentID(1)).revision
      if isRevoked {
        #expect(response.status == .unauthorized)
        #expect(revision == 1 && test.incoming.isEmpty)
      } else {
        #expect((200..<400).contains(response.status.code), "\(response.status)")
        #expect(revision == (path.contains("uploads") ? 1 : 2))
      }
    }
  }
}

extension EndedAccessTests {
  /// Requests that were made before, whose repetition changes nothing but has a response.
  private static let repetitions: [(HTTPRequest.Method, String, HTTPFields)] = [
    (.put, "/api/v1/uploads/0a000000-0000-4000-8000-000000000001", [:]),
    (.post, "/api/v1/documents/1/pages", [.idempotencyKey: "key-1"]),
  ]

  @Test(arguments: repetitions.indices, [false, true])
  func repeatsNothing(index: Int, isRevoked: Bool) async throws {
    let tokens = try TestTokens()
    let text = try tokens.add(.write)
    try await TestServer.run(configured: { $0.authorizer = tokens.authorizer() }) { test in
      _ = try await test.document()
      var configuration = GalleryServerConfiguration()
      configuration.authorizer = tokens.authorizer()
      let server = GalleryServer(store: test.store, configuration: configuration)
      let (method, path, more) = Self.repetitions[index]
      var fields = TestTokens.bearer(text)
      fields[.contentType] = "image/png"
      fields.append(contentsOf: more)
      var statuses: [Int] = []
      for isSecond in [false, true] {
        let body = ArrivingBody(ByteBuffer(bytes: TestImage.png(7))) {
          guard isRevoked, isSecond else { return }
          _ = try tokens.database.revokeToken(1, at: tokens.now)
        }
        let request = Request(
          head: HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: path,
            headerFields: fields),
          body: RequestBody(asyncSequence: body))
        let response = try await server.respond(to: request, logger: Logger(label: "test"))
        statuses.append(response.status.code)
      }
      #expect(statuses[0] == 201)
      #expect(isRevoked ? statuses[1] == 401 : (200..<300).contains(statuses[1]))
    }
  }
}

/// A body of one part, before which something happens.
private struct ArrivingBody: AsyncSequence, Sendable {
  let buffer: ByteBuffer
  let happen: @Sendable () async throws -> Void

  init(_ buffer: ByteBuffer, _ happen: @escaping @Sendable () async throws -> Void) {
    (self.buffer, self.happen) = (buffer, happen)
  }

  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  struct Iterator: AsyncIteratorProtocol {
    let body: ArrivingBody
    var isAtEnd = false

    mutating func next() async throws -> ByteBuffer? {
      guard !isAtEnd else { return nil }
      isAtEnd = true
      try await body.happen()
      return body.buffer
    }
  }
}
