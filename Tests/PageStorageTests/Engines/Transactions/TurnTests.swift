// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryTestSupport
  import Glibc
  import Synchronization
  import Testing

  @testable import PageStorage

  /// Turns of processes that write to one catalog.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct TurnTests {
    @Test func whoIsSilentLosesTheTurnAndWritesLater() async throws {
      let schema = try await TestSchema()
      try await RemoteCatalog.create(schema.configuration).close()
      var opened = try await RemoteCatalog.open(
        schema.configuration, turnLimit: .milliseconds(300))
      opened.resumptionTime = .seconds(3_600)
      let slow = opened
      let other = try await RemoteCatalog.open(schema.configuration)
      let hasTurn = Atomic(false)
      let isFree = Atomic(false)
      async let late = slow.write { db in
        // The answer to this question comes with the turn.
        _ = try db.counter(.page)
        if !hasTurn.exchange(true, ordering: .sequentiallyConsistent) {
          while !isFree.load(ordering: .sequentiallyConsistent) { usleep(1000) }
        }
        return try DocumentRow.insert(db, title: "late", metadata: [:])
      }.value
      while !hasTurn.load(ordering: .sequentiallyConsistent) {
        try await Task.sleep(for: .milliseconds(1))
      }
      let early = try await other.write { db in
        try DocumentRow.insert(db, title: "early", metadata: [:])
      }.value
      isFree.store(true, ordering: .sequentiallyConsistent)
      let found = try await late
      #expect(early.rawValue < found.rawValue)
      let titles = try await other.read { db in
        try [early, found].map { try db.document($0)?.title }
      }.value
      #expect(titles == ["early", "late"])
      await slow.close()
      await other.close()
    }
  }
#endif
