// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GRDB
  import GalleryPages
  import GallerySystem
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @testable import PageStorage

  /// What a process knows of rows from its last turn.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct KeptRowsTests {
    private let schema: TestSchema
    private let catalog: RemoteCatalog
    private let document: DocumentID
    private let pages: [PageID]

    init() async throws {
      schema = try await TestSchema()
      var catalog = try await RemoteCatalog.create(schema.configuration)
      catalog.keptRows = KeptRows(time: .seconds(3_600))
      self.catalog = catalog
      document = try await catalog.write { db in
        try DocumentRow.insert(db, title: "", metadata: [:])
      }.value
      _ = try await catalog.write { db in
        try CatalogStep.append(document: 0, count: 1_000).make(in: db)
      }
      pages = try await catalog.read { [document] db in
        let found = try db.presentState(of: document)
        var order = PageOrder(db, document, root: found.root, count: found.count)
        return try order.pages(in: 0..<found.count)
      }.value.map { PageID($0) }
    }

    /// Edits a document under its next revision.
    private func edit(
      _ edit: StoreEdit<DocumentChange>, in catalog: RemoteCatalog
    ) async throws -> RemoteCatalog.Outcome<DocumentChange> {
      guard case .change(let body) = edit.work else { preconditionFailure("not an edit of rows") }
      return try await catalog.write(keepsRows: true) { db in
        try db.prepare(edit.lookUps)
        return try body(db)
      }
    }

    private func rotate(
      _ index: Int, in catalog: RemoteCatalog
    ) async throws -> RemoteCatalog.Outcome<DocumentChange> {
      try await edit(.rotate(pages[index], by: .clockwise), in: catalog)
    }

    private var revision: Int {
      get async throws {
        try await catalog.read { [document] db in try db.presentState(of: document).revision }.value
      }
    }

    @Test func theThirdEditOfAProcessTakesOneRoundTrip() async throws {
      for (number, count) in [2, 2, 1, 1, 1].enumerated() {
        let outcome = try await rotate(9, in: catalog)
        #expect(outcome.value.revision == number + 2)
        #expect(outcome.roundTripCount == count, "edit \(number)")
      }
      // What is not known is asked for in the same turn.
      #expect(try await rotate(700, in: catalog).roundTripCount == 2)
      #expect(try await rotate(700, in: catalog).roundTripCount == 1)
      #expect(try await revision == 8)
      let row = try await catalog.read { [pages] db in try db.presentPage(pages[9]) }.value
      #expect(row.rotation.count == 5 % 4)
      await catalog.close()
    }

    /// It may ask for more than the rows that a rotation has needed.
    @Test func aDeletionTakesTwoRoundTripsAtMost() async throws {
      for index in 10..<14 { _ = try await rotate(index, in: catalog) }
      for index in 10..<13 {
        let outcome = try await edit(.delete([pages[index]]), in: catalog)
        #expect(outcome.roundTripCount <= 2, "page \(index)")
      }
      #expect(try await revision == 8)
      await catalog.close()
    }

    @Test func editsOfAnotherProcessAreSeen() async throws {
      let other = try await RemoteCatalog.open(schema.configuration)
      for _ in 0..<3 { _ = try await rotate(9, in: catalog) }
      #expect(try await rotate(9, in: other).value.revision == 5)
      // The test fails, and the edit is made again with the rows of the server.
      let outcome = try await rotate(9, in: catalog)
      #expect(outcome.value.revision == 6 && outcome.roundTripCount == 4)
      for number in 7..<17 {
        let outcome = try await rotate(number, in: number.isMultiple(of: 2) ? catalog : other)
        #expect(outcome.value.revision == number)
        #expect(outcome.roundTripCount <= 3)
      }
      await other.close()
      await catalog.close()
    }

    /// Nothing but the number of the turn tells them from each other: no row of the log is written.
    @Test(arguments: [1, 2, 3]) func processesCountTogether(seed: UInt64) async throws {
      var random = SeededGenerator(seed: seed)
      var catalogs = [catalog]
      for _ in 0..<2 {
        var other = try await RemoteCatalog.open(schema.configuration)
        other.keptRows = KeptRows(time: .seconds(3_600))
        catalogs.append(other)
      }
      let page = pages[9]
      func count() async throws -> Int {
        try await catalog.read { db in try db.presentPage(page).contentVersion }.value
      }
      let start = try await count()
      var keptCount = 0
      for number in 1...60 {
        let index = random.chance(0.8) ? 0 : Int.random(in: 0..<3, using: &random)
        let outcome = try await catalogs[index].write(keepsRows: true) { db in
          var row = try db.presentPage(page)
          row.contentVersion += 1
          db.update(row)
          return row.contentVersion
        }
        #expect(outcome.value == start + number)
        keptCount += outcome.roundTripCount == 1 ? 1 : 0
      }
      #expect(try await count() == start + 60)
      #expect(keptCount > 5)
      for catalog in catalogs { await catalog.close() }
    }

    /// A merge takes the trash of a document along: the next deletion is later.
    @Test func deletionsAreLaterThanThoseOfAMergedDocument() async throws {
      let source = try await catalog.write { db in
        let source = try DocumentRow.insert(db, title: "", metadata: [:])
        _ = try CatalogStep.append(document: 1, count: 3).make(in: db)
        return source
      }.value
      let moved = try await catalog.read { db in
        let found = try db.presentState(of: source)
        var order = PageOrder(db, source, root: found.root, count: found.count)
        return try PageID(order.pages(in: 0..<1)[0])
      }.value
      _ = try await edit(.delete([moved]), in: catalog)
      let ahead = SystemCalls.milliseconds + 30_000
      _ = try await catalog.write { db in
        guard var row = try db.page(moved) else { return }
        row.trash?.time = ahead
        db.update(row)
      }
      for _ in 0..<2 { _ = try await rotate(9, in: catalog) }
      let target = document
      _ = try await catalog.write(keepsRows: true) { db in
        // An edit of the same turn may already know the last deletion.
        _ = try db.lastDeletion(in: target)
        guard var row = try db.page(moved) else { return }
        row.document = target
        db.update(row)
      }
      _ = try await edit(.delete([pages[20]]), in: catalog)
      let time = try await catalog.read { [pages] db in try db.page(pages[20])?.trash?.time }.value
      #expect(time == ahead + 1)
      await catalog.close()
    }

    @Test func rowsAreRemovedWhenTheirTimeHasPassed() async throws {
      var catalog = catalog
      catalog.keptRows = KeptRows(time: .milliseconds(50))
      var wasKept = false
      for _ in 0..<40 where !wasKept {
        _ = try await rotate(9, in: catalog)
        wasKept = catalog.keptRows.areKept
      }
      #expect(wasKept)
      while catalog.keptRows.areKept { try await Task.sleep(for: .milliseconds(5)) }
      await catalog.close()
    }

    @Test func longTextsAreNotKept() async throws {
      let document = document
      for length in [100, 2 << 20, 100] {
        for _ in 0..<3 {
          _ = try await catalog.write(keepsRows: true) { db in
            var row = try db.presentDocument(document)
            row.title = String(repeating: "a", count: length)
            try db.update(row)
          }
        }
        #expect(catalog.keptRows.areKept == (length == 100), "\(length)")
      }
      await catalog.close()
    }

    @Test func nothingIsKeptDuringASuspension() async throws {
      for _ in 0..<3 { _ = try await rotate(9, in: catalog) }
      catalog.suspendKeepingRows()
      #expect(try await rotate(9, in: catalog).roundTripCount == 2)
      #expect(try await rotate(9, in: catalog).roundTripCount == 2)
      catalog.resumeKeepingRows()
      #expect(try await rotate(9, in: catalog).roundTripCount == 2)
      #expect(try await rotate(9, in: catalog).roundTripCount == 1)
      await catalog.close()
    }

    /// A purge, a repair or the reservation of numbers is a turn as well.
    @Test func otherWritesOfTheSameProcessAreSeen() async throws {
      for _ in 0..<3 { _ = try await rotate(9, in: catalog) }
      let page = pages[9]
      _ = try await catalog.write { db in
        var row = try db.presentPage(page)
        row.contentVersion = 77
        db.update(row)
      }
      #expect(try await rotate(9, in: catalog).roundTripCount == 2)
      let row = try await catalog.read { db in try db.presentPage(page) }.value
      #expect(row.contentVersion == 78)
      await catalog.close()
    }

    @Test func correctionsOfTablesAreSeen() async throws {
      for _ in 0..<3 { _ = try await rotate(9, in: catalog) }
      let other = try await RemoteCatalog.open(schema.configuration)
      try await schema.run("UPDATE last_number SET number = 0")
      #expect(try await other.mendTables() == ["the last number of a document is out of range"])
      #expect(try await rotate(9, in: catalog).roundTripCount == 4)
      await other.close()
      await catalog.close()
    }

    @Test func changesByHandAreSeenAfterASecond() async throws {
      var catalog = catalog
      catalog.keptRows = KeptRows()
      for _ in 0..<3 { _ = try await rotate(9, in: catalog) }
      try await damage(pages[9], by: 1)
      try await Task.sleep(for: .milliseconds(1_100))
      await #expect(throws: PageStoreError.corrupted(.page(pages[9]))) {
        try await rotate(9, in: catalog)
      }
      // Nothing with damage is kept.
      try await damage(pages[9], by: -1)
      #expect(try await rotate(9, in: catalog).value.revision == 5)
      await catalog.close()
    }

    /// Another connection may be one to a server that has lost the last commits.
    @Test func nothingIsKeptForAnotherConnection() async throws {
      for _ in 0..<3 { _ = try await rotate(9, in: catalog) }
      try await catalog.writer.withConnection { connection in await connection.close() }
      try await damage(pages[9], by: 1)
      await #expect(throws: PageStoreError.corrupted(.page(pages[9]))) {
        try await rotate(9, in: catalog)
      }
      await catalog.close()
    }

    /// Changes a row without a turn.
    private func damage(_ page: PageID, by difference: Int64) async throws {
      try await schema.run(
        "UPDATE page SET checksum = checksum + $1 WHERE id = $2",
        [.integer(difference), .integer(Int64(page.rawValue))])
    }

    @Test func aRuleThatFailsWithKeptRowsHasNoEffect() async throws {
      for _ in 0..<2 { _ = try await rotate(9, in: catalog) }
      let pages = pages
      for attempt in 0..<3 {
        let failures = try await catalog.write(keepsRows: true) { db in
          try db.runInTurn(3) { place in
            var row = try db.presentPage(pages[place])
            row.contentVersion += 1
            db.update(row)
            if place == 1 { throw PageStoreError.keyReused }
          }
        }
        #expect(failures.value == [nil, .keyReused, nil])
        #expect(failures.roundTripCount == (attempt == 0 ? 2 : 1))
      }
      let versions = try await catalog.read { db in
        try pages.prefix(3).map { try db.presentPage($0).contentVersion }
      }.value
      #expect(versions == [3, 0, 3].map { $0 + versions[1] })
      await catalog.close()
    }

    /// Several processes, which mostly have some turns after each other.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8]) func programsEndLikeThoseOnSQLite(
      seed: UInt64
    ) async throws {
      var random = SeededGenerator(seed: seed)
      let (catalogs, queue) = try await emptyCatalogs()
      var present = catalogs[0]
      var keptCount = 0
      for number in 0..<60 {
        if random.chance(0.2) {
          present = catalogs[Int.random(in: 0..<catalogs.count, using: &random)]
        }
        let step = CatalogStep.random(using: &random)
        let keepsRows = random.chance(0.9)
        let expected = try await queue.write { db in try step.make(in: db) }
        let found = try await present.write(keepsRows: keepsRows) { db in try step.make(in: db) }
        try #require(found.value == expected, "step \(number): \(step)")
        keptCount += present.keptRows.areKept ? 1 : 0
      }
      let expected = try await queue.read { db in try CatalogSummary.lines(of: db) }
      let found = try await catalogs[0].read { db in try CatalogSummary.lines(of: db) }.value
      for (one, other) in zip(expected, found) where one != other {
        Issue.record("\(other), not \(one)")
        break
      }
      #expect(expected.count == found.count)
      #expect(keptCount > 15)
      for catalog in catalogs { await catalog.close() }
    }
  }
#endif
