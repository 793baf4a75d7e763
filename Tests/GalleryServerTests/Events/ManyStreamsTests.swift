// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HummingbirdTesting
import PageStorage
import Synchronization
import Testing

@testable import GalleryServer

/// Many streams of one document, which share what is read of it.
struct ManyStreamsTests {
  private static let editCount = 40

  /// Streams begin at many times, while two stores change the document: each one gets every change once.
  @Test func everyStreamGetsEveryChangeInOrder() async throws {
    try await TestServer.run(.live) { server in
      let document = try await server.document(pages: 1)
      let page = PageID(try await server.ids(of: document)[0])
      let other = try await PageStore.open(at: server.store.path)
      let port = try #require(server.client.port)
      let last = try await server.store.document(document).revision + Self.editCount
      try await withThrowingTaskGroup(of: [Int].self) { group in
        for number in 0..<24 {
          group.addTask {
            try await Task.sleep(for: .milliseconds(7 * number))
            return try await Self.revisions(of: document, upTo: last, from: port)
          }
        }
        for number in 0..<Self.editCount {
          let store = number.isMultiple(of: 3) ? other : server.store
          try await store.rotate(page, by: .clockwise)
          if number.isMultiple(of: 5) {
            try await store.updateDocument(document, title: "\(number)")
          }
          try await Task.sleep(for: .milliseconds(3))
        }
        for try await revisions in group {
          let first = try #require(revisions.first)
          #expect(revisions == Array(first...last))
        }
      }
      await other.close()
    }
  }

  /// Follows a document to a revision, and returns the revision at the start and those of all events.
  private static func revisions(
    of document: DocumentID, upTo last: Int, from port: Int
  ) async throws -> [Int] {
    let request =
      "GET /api/v1/documents/\(document.rawValue)/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
    let all = Mutex("")
    try await RawConnection.follow(request, to: port) { received in
      all.withLock { $0 = received }
      return received.contains("id: \(last)\n") && received.contains("\"35\"")
    }
    return all.withLock(\.self).split(separator: "id: ").dropFirst().compactMap {
      Int($0.prefix { $0 != "\n" })
    }
  }

  @Test func whatOneStreamHasReadIsSharedUntilTheNextChange() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let page = PageID(try await server.ids(of: document)[0])
      let hub = EventHub(store: server.store, origins: ChangeOrigins())
      let signals = EventSignals()
      let id = try await hub.join(
        EventListener(signals: signals, document: document), from: server.store.version())
      var wakes = signals.wakes.makeAsyncIterator()
      for revision in 1...3 {
        try await server.store.rotate(page, by: .clockwise)
        await wakes.next()
        let portion = try await hub.portion(of: document, after: revision)
        #expect(portion.revision == revision + 1 && portion.events.count == 1)
        let again = try await hub.portion(of: document, after: revision)
        #expect(again.events.map(\.text) == portion.events.map(\.text))
        #expect(try await hub.portion(of: document, after: revision + 1).events.isEmpty)
        #expect(hub.readCount == revision)
      }
      hub.leave(id)
      // Nothing follows the changes any more, so that everything is read.
      let alone = try await hub.portion(of: document, after: 3)
      #expect(alone.events.count == 1 && hub.readCount == 4)
    }
  }

  /// Many clients may fall behind together, or come back together.
  @Test func whatManyStreamsNeedAtOnceIsReadOnce() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 40)
      let hub = EventHub(store: server.store, origins: ChangeOrigins())
      let texts = try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<100 {
          group.addTask { try await hub.portion(of: document, after: 1).events.map(\.text) }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(texts.count == 1 && texts.first?.count == 39)
      #expect(hub.readCount < 100)
      // A failure is not kept.
      try await server.store.deleteDocument(document)
      await #expect(throws: PageStoreError.self) {
        try await hub.portion(of: document, after: 1)
      }
      _ = try await server.store.perform(.restoreDocument(document))
      #expect(try await hub.portion(of: document, after: 1).revision >= 40)
    }
  }
}
