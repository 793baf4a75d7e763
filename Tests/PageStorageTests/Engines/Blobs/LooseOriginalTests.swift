// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Foundation
  import GalleryTestSupport
  import PostgreSQLClient
  import Synchronization
  import Testing

  @testable import PageStorage

  /// A call that waits.
  private final class Waiting: Sendable {
    private let state = Mutex((task: Task<Void, any Error>?.none, hasEnded: false))

    var hasEnded: Bool { state.withLock(\.hasEnded) }

    func begin(_ call: @escaping @Sendable () async throws -> Void) {
      let task = Task {
        try await call()
        state.withLock { $0.hasEnded = true }
      }
      state.withLock { $0.task = task }
    }

    func end() async throws { try await state.withLock(\.task)?.value }
  }

  /// Bytes that no page has: they are removed after a day, and never those that a page has.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct LooseOriginalTests {
    private let schema: TestSchema
    private let folder: TestFolder

    init() async throws {
      schema = try await TestSchema()
      folder = try TestFolder()
    }

    private func open() async throws -> PageStore {
      try await PageStore.open(
        at: schema.location + "&objects=\(folder.objects)",
        configuration: PageStoreConfiguration(reserveByteCount: 0))
    }

    private func run(_ sql: String) async throws -> Int { try await schema.run(sql).affectedCount }

    private func wait(hours: Int) async throws {
      _ = try await run(
        "UPDATE loose_original SET time = time - \(hours) * 3600000, removal = removal - \(hours) * 3600000"
      )
    }

    private func looseCount() async throws -> Int {
      try await run("SELECT digest FROM loose_original")
    }

    private static func digest(_ number: UInt8) throws -> ContentDigest {
      try #require(ContentDigest([UInt8](repeating: number, count: 32)))
    }

    private func hasBytes(_ digest: ContentDigest) -> Bool {
      let text = digest.description
      return FileManager.default.fileExists(
        atPath: "\(folder.objects)/blobs/\(text.prefix(2))/\(text.dropFirst(2))")
    }

    @Test func bytesOfPurgedPagesAreRemovedAfterADay() async throws {
      let store = try await open()
      let document = try await store.createDocument(title: "").id
      let other = try await store.createDocument(title: "").id
      let pages = [
        try await store.append(TestPage.input(1), to: document),
        try await store.append(TestPage.input(2), to: document),
      ]
      let copy = try await store.append(TestPage.input(1), to: other)
      for page in pages { try await store.delete(page.id) }
      #expect(try await store.purge(deletedBefore: .distantFuture) == 2)
      try await wait(hours: 23)
      try await store.purge()
      #expect(hasBytes(pages[1].digest), "somebody may be about to add them again")
      try await wait(hours: 2)
      try await store.purge()
      #expect(!hasBytes(pages[1].digest))
      #expect(try await store.bytes(of: copy.id) == TestPage.png(1))
      #expect(try await looseCount() == 0)
      await store.close()
    }

    /// Uploads of bytes whose removal was not attempted need not wait.
    @Test func aFailedRemovalReleasesTheOthers() async throws {
      let catalog = try await RemoteCatalog.create(schema.configuration)
      try await catalog.expectOriginals(Set([1, 2, 3].map { try Self.digest($0) }))
      try await wait(hours: 25)
      await #expect(throws: PageStoreError.self) {
        try await catalog.removeLooseOriginals { (_) throws(PageStoreError) in
          throw .unreachable(reason: "test")
        }
      }
      #expect(try await run("SELECT digest FROM loose_original WHERE removal IS NULL") == 2)
      #expect(try await looseCount() == 3)
      await catalog.close()
    }

    @Test func bytesThatWereNeverCommittedAreRemovedAfterADay() async throws {
      let store = try await open()
      let document = try await store.createDocument(title: "").id
      let page = try await store.stage(TestPage.input(3))
      let insertion = StoreEdit<DocumentChange>.insert(page, before: nil, of: document)
      await #expect(throws: PageStoreError.keyReused) {
        try await store.perform(insertion) { (_, _) throws(PageStoreError) -> Int in
          throw .keyReused
        }
      }
      #expect(hasBytes(page.digest))
      try await store.purge()
      #expect(hasBytes(page.digest))
      try await wait(hours: 25)
      try await store.purge()
      #expect(!hasBytes(page.digest))
      // They are put again for a later commit.
      try await store.perform(insertion)
      #expect(try await looseCount() == 0)
      #expect(try await store.bytes(of: page.id) == TestPage.png(3))
      await store.close()
    }

    @Test func bytesThatAreAddedAgainStay() async throws {
      let store = try await open()
      let document = try await store.createDocument(title: "").id
      let page = try await store.append(TestPage.input(1), to: document)
      try await store.delete(page.id)
      try await store.purge(deletedBefore: .distantFuture)
      try await wait(hours: 25)
      let again = try await store.append(TestPage.input(1), to: document)
      // Known bytes are noted as well before they are put.
      let third = try await store.append(TestPage.input(1), to: document)
      #expect(try await looseCount() == 1)
      try await wait(hours: 25)
      try await store.purge()
      for page in [again, third] {
        #expect(try await store.bytes(of: page.id) == TestPage.png(1))
      }
      #expect(try await looseCount() == 0)
      await store.close()
    }

    /// Commits forget noted originals in the order of their writes, which may be another one.
    @Test func aDeadlockIsWaitedFor() async throws {
      let catalog = try await RemoteCatalog.create(schema.configuration)
      let digests = Set(try (UInt8(1)...UInt8(20)).map { try Self.digest($0) })
      try await catalog.expectOriginals(digests)
      let schema = schema
      for _ in 0..<3 {
        async let commit: Void = {
          _ = try? await schema.run(
            """
            DO $$ DECLARE d bytea; BEGIN
            FOR d IN SELECT digest FROM loose_original ORDER BY digest DESC LOOP
            UPDATE loose_original SET time = time WHERE digest = d; PERFORM pg_sleep(0.01);
            END LOOP; END $$
            """)
        }()
        try await Task.sleep(for: .milliseconds(50))
        try await catalog.expectOriginals(digests)
        await commit
      }
      await catalog.close()
    }

    @Test func whoPutsBytesWaitsForTheirRemoval() async throws {
      let catalog = try await RemoteCatalog.create(schema.configuration)
      let other = try await RemoteCatalog.open(schema.configuration)
      let digest = try Self.digest(1)
      try await catalog.expectOriginals([digest])
      try await wait(hours: 25)
      let waiting = Waiting()
      try await catalog.removeLooseOriginals { digests async throws(PageStoreError) in
        #expect(digests == [digest])
        waiting.begin { try await other.expectOriginals([digest]) }
        try? await Task.sleep(for: .milliseconds(300))
        #expect(!waiting.hasEnded)
        // Nobody else removes them.
        try await other.removeLooseOriginals { _ async throws(PageStoreError) in
          Issue.record("removed twice")
        }
      }
      try await waiting.end()
      #expect(try await looseCount() == 1)
      await catalog.close()
      await other.close()
    }

    /// A process that was killed leaves its mark; nobody waits until that is too old.
    @Test func whoPutsBytesOfALostRemovalIsRefused() async throws {
      let catalog = try await RemoteCatalog.create(schema.configuration)
      let digest = try Self.digest(1)
      try await catalog.expectOriginals([digest])
      _ = try await run(
        "UPDATE loose_original SET removal = (extract(epoch FROM clock_timestamp()) * 1000)::int8")
      let error = await #expect(throws: PageStoreError.self) {
        try await catalog.expectOriginals([digest])
      }
      guard case .locked(let waited) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(waited >= .seconds(10) && waited < .seconds(60))
      _ = try await run("UPDATE loose_original SET removal = removal - 601000")
      try await catalog.expectOriginals([digest])
      await catalog.close()
    }

    @Test func aRemovalWhoseProcessHasEndedIsRepeated() async throws {
      let catalog = try await RemoteCatalog.create(schema.configuration)
      let digests = Set(try (0..<100).map(Self.digest))
      try await catalog.expectOriginals(digests)
      try await wait(hours: 25)
      // What a process marks before it begins.
      _ = try await run(
        """
        UPDATE loose_original SET removal = (extract(epoch FROM clock_timestamp()) * 1000)::int8 \
        WHERE digest IN (SELECT digest FROM loose_original ORDER BY digest LIMIT 64)
        """)
      var removed: Set<ContentDigest> = []
      try await catalog.removeLooseOriginals { digests async throws(PageStoreError) in
        removed.formUnion(digests)
      }
      #expect(removed.count == 36, "a portion is marked")
      _ = try await run("UPDATE loose_original SET removal = removal - 601000")
      try await catalog.removeLooseOriginals { digests async throws(PageStoreError) in
        removed.formUnion(digests)
      }
      #expect(removed == digests)
      #expect(try await looseCount() == 0)
      await catalog.close()
    }
  }
#endif
