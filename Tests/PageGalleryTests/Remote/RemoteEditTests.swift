// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage
import Testing

@testable import GalleryClient
@testable import PageGallery

/// The requests of edits, and the responses to them.
struct RemoteEditTests {
  private static let deletion = Changeset(deletions: [1])

  private func document(
    _ answer: @escaping ScriptedServer.Answer
  ) async throws -> (RemoteDocument, ScriptedServer) {
    let server = try await ScriptedServer(answer)
    let remote = try RemoteServer(
      at: "http://127.0.0.1:\(server.port)", configuration: .patient)
    return (RemoteDocument(DocumentID(7), on: remote), server)
  }

  @Test func lostResponsesAreRequestedUnderTheSameKey() async throws {
    let (document, server) = try await document { _, number, writer in
      switch number {
      case 1: throw ScriptedServer.Hangup()
      case 2: try await writer.send("HTTP/1.1 200")
      case 3: try await writer.respond("{}", status: 409, fields: "Retry-After: 0\r\n")
      case 4: try await writer.respond("{}", status: 503, fields: "Retry-After: 0\r\n")
      default: try await writer.respond("{\"revision\":5,\"pageCount\":3}")
      }
      if number == 2 { throw ScriptedServer.Hangup() }
    }
    let receipt = try await document.apply(Self.deletion, to: 4)
    #expect(receipt == PageSourceReceipt(version: 5, pageCount: 3))
    _ = try await document.apply(Self.deletion, to: 4)
    let requests = server.requests
    #expect(requests.map(\.line) == Array(repeating: "POST /api/v1/documents/7/changes", count: 6))
    #expect(requests.allSatisfy { $0.body == "{\"deletions\":[1]}" })
    #expect(requests.allSatisfy { $0.field("if-match") == "\"r4\"" })
    let keys = requests.map { $0.field("idempotency-key") ?? "" }
    #expect(Set(keys[..<5]).count == 1 && keys[5] != keys[0])
    #expect(keys.allSatisfy { (1...64).contains($0.count) })
  }

