// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import NIOCore
import PageStorage
import Testing

@testable import GalleryClient
@testable import PageGallery

/// Servers that answer wrongly, too much, too little, or not at all.
struct HostileServerTests {
  private static let columns =
    "{\"revision\":2,\"ids\":[5,7],\"aspectRatios\":[0.5,null],"
    + "\"keys\":[\"AAAAAAAAAAA\",\"AAAAAAAAAAE\"],\"damaged\":[],\"contentVersions\":{\"7\":3}}"

  /// Returns a document of a scripted server.
  private func document(
    _ change: (inout RemoteServerConfiguration) -> Void = { _ in },
    _ answer: @escaping ScriptedServer.Answer
  ) async throws -> (RemoteDocument, ScriptedServer) {
    let server = try await ScriptedServer(answer)
    var configuration = RemoteServerConfiguration.patient
    change(&configuration)
    let remote = try RemoteServer(
      at: "http://127.0.0.1:\(server.port)/", configuration: configuration)
    return (RemoteDocument(DocumentID(7), on: remote), server)
  }

  /// Returns the error with which a call fails.
  private func failure(
    _ call: () async throws -> some Sendable
  ) async -> RemoteServerError? {
    do {
      _ = try await call()
      return nil
    } catch PageSourceError.other(let error) {
      return error.error as? RemoteServerError
    } catch {
      return error as? RemoteServerError
    }
  }

  private func isMalformed(_ error: RemoteServerError?) -> Bool {
    if case .malformedResponse = error { true } else { false }
  }

