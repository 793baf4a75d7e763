// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PageStorage
import Synchronization
import Testing

@testable import GalleryServer

/// The line of each request in the log.
struct RequestLogTests {
  @Test func describesARequestWithoutItsSecrets() async throws {
    let lines = try await lines { server, document in
      [
        request(.get, "/api/v1/documents?limit=7", [.authorization: "Bearer secret"]),
        request(.get, "/api/v1/documents/\(document)"),
        request(.get, "/secret.jpg"),
      ]
    }

    #expect(lines.count == 3)
    #expect(
      lines.map { $0["route"] } == ["/api/v1/documents", "/api/v1/documents/{document}", "none"])
    #expect(lines.map { $0["status"] } == ["200", "200", "404"])
    #expect(lines.allSatisfy { $0["method"] == "GET" && $0["request"]?.isEmpty == false })
    #expect(lines.allSatisfy { Double($0["milliseconds"] ?? "").map { $0 >= 0 } == true })
    #expect(!lines.description.contains("secret") && !lines.description.contains("limit"))
  }

  @Test func hasOneID() async throws {
    let lines = try await lines { _, _ in [request(.get, "/version")] }

    let line = try #require(lines.first)
    #expect(line["request"]?.utf8.count == 16)
    #expect(line["hb.request.id"] == nil)
  }

  @Test func countsTheBytesOfAStreamWhenItEnds() async throws {
    let lines = try await lines { server, document in
      [request(.get, "/api/v1/documents/\(document)/pages")]
    }

    let line = try #require(lines.first)
    #expect(Int(line["bytes"] ?? "").map { $0 > 40 } == true)
    #expect(line["incomplete"] == nil)
  }

  @Test func aResponseThatIsNeverSentIsIncomplete() async throws {
    let lines = try await lines(isRead: false) { server, document in
      [request(.get, "/api/v1/documents/\(document)/pages")]
    }

    let line = try #require(lines.first)
    #expect(lines.count == 1 && line["incomplete"] == "true" && line["status"] == "200")
  }

  @Test func aShortOriginalThatIsNeverReadIsIncomplete() async throws {
    let lines = try await lines(isRead: false) { server, document in
      let page = try await server.store.append(
        .bytes(TestImage.jpeg(1)), to: DocumentID(document))
      return [request(.get, "/api/v1/pages/\(page.id.rawValue)/original")]
    }

    let line = try #require(lines.first)
    #expect(lines.count == 1 && line["incomplete"] == "true" && line["bytes"] == "0")
  }

  @Test func originalsWithoutContentAreComplete() async throws {
    let lines = try await lines(isRead: false) { server, document in
      let page = try await server.store.append(
        .bytes(TestImage.jpeg(1)), to: DocumentID(document))
      let path = "/api/v1/pages/\(page.id.rawValue)/original"
      return [request(.head, path), request(.get, path, [.ifNoneMatch: "*"])]
    }
    #expect(lines.map { $0["status"] } == ["200", "304"])
    #expect(lines.allSatisfy { $0["incomplete"] == nil })
  }

  /// Sends requests, reads their responses, and returns the lines in the log.
  private func lines(
    isRead: Bool = true, _ requests: (GalleryServer, Int64) async throws -> [Request]
  ) async throws -> [[String: String]] {
    let log = LinesOfLog()
    let folder = TestFiles.folder
      .appendingPathComponent("request-log-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try await PageStore.open(
      at: folder.path, configuration: PageStoreConfiguration(reserveByteCount: 64 << 10))
    let document = try await store.createDocument(title: "Lease").id.rawValue
    let server = GalleryServer(store: store)
    var logger = Logger(label: "test") { _ in log }
    logger[metadataKey: "hb.request.id"] = "7"  // as the library sets it
    for request in try await requests(server, document) {
      let response = try await server.respond(to: request, logger: logger)
      guard isRead else { continue }
      let isStream = response.body.contentLength == nil
      let count = log.lines.lines.withLock(\.count)
      try await response.body.write(IgnoringWriter())
      #expect(log.lines.lines.withLock(\.count) == (isStream ? count + 1 : count))
    }
    await store.close()
    #expect(server.requests.values.activeCount == 0)
    return log.lines.lines.withLock(\.self)
  }

  private func request(
    _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:]
  ) -> Request {
    Request(
      head: HTTPRequest(
        method: method, scheme: "http", authority: "localhost", path: path, headerFields: headers),
      body: RequestBody(buffer: ByteBuffer()))
  }
}

/// Takes a body.
private struct IgnoringWriter: ResponseBodyWriter {
  mutating func write(_ buffer: ByteBuffer) async throws {}
  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
