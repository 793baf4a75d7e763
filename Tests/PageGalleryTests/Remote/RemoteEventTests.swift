// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage
import Testing

@testable import GalleryClient
@testable import PageGallery

/// Streams of changes of servers that do as they like.
struct RemoteEventTests {
  private func document(
    _ change: (inout RemoteServerConfiguration) -> Void = { _ in },
    _ answer: @escaping ScriptedServer.Answer
  ) async throws -> (RemoteDocument, ScriptedServer) {
    let server = try await ScriptedServer(answer)
    var configuration = RemoteServerConfiguration.patient
    change(&configuration)
    let url = "http://127.0.0.1:\(server.port)"
    return (
      RemoteDocument(DocumentID(7), on: try RemoteServer(at: url, configuration: configuration)),
      server
    )
  }

  /// Reads changes until an error.
  private func follow(
    _ document: RemoteDocument, after version: Int = 4
  ) async -> ([Int], PageSourceError?) {
    var versions: [Int] = []
    do throws(PageSourceError) {
      for try await change in document.changes(after: version) { versions.append(change.version) }
      return (versions, nil)
    } catch {
      return (versions, error)
    }
  }

  private func event(_ revision: Int) -> String {
    "id: \(revision)\nevent: change\ndata: {\"revision\":\(revision)}\n\n"
  }

  private func cause(_ error: PageSourceError?) -> RemoteServerError? {
    guard case .other(let reason) = error else { return nil }
    return reason.error as? RemoteServerError
  }

  @Test func changesAreFollowedUntilTheServerEnds() async throws {
    let text = "retry: 2000\n\n" + event(5) + ":\n\n" + event(6)
    let (document, server) = try await document { _, _, writer in
      try await writer.respondWithEvents(text)
      throw ScriptedServer.Hangup()
    }
    let (versions, error) = await follow(document)
    #expect(versions == [5, 6])
    #expect(cause(error) == .endedStream)
    #expect(server.requests[0].line == "GET /api/v1/documents/7/events")
    #expect(server.requests[0].field("last-event-id") == "4")
  }

  @Test func disorderIsReported() async throws {
    let text = event(5) + event(5)
    let (document, server) = try await document { _, _, writer in
      try await writer.respondWithEvents(text)
    }
    let (versions, error) = await follow(document)
    #expect(versions == [5])
    #expect(cause(error) == .disorderedRevision(after: 5, found: 5))
    try await eventually { server.closedCount == 1 }
  }

  @Test func endlessLinesEnd() async throws {
    let (document, server) = try await document {
      $0.maximumEventByteCount = 10_000
    } _: {
      _, _, writer in
      try await writer.respondWithEvents("data: ")
      while true { try await writer.send(String(repeating: "x", count: 1_000)) }
    }
    #expect(cause(await follow(document).1) == .tooLarge(limit: 10_000))
    withExtendedLifetime(server) {}
  }

  @Test func deadConnectionsAreNoticed() async throws {
    let text = event(5)
    let (document, server) = try await document {
      $0.silenceTimeout = .milliseconds(100)
    } _: {
      _, _, writer in
      try await writer.respondWithEvents(text)
    }
    let (versions, error) = await follow(document)
    // A busy machine may not read in time.
    #expect([[], [5]].contains(versions))
    #expect(cause(error) == .silent(for: .milliseconds(100)))
    try await eventually { server.closedCount == 1 }
  }

  @Test func otherMediaTypesAreNoEvents() async throws {
    let (document, server) = try await document { _, _, writer in
      try await writer.respond("{}")
    }
    let error = cause(await follow(document).1)
    let isMalformed = if case .malformedResponse = error { true } else { false }
    #expect(isMalformed, "\(String(describing: error))")
    withExtendedLifetime(server) {}
  }

  /// The status of HEAD decides whether a document is in the trash or gone.
  @Test(arguments: [204, 404, 200]) func goneDocumentsAreInTheTrashOrRemoved(status: Int)
    async throws
  {
    let (document, server) = try await document { request, _, writer in
      if request.line.hasPrefix("HEAD") {
        let type = "Content-Type: application/problem+json\r\n"
        return try await writer.send("HTTP/1.1 \(status) X\r\n\(type)Content-Length: 0\r\n\r\n")
      }
      try await writer.respondWithEvents("event: gone\ndata: {\"revision\":4}\n\n")
    }
    let expected =
      status == 404 ? PageSourceError.gone : .store(.notFound(.document(DocumentID(7))))
    #expect(await follow(document).1 == expected)
    withExtendedLifetime(server) {}
  }

  @Test func cancelledReadersCloseTheirConnections() async throws {
    let text = event(5)
    let (document, server) = try await document { request, _, writer in
      if request.line.hasSuffix("events") { try await writer.respondWithEvents(text) }
    }
    let read = StoredDocumentTests.Flag()
    let reader = Task {
      for try await _ in document.changes(after: 4) { read.raise() }
    }
    try await eventually { read.isRaised }
    reader.cancel()
    try await eventually { server.closedCount == 1 }
    _ = await reader.result
    // Also while the response has not begun.
    let pages = Task { try await document.pages() }
    try await eventually { server.requests.count == 2 }
    pages.cancel()
    try await eventually { server.closedCount == 2 }
    let error = await #expect(throws: PageSourceError.self) { try await pages.value }
    #expect(cause(error) == .cancelled)
  }

  @Test func releasedReadersCloseTheirConnections() async throws {
    let text = event(5)
    let (document, server) = try await document { _, _, writer in
      try await writer.respondWithEvents(text)
    }
    #expect(try await document.firstChange(after: 4)?.version == 5)
    try await eventually { server.closedCount == 1 }
  }
}
