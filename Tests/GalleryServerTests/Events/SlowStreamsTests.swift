// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import PageStorage
import Synchronization
import Testing

@testable import GalleryServer

/// Many streams, of which some have clients that take their bytes late.
struct SlowStreamsTests {
  private static let editCount = 48

  /// Each stream sends what the log of the store has: everything once, in order.
  @Test(arguments: [true, false]) func everyStreamSendsTheLog(isGuarded: Bool) async throws {
    try await TestServer.run { server in
      let document = try await server.document("First", pages: 3)
      let page = PageID(try await server.ids(of: document)[0])
      let first = try await server.store.document(document).revision
      let arrivals = Arrivals(of: first + Self.editCount)
      try await Self.serve(server.store, isGuarded: isGuarded) { port in
        try await withThrowingTaskGroup(of: String.self) { group in
          for number in 0..<30 {
            group.addTask {
              if number.isMultiple(of: 3) { try await Task.sleep(for: .milliseconds(9 * number)) }
              return try await Self.events(of: document, after: first, from: port, arrivals)
            }
          }
          try await Self.edit(document, page, in: server.store)
          // A stream of a document in the trash does not have the changes before.
          try await arrivals.wait(until: 30)
          try await server.store.deleteDocument(document)
          var received: [String] = []
          for try await events in group { received.append(events) }
          let expected = try await Self.log(of: document, after: first, in: server.store)
          #expect(expected.count == Self.editCount && received.count == 30)
          for events in received {
            #expect(Self.changes(in: events) == expected)
            // On a busy machine, a comment of a stream that rests may follow.
            let last = events.split(separator: "\n\n").last { $0 != ":" }
            #expect(last == "event: gone\ndata: {\"revision\":\(first + 48)}")
          }
        }
      }
    }
  }

  /// The streams that have sent the last change.
  private final class Arrivals: Sendable {
    private let mark: String
    private let count = Mutex(0)

    init(of revision: Int) { mark = "id: \(revision)\n" }

    /// Notes what a stream has sent, and returns whether the last change is in it.
    func note(_ received: String, after isNoted: Bool) -> Bool {
      guard !isNoted, received.contains(mark) else { return isNoted }
      count.withLock { $0 += 1 }
      return true
    }

    /// Waits until the last change has arrived at a number of clients.
    func wait(until number: Int) async throws {
      for _ in 0..<6_000 where count.withLock({ $0 < number }) {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(count.withLock(\.self) == number)
    }
  }

  /// Changes a document.
  private static func edit(
    _ document: DocumentID, _ page: PageID, in store: PageStore
  ) async throws {
    for number in 0..<editCount {
      try await store.move(page, to: number.isMultiple(of: 2) ? 2 : 0)
      if number.isMultiple(of: 7) {
        try await store.updateDocument(document, title: "Title \(number)")
      }
      if !number.isMultiple(of: 4) { try await Task.sleep(for: .milliseconds(number % 5 * 3)) }
    }
  }

  /// The events of all changes, as the log has them before the document is in the trash.
  private static func log(
    of document: DocumentID, after revision: Int, in store: PageStore
  ) async throws -> [String] {
    try await store.restoreDocument(document)
    let history = try await ChangeHistory(
      of: document, after: revision, in: store, origins: ChangeOrigins())
    let changes = try #require(history.changes)
    return try changes.prefix(editCount).map {
      try ServerSentEvent(.change, revision: $0.revision, $0).text
    }
  }

  /// The events of a stream that are changes.
  private static func changes(in events: String) -> [String] {
    events.split(separator: "\n\n").filter { $0.contains("event: change\n") }.map { "\($0)\n\n" }
  }

  /// Follows a document to its end, and returns the content of the response.
  private static func events(
    of document: DocumentID, after revision: Int, from port: Int, _ arrivals: Arrivals
  ) async throws -> String {
    let path = "/api/v1/documents/\(document.rawValue)/events?after=\(revision)"
    let all = Mutex("")
    let isNoted = Mutex(false)
    try await RawConnection.follow("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n", to: port) {
      received in
      all.withLock { $0 = received }
      isNoted.withLock { $0 = arrivals.note(received, after: $0) }
      return received.hasSuffix("\r\n0\r\n\r\n")
    }
    return try content(all.withLock(\.self))
  }

  /// The content of a response in chunks.
  private static func content(_ response: String) throws -> String {
    let parts = response.split(separator: "\r\n\r\n", maxSplits: 1)
    var (rest, content) = (try #require(parts.last).utf8[...], "")
    while let end = rest.firstIndex(of: 13) {
      let count = try #require(Int(Substring(rest[..<end]), radix: 16))
      let chunk = rest[end...].dropFirst(2)
      content += String(Substring(chunk.prefix(count)))
      rest = chunk.dropFirst(count + 2)
    }
    return content
  }

  /// Runs a server over a store, every second connection of which is slow.
  private static func serve(
    _ store: PageStore, isGuarded: Bool, _ body: @Sendable (Int) async throws -> Void
  ) async throws {
    let server = GalleryServer(store: store)
    let connections = GuardedConnections(limits: .patient)
    let application = Application(
      responder: server.responder(context: GalleryRequestContext.self),
      server: isGuarded ? connections.server(with: { [SlownessHandler()] }) : .http1(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)))
    try await application.test(.live) { client in try await body(#require(client.port)) }
  }
}

/// Adds a slow socket to every second connection.
private final class SlownessHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  private static let count = Atomic(0)

  func handlerAdded(context: ChannelHandlerContext) {
    let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    guard number.isMultiple(of: 2) else { return }
    try? context.pipeline.syncOperations.addHandler(SlowSocket(), position: .first)
  }
}

/// A client that takes each write at once, but lets the server know only after some time.
private final class SlowSocket: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer

  private var waiting: [EventLoopPromise<Void>] = []

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    context.write(data, promise: nil)
    guard let promise else { return }
    waiting.append(promise)
    guard waiting.count == 1 else { return }
    let delay = TimeAmount.milliseconds(.random(in: 0...12))
    context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
      let taken = self.waiting
      self.waiting = []
      for promise in taken { promise.succeed() }
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    for promise in waiting { promise.fail(ChannelError.ioOnClosedChannel) }
    waiting = []
  }
}
