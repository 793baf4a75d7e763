// SPDX-License-Identifier: Apache-2.0

import PageStorage
import Synchronization
import Testing

@testable import GalleryServer

/// The streams that a hub knows, and what it keeps for them.
struct EventHubTests {
  private struct Failure: Error {}

  private func listener(_ document: DocumentID? = nil) -> EventListener {
    EventListener(signals: EventSignals(), document: document)
  }

  /// Waits until the task is cancelled.
  private static func cancellation() async throws {
    let (never, end) = AsyncStream.makeStream(of: Void.self)
    for await _ in never {}
    withExtendedLifetime(end) {}
    try Task.checkCancellation()
  }

  /// Waits until a stream is told to end.
  private func waitForEnd(of listener: EventListener) async {
    var wakes = listener.signals.wakes.makeAsyncIterator()
    repeat { await wakes.next() } while !listener.signals.take().isEnding
  }

  /// A stream may still be writing when the others have ended, and clients come back at once.
  @Test func aStreamAfterAFailureFollowsAgain() async throws {
    try await TestServer.run { server in
      let (versions, found) = AsyncStream.makeStream(of: Int.self)
      let hub = EventHub(store: server.store, origins: ChangeOrigins()) { version, _ in
        found.yield(version)
        guard version > 1 else { throw Failure() }
        // Until the last stream has left.
        try await Self.cancellation()
      }
      let (first, second) = (listener(), listener())
      let slow = hub.join(first, from: 1)
      await waitForEnd(of: first)
      let next = hub.join(second, from: 2)
      var started = versions.makeAsyncIterator()
      #expect(await started.next() == 1)
      #expect(await started.next() == 2)
      // The end of the first one concerns nobody.
      hub.leave(slow)
      #expect(!second.signals.take().isEnding && hub.isFollowing)
      hub.leave(next)
      #expect(!hub.isFollowing)
    }
  }

  @Test func nothingIsKeptOfDocumentsWithoutStreams() async throws {
    try await TestServer.run { server in
      let documents = [try await server.document(pages: 1), try await server.document(pages: 1)]
      let hub = EventHub(store: server.store, origins: ChangeOrigins())
      let version = try await server.store.version()
      let library = hub.join(listener(), from: version)
      for document in documents {
        let (first, second) = (listener(document), listener(document))
        let ids = [hub.join(first, from: version), hub.join(second, from: version)]
        _ = try await hub.portion(of: document, after: 0)
        #expect(hub.keeps(document))
        hub.leave(ids[0])
        #expect(hub.keeps(document))
        hub.leave(ids[1])
        #expect(!hub.keeps(document))
        _ = try await hub.portion(of: document, after: 0)
        #expect(!hub.keeps(document))
      }
      #expect(hub.isFollowing)
      hub.leave(library)
      #expect(!hub.isFollowing)
    }
  }

  @Test func largeEventsAreNotKept() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 3)
      let portion = try await DocumentPortion(
        of: document, after: 1, in: server.store, origins: ChangeOrigins(), changeCount: 0)
      let byteCount = portion.events.reduce(0) { $0 + $1.text.utf8.count }
      #expect(portion.events.count == 2 && portion.kept(upTo: byteCount).events.count == 2)
      let small = portion.kept(upTo: byteCount - 1)
      // It is the end for those who know the rest, and no answer for all others.
      #expect(small.events.isEmpty && small.after == portion.revision)
      #expect(small.revision == portion.revision && small.isComplete)
    }
  }

  @Test func streamsEndWhenTheServerDrains() async throws {
    try await TestServer.run { server in
      let state = ServerState()
      let hub = EventHub(store: server.store, origins: ChangeOrigins(), server: state)
      let (open, late) = (listener(), listener())
      let id = hub.join(open, from: try await server.store.version())
      #expect(!open.signals.take().isEnding)
      state.drain()
      #expect(open.signals.take().isEnding)
      let lateID = hub.join(late, from: try await server.store.version())
      #expect(late.signals.take().isEnding)
      for id in [id, lateID] { hub.leave(id) }
    }
  }
}

extension EventHub {
  fileprivate var isFollowing: Bool { state.withLock { !$0.tasks.isEmpty } }

  fileprivate func keeps(_ document: DocumentID) -> Bool {
    state.withLock { $0.portions[document] != nil }
  }
}
