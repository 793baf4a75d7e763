// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Foundation
  import GRDB
  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @testable import PageStorage

  /// The rules of the store on PostgreSQL, compared with those on SQLite.
  @Suite(
    .enabled(
      if: ProcessInfo.processInfo.environment["GALLERY_POSTGRESQL"] != nil,
      "Scripts/engines.sh starts PostgreSQL"))
  struct RemoteCatalogTests {
    private func makeCatalog() async throws -> RemoteCatalog {
      try await .create(TestSchema().configuration)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6]) func programsEndLikeThoseOnSQLite(seed: UInt64)
      async throws
    {
      var random = SeededGenerator(seed: seed)
      let steps = (0..<40).map { _ in CatalogStep.random(using: &random) }
      let catalog = try await makeCatalog()
      let queue = try DatabaseQueue()
      try await queue.write { db in
        for step in CatalogSchema.steps { try step(db) }
        try db.set(.page, to: 1)
      }
      for (number, step) in steps.enumerated() {
        let expected = try await queue.write { db in try step.make(in: db) }
        let found = try await catalog.write { db in try step.make(in: db) }.value
        try #require(found == expected, "step \(number): \(step)")
      }
      let expected = try await queue.read { db in try CatalogSummary.lines(of: db) }
      let found = try await catalog.read { db in try CatalogSummary.lines(of: db) }.value
      for (one, other) in zip(expected, found) where one != other {
        Issue.record("\(other), not \(one)")
        break
      }
      #expect(expected.count == found.count)
      await catalog.close()
    }

    /// Steps share transactions; some fail after they were made.
    @Test(arguments: [11, 12, 13, 14, 15, 16]) func stepsInTurnEndLikeThoseOnSQLite(seed: UInt64)
      async throws
    {
      var random = SeededGenerator(seed: seed)
      let catalog = try await makeCatalog()
      let queue = try DatabaseQueue()
      try await queue.write { db in
        for step in CatalogSchema.steps { try step(db) }
        try db.set(.page, to: 1)
      }
      for _ in 0..<12 {
        let steps = (0..<Int.random(in: 1...8, using: &random)).map { _ in
          (step: CatalogStep.random(using: &random), fails: random.chance(0.3))
        }
        let found = try await inTurn(steps, catalog)
        let expected = try await queue.write { db in
          try steps.map { $0.fails ? nil : try $0.step.make(in: db) }
        }
        try #require(found == expected, "\(steps)")
      }
      let expected = try await queue.read { db in try CatalogSummary.lines(of: db) }
      let found = try await catalog.read { db in try CatalogSummary.lines(of: db) }.value
      // Leaves have other numbers, because a failed step uses some up.
      let leaf = /in \d+ at/
      for (one, other) in zip(expected, found)
      where one.replacing(leaf, with: "at") != other.replacing(leaf, with: "at") {
        Issue.record("\(other), not \(one)")
        break
      }
      #expect(expected.count == found.count)
      await catalog.close()
    }

    /// Makes steps in one transaction, or one after the other if one fails late, as a store does.
    private func inTurn(
      _ steps: [(step: CatalogStep, fails: Bool)], _ catalog: RemoteCatalog
    ) async throws -> [String?] {
      do {
        return try await catalog.write(keepsRows: true) { db in
          var texts = [String?](repeating: nil, count: steps.count)
          _ = try db.runInTurn(steps.count) { place in
            let text = try steps[place].step.make(in: db)
            if steps[place].fails { throw PageStoreError.keyReused }
            texts[place] = text
          }
          return texts
        }.value
      } catch .keyReused {
        var texts: [String?] = []
        for (step, fails) in steps {
          texts.append(
            fails
              ? nil
              : try await catalog.write(keepsRows: true) { db in try step.make(in: db) }.value)
        }
        return texts
      }
    }

    /// Each catalog is that of another process: the writers of one take turns.
    @Test func editsOfManyAtTheSameTimeHappenOneAfterTheOther() async throws {
      let schema = try await TestSchema().configuration
      let catalog = try await RemoteCatalog.create(schema)
      var catalogs = [catalog]
      for _ in 0..<3 { catalogs.append(try await RemoteCatalog.open(schema)) }
      let documents = try await catalog.write { db in
        try (0..<3).map { _ in try DocumentRow.insert(db, title: "", metadata: [:]) }
      }.value
      try await withThrowingTaskGroup { group in
        for number in 0..<24 {
          group.addTask { [catalogs] in
            let outcome = try await catalogs[number / 3 % 4].write { db in
              try CatalogStep.append(document: number, count: 1).make(in: db)
            }
            // Nobody begins again: the step looks for its document and divides a leaf.
            #expect(outcome.roundTripCount <= 6)
          }
        }
        try await group.waitForAll()
      }
      try await catalog.expectPages(8, in: documents)
      for catalog in catalogs { await catalog.close() }
    }

    /// Edits with keys, of a document each: one of them fails, and leaves nothing.
    @Test func editsInTurnTakeFewRoundTrips() async throws {
      let catalog = try await makeCatalog()
      let documents = try await catalog.write { db in
        try (0..<16).map { _ in try DocumentRow.insert(db, title: "", metadata: [:]) }
      }.value
      for number in documents.indices {
        _ = try await catalog.write { db in
          try CatalogStep.append(document: number, count: 300).make(in: db)
        }
      }
      let outcome = try await catalog.write { db in
        try db.runInTurn(documents.count) { place in
          let key = EditKey("\(place)").digest
          let near = try ReceiptRow.neighborhood(of: key, at: db.now, db)
          var editor = try DocumentEditor(db, documents[place])
          _ = try editor.apply(
            StoreChangeset(rotations: [.init(index: 0, turns: .clockwise)]))
          if place == 7 { throw PageStoreError.keyReused }
          try ReceiptRow(key: key, request: key, response: [], time: db.now)
            .insert(near: near, db)
        }
      }
      #expect(outcome.value.map { $0 == nil } == documents.indices.map { $0 != 7 })
      #expect(outcome.value[7] == .keyReused)
      #expect(outcome.roundTripCount <= 5)
      let revisions = try await catalog.read { db in
        try documents.map { try db.presentState(of: $0).revision }
      }.value
      #expect(revisions == documents.indices.map { $0 == 7 ? 1 : 2 })
      await catalog.close()
    }

    @Test func anEditTakesFewRoundTrips() async throws {
      let catalog = try await makeCatalog()
      _ = try await catalog.write { db in
        _ = try DocumentRow.insert(db, title: "", metadata: [:])
        return try CatalogStep.append(document: 0, count: 1000).make(in: db)
      }
      let steps: [(CatalogStep, limit: Int)] = [
        (.move(document: 0, from: 7, to: 600), 4), (.delete(document: 0, first: 300, count: 1), 3),
        (.rotate(document: 0, page: 40), 3), (.append(document: 0, count: 1), 4),
        // It also asks for the pages in the trash, and for those that were deleted later.
        (.restore(document: 0, page: 0), 5),
        // A few for each leaf of the order, not for each page.
        (.copy(document: 0), 60),
      ]
      for (step, limit) in steps {
        let found = try await catalog.write { db in try step.make(in: db) }.roundTripCount
        // The step looks for its document among all, which an edit knows.
        #expect(found - 1 <= limit, "\(step)")
      }
      await catalog.close()
    }
  }
#endif
