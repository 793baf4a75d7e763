// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Foundation
  import GalleryTestSupport
  import PostgreSQLClient
  import Synchronization
  import Testing

  @testable import PageStorage

  /// What processes on one database tell each other of their commits.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct CommitNoticeTests {
    private let schema: TestSchema
    private let folder: TestFolder

    init() async throws {
      schema = try await TestSchema()
      folder = try TestFolder()
    }

    /// Opens the store as another process; it polls only once an hour.
    private func open() async throws -> PageStore {
      var configuration = PageStoreConfiguration()
      configuration.observationInterval = .seconds(3_600)
      return try await PageStore.open(
        at: schema.location + "&objects=\(folder.objects)", configuration: configuration)
    }

    /// Runs a query about the listening connections to the store, and returns the number of its rows.
    private func listeners(_ columns: String = "pid") async throws -> Int {
      try await schema.run(
        "SELECT \(columns) FROM pg_stat_activity WHERE query = 'LISTEN page_gallery_' || md5($1)",
        [.text(schema.name)]
      ).count
    }

    private func wait(forListeners count: Int) async throws {
      for _ in 0..<1_200 {
        if try await listeners() == count { return }
        try await Task.sleep(for: .milliseconds(50))
      }
      Issue.record("\(try await listeners()) listeners")
    }

    private func wait(_ isReached: () -> Bool) async throws {
      for _ in 0..<1_200 where !isReached() { try await Task.sleep(for: .milliseconds(50)) }
      try #require(isReached())
    }

    /// Revisions of a document that an observer has seen.
    private func observe(
      _ document: DocumentID, in reader: PageStore
    ) -> AsyncStream<Int> {
      let (revisions, seen) = AsyncStream.makeStream(of: Int.self)
      Task {
        defer { seen.finish() }
        for try await change in reader.changes(of: document, after: 0) {
          seen.yield(change.revision)
        }
      }
      return revisions
    }

    @Test func aNoticeNeedsNoPolling() async throws {
      var catalog = try await RemoteCatalog.create(schema.configuration)
      catalog.patience = .seconds(3_600)
      let other = try await RemoteCatalog.open(schema.configuration)
      let state = Mutex((count: 0, isWanted: true))
      let listener = Task { [catalog] in
        await catalog.listen {
          state.withLock {
            $0.count += 1
            return $0.isWanted
          }
        }
      }
      // Before it connects, and once it listens.
      try await wait { state.withLock { $0.count == 2 } }
      other.noteCommit()
      try await wait { state.withLock { $0.count == 3 } }
      // Its own commits need no notice.
      catalog.noteCommit()
      try await Task.sleep(for: .milliseconds(300))
      #expect(state.withLock { $0.count } == 3)
      state.withLock { $0.isWanted = false }
      other.noteCommit()
      await listener.value
      // It ends at once: until then, the connections of a store that nobody uses any more are open.
      #expect(state.withLock { $0.count } == 4)
      await catalog.close()
      await other.close()
    }

    @Test func aCommitOfAnotherProcessIsHeardOf() async throws {
      let (writer, reader) = (try await open(), try await open())
      let document = try await writer.createDocument(title: "Lease").id
      var revisions = observe(document, in: reader).makeAsyncIterator()
      try await wait(forListeners: 1)
      for revision in 1...3 {
        try await writer.append(TestPage.input(revision), to: document)
        #expect(await revisions.next() == revision)
      }
      await writer.close()
      await reader.close()
    }

    @Test func aListenerWhoseConnectionWasEndedListensAgain() async throws {
      let (writer, reader) = (try await open(), try await open())
      let document = try await writer.createDocument(title: "Lease").id
      var revisions = observe(document, in: reader).makeAsyncIterator()
      try await wait(forListeners: 1)
      #expect(try await listeners("pg_terminate_backend(pid)") == 1)
      try await writer.append(TestPage.input(1), to: document)
      #expect(await revisions.next() == 1)
      try await wait(forListeners: 1)
      await writer.close()
      await reader.close()
    }

    @Test func manyCommitsShareANotice() {
      let notices = CommitNotices()
      #expect(notices.note())
      #expect(!notices.note() && !notices.note())
      #expect(notices.isDueAgain())
      #expect(!notices.isDueAgain())
      #expect(notices.note())
    }

    @Test func aClosedStoreListensNoMore() async throws {
      let (writer, reader) = (try await open(), try await open())
      let document = try await writer.createDocument(title: "Lease").id
      let revisions = observe(document, in: reader)
      try await wait(forListeners: 1)
      await reader.close()
      await writer.close()
      try await wait(forListeners: 0)
      for await _ in revisions {}
    }
  }
#endif
