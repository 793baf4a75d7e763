// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages
import GalleryTestSupport
import HTTPTypes
import Logging
import NIOCore
import PageStorage
import Synchronization
import Testing

@testable import GalleryServer

/// The requests that are answered because an earlier one had the same fields.
@Suite(.knowsPagesForLong) struct RepeatedRequestsTests {
  private static let fields = "Host: localhost\r\nAccept: */*\r\n\r\n"

  /// Requests after one with ``fields`` for a thumbnail in memory, whose path is passed on.
  private func afterOne(
    authorizer: any Authorizer = OpenAuthorizer(), logger: Logger = Logger(label: "test"),
    _ body: @Sendable (RepeatedRequests, TestServer, String) async throws -> Void
  ) async throws {
    try await TestServer.run(store: { $0.thumbnailMemoryByteCount = 1 << 20 }) { server in
      let document = try await server.document(pages: 2)
      let page = try await server.store.pages(in: 0..<1, of: document)[0]
      _ = try await server.store.thumbnail(of: page.id, style: ThumbnailLadder.h66.style)
      var configuration = GalleryServerConfiguration()
      configuration.authorizer = authorizer
      let shortcut = ThumbnailShortcut(
        GalleryServer(store: server.store, configuration: configuration))
      let path = "/t/\(page.id.rawValue)/\(page.key)/h66.jpg"
      let requests = RepeatedRequests(shortcut, logger: logger)
      try pass(path, through: requests, shortcut)
      try await body(requests, server, path)
    }
  }

  /// Passes a request through the connection, which answers it behind the decoder.
  private func pass(
    _ path: String, through requests: RepeatedRequests, _ shortcut: ThumbnailShortcut
  ) throws {
    #expect(requests.response(to: request(path)) == nil)
    requests.pass(request(path))
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: "localhost", path: path,
      headerFields: [.accept: "*/*"])
    requests.note(try #require(shortcut.permit(for: head, from: nil)))
  }

  private func request(
    _ target: String, fields: String = fields, method: String = "GET", version: String = "1.1"
  ) -> ByteBuffer {
    ByteBuffer(string: "\(method) \(target) HTTP/\(version)\r\n\(fields)")
  }

  @Test func theSameFieldsAreAnswered() async throws {
    try await afterOne { requests, server, path in
      let ordinary = try await server.get(path)
      let response = try #require(requests.response(to: request(path)))
      let parts = Array(response.readableBytesView).split(separator: 13, maxSplits: 1)
      #expect(parts[0].elementsEqual("HTTP/1.1 200 OK".utf8))
      #expect(Array(response.readableBytesView.suffix(ordinary.bytes.count)) == ordinary.bytes)
    }
  }