  @Test func pagesAreReadFromColumns() async throws {
    let (document, server) = try await document {
      $0.token = "secret"
    } _: { _, _, writer in
      try await writer.respond(Self.columns)
    }
    let shape = try PageShape(aspectRatio: 0.5)
    #expect(
      try await document.pages()
        == VersionedPages(
          pages: [Page(id: 5, size: shape), Page(id: 7, contentVersion: 3)], version: 2))
    #expect(document.key(of: 7) == PageKey("AAAAAAAAAAE"))
    #expect(server.requests[0].line == "GET /api/v1/documents/7/pages")
    #expect(server.requests[0].field("authorization") == "Bearer secret")
    #expect(document.name == .custom("http://127.0.0.1:\(server.port)/api/v1/documents/7"))
  }

  @Test(arguments: [
    "", "null", "[]", "{}", "{\"revision\":2}", columns + "x",
    columns.replacing("\"revision\":2", with: "\"revision\":-2"),
    columns.replacing("\"revision\":2", with: "\"revision\":9007199254740992"),
    columns.replacing("[5,7]", with: "[5]"), columns.replacing("[5,7]", with: "[5,-7]"),
    columns.replacing("[5,7]", with: "[5,18446744073709551615]"),
    columns.replacing("0.5", with: "0"), columns.replacing("0.5", with: "-1e308"),
    columns.replacing("0.5", with: "1e999"), columns.replacing("AAAAAAAAAAE", with: "?"),
    columns.replacing("{\"7\":3}", with: "{\"7\":2147483648}"),
    String(repeating: "[", count: 1_000),
  ])
  func wrongPagesAreRefused(body: String) async throws {
    let (document, server) = try await document { _, _, writer in try await writer.respond(body) }
    #expect(isMalformed(await failure { try await document.pages() }))
    withExtendedLifetime(server) {}
  }

  @Test func longResponsesAreRefused() async throws {
    let (document, server) = try await document {
      $0.maximumResponseByteCount = 1_000
    } _: { _, number, writer in
      if number == 1 { return try await writer.respond(String(repeating: " ", count: 1_001)) }
      try await writer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      while true { try await writer.send("400\r\n\(String(repeating: " ", count: 1_024))\r\n") }
    }
    for _ in 0..<2 {
      #expect(await failure { try await document.pages() } == .tooLarge(limit: 1_000))
    }
    try await eventually { server.closedCount >= 1 }
  }

  @Test func endlessHeadersAreRefused() async throws {
    let (document, server) = try await document { _, _, writer in
      try await writer.send("HTTP/1.1 200 OK\r\n")
      while true { try await writer.send("X-Field: \(String(repeating: "x", count: 1_000))\r\n") }
    }
    #expect(isMalformed(await failure { try await document.pages() }))
    withExtendedLifetime(server) {}
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\n", "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"])
  func silentServersAreGivenUp(text: String) async throws {
    let (document, server) = try await document {
      $0.silenceTimeout = .milliseconds(100)
    } _: { _, _, writer in
      try await writer.send(text)
    }
    #expect(await failure { try await document.pages() } == .silent(for: .milliseconds(100)))
    try await eventually { server.closedCount == 1 }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"])
  func slowServersAreGivenUp(text: String) async throws {
    let (document, server) = try await document {
      $0.requestTimeout = .milliseconds(300)
    } _: { _, _, writer in
      try await writer.send(text)
      while !text.isEmpty {
        try await writer.send("1\r\n \r\n")
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    #expect(await failure { try await document.pages() } == .timedOut(after: .milliseconds(300)))
    withExtendedLifetime(server) {}
  }

  @Test func problemsAreReported() async throws {
    let (document, server) = try await document { _, number, writer in
      guard number == 1 else {
        return try await writer.respond("<html>", status: 502, type: "text/html")
      }
      try await writer.respond(
        """
        {"type": "/problems/limitExceeded", "title": "Too large", "status": 413, "limit": 10,
        "detail": "The page has 12 bytes.", "code": "limitExceeded", "found": 12,
        "instance": "4f", "exceeded": "pageByteCount", "error": {"a": [1]}}
        """, status: 413, type: "application/problem+json")
    }
    let problem = RemoteProblem(
      status: 413, code: "limitExceeded", detail: "The page has 12 bytes.", request: "4f",
      facts: ["limit": .number(10), "found": .number(12), "exceeded": .text("pageByteCount")])
    #expect(await failure { try await document.stage([1]) } == .problem(problem))
    #expect("\(RemoteServerError.problem(problem))" == "The page has 12 bytes.")
    #expect(await failure { try await document.stage([1]) } == .unexpectedStatus(502))
    #expect(server.requests[0].line.hasPrefix("PUT /api/v1/uploads/"))
  }

  @Test func redirectionsAreNotFollowed() async throws {
    let (other, target) = try await document { _, _, writer in try await writer.respond("{}") }
    let (document, server) = try await document {
      $0.token = "secret"
    } _: { _, _, writer in
      try await writer.respond("", status: 307, fields: "Location: \(other.server.url)/\r\n")
    }
    #expect(await failure { try await document.pages() } == .unexpectedStatus(307))
    #expect(target.requests.isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test(arguments: [
    "", "ftp://localhost", "http://", "https:///a", "http://a?b", "http://a#b", "http://a b",
    "http://user@host", "localhost:8080", "http://a\r\nb",
  ])
  func otherURLsAreRefused(url: String) {
    #expect(throws: RemoteServerError.invalidURL(url)) { try RemoteServer(at: url) }
  }

  @Test(arguments: ["a b", "a\r\nX: 1", "ä"]) func otherTokensAreRefused(token: String) {
    #expect(throws: RemoteServerError.invalidToken) {
      try RemoteServer(
        at: "http://localhost", configuration: RemoteServerConfiguration(token: token))
    }
  }

  /// Responses with errors at random places: each call ends with a value or an error.
  @Test func damagedResponsesEndInValuesOrErrors() async throws {
    let seed = 11 &+ TestEnvironment.randomSeed
    let body = Self.columns
    let (document, server) = try await document {
      $0.retryDuration = .zero
    } _: { request, number, writer in
      var random = SeededGenerator(seed: seed &+ UInt64(number))
      let text = request.line.hasPrefix("POST") ? "{\"revision\":5,\"pageCount\":4}" : body
      let fields = "Content-Type: text/event-stream\r\nContent-Length: \(text.utf8.count)"
      var bytes = Array("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(text)".utf8)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      try await writer.write(ByteBuffer(bytes: bytes))
      throw ScriptedServer.Hangup()
    }
    var counts = (values: 0, errors: 0)
    for number in 0..<400 {
      do {
        switch number % 4 {
        case 0: _ = try await document.pages()
        case 1: _ = try await document.apply(Changeset(deletions: [0]), to: 4)
        case 2: _ = try await document.version()
        default: for try await _ in document.changes(after: 4) {}
        }
        counts.values += 1
      } catch {
        counts.errors += 1
      }
    }
    #expect(counts.values > 50 && counts.errors > 100, "\(counts)")
    withExtendedLifetime(server) {}
  }

  @Test func refusedConnectionsAreReported() async throws {
    let server = try RemoteServer(at: "http://127.0.0.1:1")
    let error = await failure { try await RemoteDocument(DocumentID(1), on: server).version() }
    let isDisconnected = if case .disconnected = error { true } else { false }
    #expect(isDisconnected, "\(String(describing: error))")
  }

  @Test func thumbnailsAndOriginalsAreFetched() async throws {
    let (document, server) = try await document { request, _, writer in
      let fields = "X-Page-Damage: partial\r\n"
      if request.line.hasSuffix("original") {
        try await writer.respond("abc", type: "image/png")
      } else if request.line == "GET /t/5/AAAAAAAAAAE/h66.jpg" {
        try await writer.respond("xyz", type: "image/jpeg", fields: fields)
      } else {
        try await writer.respond("{\"code\":\"notFound\",\"detail\":\"Stale.\"}", status: 404)
      }
    }
    let key = try #require(PageKey("AAAAAAAAAAE"))
    let thumbnail = try await document.thumbnail(of: 5, key: key, style: .h66)
    #expect(thumbnail.bytes == Array("xyz".utf8) && thumbnail.isDamaged)
    #expect(thumbnail.mediaType == "image/jpeg")
    let stale = await failure { try await document.thumbnail(of: 5, key: key, style: .e800) }
    #expect(stale?.code == "notFound")
    let original = try await document.original(of: 5)
    #expect(original.byteCount == 3 && original.mediaType == "image/png")
    var bytes: [UInt8] = []
    for try await piece in original { bytes += piece }
    #expect(bytes == Array("abc".utf8))
    withExtendedLifetime(server) {}
  }

  @Test func shortOriginalsFail() async throws {
    let (document, server) = try await document { _, _, writer in
      try await writer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
      throw ScriptedServer.Hangup()
    }
    let original = try await document.original(of: 5)
    await #expect(throws: RemoteServerError.self) { for try await _ in original {} }
    withExtendedLifetime(server) {}
  }
}
