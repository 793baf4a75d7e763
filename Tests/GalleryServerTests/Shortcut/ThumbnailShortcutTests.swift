// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages
import GalleryTestSupport
import HTTPTypes
import Logging
import NIOCore
import PageStorage
import Testing

@testable import GalleryServer

/// The requests that take the shortcut, and those that do not.
@Suite(.knowsPagesForLong) struct ThumbnailShortcutTests {
  /// A server whose page 1 has a thumbnail of 66 pixels in memory, and another one on the disk.
  private func withShortcut(
    configured change: (inout GalleryServerConfiguration) -> Void = { _ in },
    _ body: @Sendable (ThumbnailShortcut, TestServer, String) async throws -> Void
  ) async throws {
    var configuration = GalleryServerConfiguration()
    change(&configuration)
    let copy = configuration
    try await TestServer.run(store: { $0.thumbnailMemoryByteCount = 1 << 20 }) { server in
      let document = try await server.document(pages: 2)
      let page = try await server.store.pages(in: 0..<1, of: document)[0]
      _ = try await server.store.thumbnail(of: page.id, style: ThumbnailLadder.h66.style)
      let shortcut = ThumbnailShortcut(GalleryServer(store: server.store, configuration: copy))
      try await body(shortcut, server, "/t/\(page.id.rawValue)/\(page.key)/")
    }
  }

  private func answer(
    _ shortcut: ThumbnailShortcut, _ path: String, method: HTTPRequest.Method = .get,
    authority: String? = "localhost", _ fields: HTTPFields = [:]
  ) -> ThumbnailShortcut.Answer? {
    let request = HTTPRequest(
      method: method, scheme: "http", authority: authority, path: path, headerFields: fields)
    guard let target = shortcut.target(of: path),
      let permit = shortcut.permit(for: request, from: nil)
    else { return nil }
    return shortcut.answer(to: target, permit, logger: Logger(label: "test"))
  }

  @Test func answersAThumbnailInMemory() async throws {
    try await withShortcut { shortcut, server, base in
      let answer = try #require(self.answer(shortcut, base + "h66.jpg"))
      let ordinary = try await server.get(base + "h66.jpg")
      #expect(answer.head.status.code == ordinary.status)
      #expect(answer.content.map { Array($0.readableBytesView) } == ordinary.bytes)
      let known = try #require(answer.head.headerFields[.eTag])
      for tag in [known, "W/\(known)", "\"other\", \(known)"] {
        let answer = self.answer(shortcut, base + "h66.jpg", [.ifNoneMatch: tag])
        #expect(answer?.head.status == .notModified && answer?.content == nil)
      }
      #expect(
        self.answer(shortcut, base + "h66.jpg", [.ifNoneMatch: "\"other\""])?.head.status == .ok)
    }
  }

  /// RFC 9110, 13.1.2: `*` matches what exists, and only the store knows that.
  @Test func anyTagIsThatOfWhatExists() async throws {
    try await withShortcut { shortcut, server, base in
      #expect(self.answer(shortcut, base + "h66.jpg", [.ifNoneMatch: "*"]) == nil)
      let cases = [
        (base + "h66.jpg", 304), ("/t/999/AAAAAAAAAAA/h66.jpg", 404),
        (String(base.dropLast(12)) + "AAAAAAAAAAA/h66.jpg", 404),
      ]
      for (path, status) in cases {
        let answer = try await server.get(path, [.ifNoneMatch: "*"])
        #expect(answer.status == status, "\(path)")
      }
    }
  }

  @Test func leavesEverythingElseToTheRoutes() async throws {
    try await withShortcut { shortcut, _, base in
      let path = base + "h66.jpg"
      let changedKey = base.dropLast(2) + "A/h66.jpg"
      let paths = [
        base + "h132.jpg", base + "h67.jpg", base + "h66.png", base + "h66", base + "h66.jpg/",
        path + "?a=1", path + "?", path + "#x", "//" + path.dropFirst(), "/x" + path,
        path.replacing("/t/1/", with: "/t/01/"), path.replacing("/t/1/", with: "/t/2/"),
        path.replacing("/t/1/", with: "/t/9/"), path.replacing("/t/1/", with: "/t/%31/"),
        String(changedKey), "/t/1/h66.jpg", "/t/", "/", "", "http://localhost" + path,
      ]
      for path in paths { #expect(answer(shortcut, path) == nil, "\(path)") }
      for method in [HTTPRequest.Method.head, .post, .options, .delete] {
        #expect(answer(shortcut, path, method: method) == nil, "\(method)")
      }
      let fields: [HTTPFields] = [
        [.connection: "close"], [.connection: "keep-alive, close"], [.contentLength: "0"],
        [.transferEncoding: "chunked"], [.contentEncoding: "gzip"], [.expect: "100-continue"],
        [.ifNoneMatch: "unquoted"],
      ]
      for fields in fields { #expect(answer(shortcut, path, fields) == nil, "\(fields)") }
      for authority in ["elsewhere.example", "", nil] {
        #expect(answer(shortcut, path, authority: authority) == nil)
      }
      #expect(answer(shortcut, path, [.connection: "Keep-Alive"]) != nil)
    }
  }

  @Test func aPageThatWasTurnedHasAnotherKey() async throws {
    try await withShortcut { shortcut, server, base in
      #expect(answer(shortcut, base + "h66.jpg") != nil)
      try await server.store.rotate(PageID(1), by: .clockwise)
      #expect(answer(shortcut, base + "h66.jpg") == nil)
    }
  }

  @Test func whatClientsMaySeeIsNotDecidedHere() async throws {
    try await withShortcut(configured: { $0.authorizer = Slow() }) { shortcut, _, base in
      #expect(answer(shortcut, base + "h66.jpg") == nil)
    }
    try await withShortcut(configured: { $0.authorizer = Restricted() }) { shortcut, _, base in
      #expect(answer(shortcut, base + "h66.jpg") == nil)
    }
  }

  /// Decides only after waiting.
  private struct Slow: Authorizer {
    func decide(_ request: AccessRequest) async -> AccessDecision { .granted(.anyone) }
  }

  /// Grants access to one document.
  private struct Restricted: Authorizer {
    func decide(_ request: AccessRequest) async -> AccessDecision { decision }

    func decideAtOnce(_ request: AccessRequest) -> AccessDecision? { decision }

    private var decision: AccessDecision {
      .granted(
        Client(
          id: Client.anyone.id, label: "", scope: .read, document: DocumentID(7), evidence: .header)
      )
    }
  }

  @Test func dates() {
    let dates = HTTPDates()
    #expect(
      dates.text(at: Date(timeIntervalSince1970: 784_111_777.9)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(
      dates.text(at: Date(timeIntervalSince1970: 784_111_778)) == "Sun, 06 Nov 1994 08:49:38 GMT")
    #expect(dates.text(at: Date(timeIntervalSince1970: -1)) == "Wed, 31 Dec 1969 23:59:59 GMT")
  }
}