  @Test func editsThatGetNoAnswerFail() async throws {
    let server = try await ScriptedServer { _, _, _ in throw ScriptedServer.Hangup() }
    var configuration = RemoteServerConfiguration.patient
    configuration.retryDuration = .zero
    let remote = try RemoteServer(
      at: "http://127.0.0.1:\(server.port)", configuration: configuration)
    await #expect {
      try await RemoteDocument(DocumentID(7), on: remote).apply(Self.deletion, to: 4)
    } throws: { error in
      guard case PageSourceError.other(let reason) = error,
        case .disconnected? = reason.error as? RemoteServerError
      else { return false }
      return true
    }
    #expect(server.requests.count == 1)
  }

  private static let page = Page(id: 9)
  private static let insertion = Changeset(insertions: [.init(index: 0, page: page)])

  /// The response to an insertion was lost, and the page deleted again.
  @Test func usedUploadsOfPagesInTheTrashAreForgotten() async throws {
    let (document, server) = try await document { _, number, writer in
      switch number {
      case 1:
        try await writer.respond(
          "{\"code\":\"usedUpload\",\"status\":422,\"title\":\"used\"}", status: 422,
          type: "application/problem+json")
      case 2:
        try await writer.respond(
          "{\"id\":9,\"document\":7,\"key\":\"AAAAAAAAAAA\"}", fields: "ETag: \"r4\"\r\n")
      default: try await writer.respond("{\"revision\":5,\"pageCount\":3}")
      }
    }
    document.uploads.add("used", asPage: Self.page.id)
    let receipt = try await document.apply(Self.insertion, to: 4)
    #expect(receipt.version == 5)
    #expect(document.uploads.pages.isEmpty)
    #expect(
      server.requests.map(\.body) == [
        #"{"insertions":[{"at":0,"upload":"used"}]}"#, "", #"{"insertions":[{"at":0,"page":9}]}"#,
      ])
  }

  /// Changes and pages show which uploads were used by edits whose response was lost.
  @Test(arguments: [false, true]) func usedUploadsAreForgotten(byEvent: Bool) async throws {
    let (document, server) = try await document { request, _, writer in
      guard request.line.hasSuffix("events") else {
        return try await writer.respond(
          #"{"revision":5,"ids":[9],"aspectRatios":[null],"keys":["AAAAAAAAAAA"]}"#)
      }
      try await writer.respondWithEvents(
        """
        event: change\nid: 5\n\
        data: {"revision":5,"insertions":[{"at":0,"page":{"id":9,"aspectRatio":0.7}}],"keys":{}}\n\n
        """)
    }
    document.uploads.add("used", asPage: Self.page.id)
    document.uploads.add("waiting", asPage: 10)
    if byEvent {
      var changes = document.changes(after: 4).makeAsyncIterator()
      #expect(try await changes.next()?.version == 5)
    } else {
      #expect(try await document.pages().pages.map(\.id) == [9])
    }
    #expect(document.uploads.pages == [10: "waiting"])
    withExtendedLifetime(server) {}
  }

  @Test func deadlinesOfTheirOwnAreReported() async throws {
    let (document, server) = try await document { _, _, _ in
      try await Task.sleep(for: .seconds(3_600))
    }
    await #expect(throws: RemoteServerError.timedOut(after: .milliseconds(100))) {
      _ = try await document.server.open(.get("/"), within: .milliseconds(100))
    }
    withExtendedLifetime(server) {}
  }

  @Test func requestsThatCannotBeWrittenAreNoResponses() {
    let error = #expect(throws: RemoteServerError.self) {
      _ = try RemoteRequest.post("/", json: Double.nan)
    }
    #expect(error?.description == "The request cannot be sent: it cannot be written as JSON.")
  }

  @Test func conflictsHaveTheirChanges() async throws {
    let (document, server) = try await document { _, number, writer in
      let changes = number == 1 ? "[{\"revision\":5},{\"revision\":6,\"deletions\":[0]}]" : "null"
      try await writer.respond(
        "{\"code\":\"conflict\",\"revision\":6,\"changes\":\(changes)}", status: 412,
        type: "application/problem+json")
    }
    let changes = [
      PageSourceChange(version: 5, changeset: Changeset()),
      PageSourceChange(version: 6, changeset: Changeset(deletions: [0])),
    ]
    for expected in [changes, []] {
      await #expect(throws: PageSourceError.conflict(version: 6, changes: expected)) {
        try await document.apply(Self.deletion, to: 4)
      }
    }
    withExtendedLifetime(server) {}
  }

  @Test(arguments: [
    "[{\"revision\":6}]", "[{\"revision\":5}]", "[{\"revision\":5},{\"revision\":5}]",
  ])
  func conflictsWithGapsAreRefused(changes: String) async throws {
    let (document, server) = try await document { _, _, writer in
      try await writer.respond("{\"revision\":6,\"changes\":\(changes)}", status: 412)
    }
    await #expect {
      try await document.apply(Self.deletion, to: 4)
    } throws: { error in
      if case PageSourceError.other = error { true } else { false }
    }
    withExtendedLifetime(server) {}
  }

  @Test func uploadsAreReferredTo() async throws {
    let (document, server) = try await document { request, number, writer in
      if request.line.hasPrefix("PUT") {
        let page = "{\"id\":\(20 + number),\"aspectRatio\":0.5,\"key\":\"AAAAAAAAAAA\"}"
        try await writer.respond("{\"page\":\(page)}", status: 201)
      } else if request.line.hasPrefix("GET /api/v1/documents/7/pages?from=3&limit=1") {
        let page = "{\"id\":9,\"document\":7,\"index\":3,\"key\":\"AAAAAAAAAAA\"}"
        try await writer.respond("{\"revision\":4,\"pageCount\":5,\"pages\":[\(page)]}")
      } else {
        try await writer.respond("{\"revision\":5,\"pageCount\":7}")
      }
    }
    let page = try await document.stage(Array("abc".utf8), fileName: "Scan ä'7.jpg")
    #expect(page == Page(id: 21, size: try PageShape(aspectRatio: 0.5)))
    #expect(document.key(of: 21) != nil)
    let size = try await document.stageReplacement(of: 9, with: [65], unreadable: .keepAsDamaged)
    let change = Changeset(
      insertions: [.init(index: 0, page: page), .init(index: 2, page: Page(id: 3))],
      replacements: [.init(index: 3, size: size)])
    _ = try await document.apply(change, to: 4)
    let requests = server.requests
    let names = requests[..<2].map { $0.line.split(separator: "/").last ?? "" }
    #expect(requests[0].body == "abc" && requests[1].line.hasSuffix("?unreadable=keep"))
    let disposition = "attachment; filename*=UTF-8''Scan%20%C3%A4%277%2Ejpg"
    #expect(requests[0].head.contains("content-disposition: \(disposition)\r\n"))
    #expect(!requests[1].head.contains("content-disposition"))
    let uploads = names.map { $0.prefix { $0 != "?" } }
    let body = try #require(requests.last).body
    #expect(body.contains("{\"at\":0,\"upload\":\"\(uploads[0])\"}"), "\(body)")
    #expect(body.contains("{\"at\":2,\"page\":3}"), "\(body)")
    #expect(body.contains("\"replacements\":[{\"at\":3,\"upload\":\"\(uploads[1])\"}]"), "\(body)")
    #expect(Set(uploads).count == 2 && uploads[0].count == 36)
  }

  @Test func streamedPagesAreSentInPieces() async throws {
    let (document, server) = try await document { _, _, writer in
      try await writer.respond("{\"page\":{\"id\":3}}", status: 201)
    }
    let pieces = AsyncStream { continuation in
      for piece in ["ab", "", "cde"] { continuation.yield(Array(piece.utf8)) }
      continuation.finish()
    }
    #expect(try await document.stage(pieces, byteCount: 5) == Page(id: 3))
    #expect(server.requests[0].body == "abcde")
  }

  @Test func expiredUploadsAreNamed() async throws {
    let (document, server) = try await document { request, _, writer in
      if request.line.hasPrefix("PUT") {
        return try await writer.respond("{\"page\":{\"id\":3}}", status: 201)
      }
      if request.line.contains("after=4") { return try await writer.respond("{\"revision\":4}") }
      try await writer.respond(
        "{\"code\":\"notFound\",\"detail\":\"There is no upload.\"}", status: 404)
    }
    let page = try await document.stage([1])
    await #expect(throws: PageSourceError.unstagedPage(3)) {
      try await document.apply(Changeset(insertions: [.init(index: 0, page: page)]), to: 4)
    }
    withExtendedLifetime(server) {}
  }
}