  /// What is written into the text of earlier responses.
  @Test func eachResponseHasItsOwnFields() async throws {
    let log = LinesOfLog()
    try await afterOne(logger: Logger(label: "test") { _ in log }) { requests, server, path in
      let document = try await server.document()
      let image = TestImage.jpeg(7, width: 90, height: 40)
      let page = try await server.store.append(.bytes(image), to: document)
      _ = try await server.store.thumbnail(of: page.id, style: ThumbnailLadder.h66.style)
      let other = "/t/\(page.id.rawValue)/\(page.key)/h66.jpg"
      var ids: Set<String> = []
      for path in [path, other, path] {
        let ordinary = try await server.get(path)
        let fields = Self.fields(of: try #require(requests.response(to: request(path))))
        #expect(fields["etag"] == ordinary.headers[.eTag])
        #expect(fields["content-length"] == "\(ordinary.bytes.count)")
        #expect(fields["date"]?.wholeMatch(of: /\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/) != nil)
        ids.insert(try #require(fields["x-request-id"]))
      }
      #expect(ids.count == 3 && ids.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{16}/) != nil })
      let logged = log.lines.lines.withLock { lines in lines.compactMap { $0["request"] } }
      #expect(Set(logged) == ids)
    }
  }

  /// The fields of a response, by their names in lowercase.
  private static func fields(of response: ByteBuffer) -> [String: String] {
    var fields: [String: String] = [:]
    let text = String(decoding: response.readableBytesView, as: UTF8.self)
    for line in text.split(separator: "\r\n", omittingEmptySubsequences: false).dropFirst() {
      guard !line.isEmpty else { break }
      let parts = line.split(separator: ": ", maxSplits: 1)
      fields[parts[0].lowercased()] = String(parts[1])
    }
    return fields
  }

  @Test func everythingElseIsNot() async throws {
    try await afterOne { requests, _, path in
      let other = [
        request(path, fields: "Host: localhost\r\nAccept: */*\r\nX: y\r\n\r\n"),
        request(path, fields: "Host: localhost\r\n\r\n"),
        request(path, fields: Self.fields.uppercased()), request(path, version: "1.0"),
        request(path, version: "1.10"), request(path, method: "HEAD"),
        request(path, method: "POST"), request(path + "?x=1"), request("http://localhost" + path),
        request(path + " x"), request("/"), request("*"), request(""), ByteBuffer(),
        ByteBuffer(string: "GET /\r\n"), ByteBuffer(string: "GET /"), ByteBuffer(string: "\r\n"),
        request(path.replacing("/t/1/", with: "/t/2/")),
        ByteBuffer(string: "\r\n" + String(buffer: request(path))),
      ]
      for request in other {
        #expect(requests.response(to: request) == nil, "\(String(buffer: request))")
        requests.pass(request)
        requests.forget()
      }
      #expect(requests.response(to: request(path)) != nil)
    }
  }

  /// Its authority is not in its fields.
  @Test func aTargetWithAnAuthorityTeachesNothing() async throws {
    try await afterOne { requests, server, path in
      let shortcut = ThumbnailShortcut(GalleryServer(store: server.store))
      let fields = "Host: elsewhere.example\r\n\r\n"
      requests.pass(request("http://localhost" + path, fields: fields))
      let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)
      requests.note(try #require(shortcut.permit(for: head, from: nil)))
      #expect(requests.response(to: request(path, fields: fields)) == nil)
    }
  }

  @Test func longFieldsAreNotKept() async throws {
    try await afterOne { requests, server, path in
      let shortcut = ThumbnailShortcut(GalleryServer(store: server.store))
      let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)
      let permit = try #require(shortcut.permit(for: head, from: nil))
      for (count, isKept) in [(4_075, true), (4_076, false)] {
        let fields = "Host: localhost\r\nX: \(String(repeating: "x", count: count - 3))\r\n\r\n"
        requests.pass(request(path, fields: fields))
        requests.note(permit)
        #expect((requests.response(to: request(path, fields: fields)) != nil) == isKept)
      }
    }
  }

  /// A part of a request, and one with more behind it, take the ordinary way.
  @Test func onlyAWholeRequestIsAnswered() async throws {
    try await afterOne { requests, _, path in
      let text = String(buffer: request(path))
      for count in 0..<text.utf8.count {
        #expect(requests.response(to: ByteBuffer(bytes: text.utf8.prefix(count))) == nil)
      }
      for more in ["G", "\r\n", text] {
        #expect(requests.response(to: ByteBuffer(string: text + more)) == nil)
      }
      #expect(requests.response(to: ByteBuffer(string: text)) != nil)
    }
  }

  /// Each byte of a request is replaced by each other one: none may pass for the fields that are known.
  @Test func anAlteredRequestIsNotAnswered() async throws {
    try await afterOne { requests, _, path in
      let bytes = Array(request(path).readableBytesView)
      for place in bytes.indices {
        for byte in UInt8.min...UInt8.max where byte != bytes[place] {
          var altered = bytes
          altered[place] = byte
          #expect(requests.response(to: ByteBuffer(bytes: altered)) == nil, "\(place): \(byte)")
        }
      }
    }
  }

  /// Decides by the target: only the first one is granted.
  private struct ByTarget: Authorizer {
    func decide(_ request: AccessRequest) async -> AccessDecision {
      decideAtOnce(request) ?? .forbidden
    }

    func decideAtOnce(_ request: AccessRequest) -> AccessDecision? {
      request.head.path?.contains("h66") == true ? .granted(.anyone) : .forbidden
    }
  }

  @Test func accessIsDecidedForEachTarget() async throws {
    try await afterOne(authorizer: ByTarget()) { requests, server, path in
      _ = try await server.store.thumbnail(of: PageID(1), style: ThumbnailLadder.h132.style)
      #expect(requests.response(to: request(path)) != nil)
      #expect(requests.response(to: request(path.replacing("h66", with: "h132"))) == nil)
    }
  }
}
