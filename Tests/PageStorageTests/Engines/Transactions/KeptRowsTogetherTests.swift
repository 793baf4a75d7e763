// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GRDB
  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient
  import Synchronization
  import Testing

  @testable import PageStorage

  /// Rows that a process keeps over the turns of another one.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct KeptRowsTogetherTests {
    private let schema: TestSchema
    private let one: RemoteCatalog
    private let other: RemoteCatalog
    private let documents: [DocumentID]
    /// Two pages of each document.
    private let pages: [[PageID]]

    init() async throws {
      schema = try await TestSchema()
      let keptRows = { KeptRows(time: .seconds(3_600)) }
      var one = try await RemoteCatalog.create(schema.configuration)
      var other = try await RemoteCatalog.open(schema.configuration)
      (one.keptRows, other.keptRows) = (keptRows(), keptRows())
      (self.one, self.other) = (one, other)
      documents = try await one.write { db in
        let documents = try (0..<3).map { _ in
          try DocumentRow.insert(db, title: "", metadata: [:])
        }
        for place in 0..<3 { _ = try CatalogStep.append(document: place, count: 2).make(in: db) }
        return documents
      }.value
      pages = try await one.read { [documents] db in
        try documents.map { document in
          let found = try db.presentState(of: document)
          var order = PageOrder(db, document, root: found.root, count: found.count)
          return try order.pages(in: 0..<found.count).map { PageID($0) }
        }
      }.value
    }

    @discardableResult
    private func edit(
      _ edit: StoreEdit<DocumentChange>, in catalog: RemoteCatalog
    ) async throws -> RemoteCatalog.Outcome<DocumentChange> {
      guard case .change(let body) = edit.work else { preconditionFailure("not an edit of rows") }
      return try await catalog.write(keepsRows: true) { db in
        try db.prepare(edit.lookUps)
        return try body(db)
      }
    }

    /// Rotates the first page of a document, and returns the number of round trips.
    @discardableResult
    private func rotate(_ document: Int, in catalog: RemoteCatalog) async throws -> Int {
      try await edit(.rotate(pages[document][0], by: .clockwise), in: catalog).roundTripCount
    }

    private func contentVersion(_ document: Int) async throws -> Int {
      try await one.read { [pages] db in try db.presentPage(pages[document][0]).contentVersion }
        .value
    }

    /// Changes the row of the first page of a document without a turn, so that whoever reads it throws.
    private func damage(_ document: Int, by difference: Int64) async throws {
      try await schema.run(
        "UPDATE page SET checksum = checksum + $1 WHERE id = $2",
        [.integer(difference), .integer(Int64(pages[document][0].rawValue))])
    }

    private func close() async {
      await one.close()
      await other.close()
    }

    @Test func rowsOfOtherDocumentsAreNotAskedForAgain() async throws {
      try await rotate(0, in: one)
      try await damage(0, by: 1)
      for _ in 0..<4 {
        #expect(try await rotate(1, in: other) == 2)
        // The row is written with its checksum.
        #expect(try await rotate(0, in: one) == 2)
      }
      #expect(try await contentVersion(0) == 5)
      #expect(try await contentVersion(1) == 4)
      await close()
    }

    @Test func rowsOfChangedDocumentsAreAskedForAgain() async throws {
      try await rotate(0, in: one)
      try await rotate(0, in: other)
      #expect(try await rotate(0, in: one) == 3)
      #expect(try await contentVersion(0) == 3)
      try await rotate(0, in: other)
      try await damage(0, by: 1)
      await #expect(throws: PageStoreError.corrupted(.page(pages[0][0]))) {
        try await rotate(0, in: one)
      }
      await close()
    }

    /// Rows that are known to be changed by others are asked for with the turn.
    @Test func rowsOfSharedDocumentsAreSeldomKept() async throws {
      var counts: [Int] = []
      for number in 0..<64 {
        counts.append(try await rotate(0, in: number.isMultiple(of: 2) ? one : other))
      }
      #expect(counts.allSatisfy { (2...3).contains($0) })
      #expect((2...8).contains(counts.filter { $0 == 3 }.count), "\(counts)")
      // It is kept again when others no longer change it.
      for _ in 0..<40 {
        try await rotate(0, in: one)
        try await rotate(1, in: other)
      }
      try await damage(0, by: 1)
      #expect(try await rotate(0, in: one) == 2)
      #expect(try await contentVersion(0) == 105)
      await close()
    }

    /// What is not known is asked for in the same round trip as the turn.
    @Test func furtherDocumentsTakeNoFurtherRoundTrip() async throws {
      try await rotate(0, in: one)
      for document in [2, 2, 0] {
        try await rotate(1, in: other)
        #expect(try await rotate(document, in: one) == 2)
      }
      await close()
    }

    /// Only the log tells what others have changed: one change is missing there, or names no document.
    @Test(arguments: ["not logged", "of another document", "without a document", "not in turn"])
    func unknownChangesAreSeen(kind: String) async throws {
      try await rotate(0, in: one)
      let (page, document) = (pages[0][0], documents[1])
      let change: @Sendable (RemoteTransaction) throws -> Void = { db in
        var row = try db.presentPage(page)
        row.contentVersion = 70
        db.update(row)
        if kind == "of another document" {
          try ChangeLog.append(.metadataChanged, of: document, to: db)
        } else if kind == "without a document" {
          try ChangeLog.appendUnnamed(after: ChangeLog.lastNumber(db), to: db)
        }
      }
      _ = try await other.write(keepsRows: kind != "not in turn", change)
      try await rotate(0, in: one)
      #expect(try await contentVersion(0) == 71)
      await close()
    }

    /// As a process of the version before, whose turns are not counted as logged.
    @Test func turnsThatAreNotCountedAreSeen() async throws {
      try await rotate(0, in: one)
      let page = pages[0][0]
      _ = try await other.write(keepsRows: true) { db in
        var row = try db.presentPage(page)
        row.contentVersion = 70
        db.update(row)
      }
      try await rotate(1, in: other)
      try await rotate(0, in: one)
      #expect(try await contentVersion(0) == 71)
      await close()
    }

    /// A turn that is rolled back is not counted as logged: the rows are asked for again.
    @Test func failedTurnsOfOthersCountAsUnknown() async throws {
      try await rotate(0, in: one)
      await #expect(throws: PageStoreError.keyReused) {
        try await other.write(keepsRows: true) { db in
          _ = try db.lastChangeNumber()
          throw PageStoreError.keyReused
        }
      }
      #expect(try await rotate(0, in: one) == 3)
      #expect(try await contentVersion(0) == 2)
      await close()
    }

    /// It may be one of all documents, although the turn is counted as logged.
    @Test func aChangeWithoutADocumentIsOneOfAll() async throws {
      try await rotate(0, in: one)
      let page = pages[1][0]
      _ = try await other.write(keepsRows: true) { db in
        var row = try db.presentPage(page)
        row.contentVersion += 1
        db.update(row)
        try ChangeLog.append(.metadataChanged, of: row.document, to: db)
        try ChangeLog.appendUnnamed(after: ChangeLog.lastNumber(db), to: db)
      }
      try await damage(0, by: 1)
      await #expect(throws: PageStoreError.corrupted(.page(pages[0][0]))) {
        try await rotate(0, in: one)
      }
      await close()
    }

    /// Numbers and changes of an older database, which somebody has restored meanwhile.
    @Test func numbersThatGoBackAreSeen() async throws {
      try await rotate(1, in: other)
      try await rotate(0, in: one)
      try await schema.run("DELETE FROM change WHERE id = (SELECT max(id) FROM change)")
      try await schema.run("SELECT setval('turn_number', last_value - 1) FROM turn_number")
      try await schema.run("SELECT setval('logged_turn', last_value - 1) FROM logged_turn")
      try await damage(0, by: 1)
      await #expect(throws: PageStoreError.corrupted(.page(pages[0][0]))) {
        try await rotate(0, in: one)
      }
      await close()
    }

    /// What is asked for with the turn is older than the writes of the turn.
    @Test func deletionsOfATurnAreInOrder() async throws {
      let edits = pages[0].map { StoreEdit.delete([$0]) }
      // The rows of deletions are known, but for the last deletion after the first one.
      _ = try await one.write(keepsRows: true) { [documents] db in
        try db.lastDeletion(in: documents[0])
      }
      try await rotate(0, in: one)
      try await edit(.rotate(pages[0][1], by: .clockwise), in: one)
      try await rotate(1, in: other)
      let failures = try await one.writing(inTurn: { _ in 2 }) { transaction in
        { index in
          guard case .change(let body) = edits[index].work else { return }
          _ = try body(transaction)
        }
      }
      #expect(failures == [nil, nil])
      let times = try await one.read { [pages] db in
        try pages[0].map { try db.page($0)?.trash?.time ?? 0 }
      }.value
      #expect(0 < times[0] && times[0] < times[1])
      await close()
    }

    /// Rows that are known as missing may have been added.
    @Test func newRowsAreSeen() async throws {
      let (document, page) = (DocumentID(4), PageID(7))
      let isKnown = try await one.write(keepsRows: true) { db in
        _ = try db.page(page)
        _ = try db.original(ContentDigest([UInt8](repeating: 1, count: 32))!)
        return try db.document(document) != nil || db.lastDocumentNumber() != 3
      }.value
      #expect(!isKnown)
      try await rotate(0, in: one)
      let created = try await other.write(keepsRows: true) { db in
        try DocumentRow.insert(db, title: "new", metadata: [:])
      }.value
      #expect(created == document)
      let found = try await one.write(keepsRows: true) { db in
        try (db.document(document)?.title, db.lastDocumentNumber())
      }.value
      #expect(found.0 == "new" && found.1 == 4)
      await close()
    }

    @Test func rowsThatWereKeptForTooLongAreAskedForAgain() async throws {
      var one = one
      one.keptRows = KeptRows(time: .milliseconds(300))
      try await rotate(0, in: one)
      try await rotate(1, in: other)
      try await damage(0, by: 1)
      try await Task.sleep(for: .milliseconds(350))
      await #expect(throws: PageStoreError.corrupted(.page(pages[0][0]))) {
        try await rotate(0, in: one)
      }
      await close()
    }

    /// More changes than are asked for.
    @Test func manyChangesAreChangesOfAnyDocument() async throws {
      try await rotate(0, in: one)
      let (document, page) = (documents[1], pages[0][0])
      _ = try await other.write(keepsRows: true) { db in
        var row = try db.presentPage(page)
        row.contentVersion = 70
        db.update(row)
        for _ in 0..<OtherChanges.limit {
          try ChangeLog.append(.metadataChanged, of: document, to: db)
        }
        try ChangeLog.append(.metadataChanged, of: row.document, to: db)
      }
      try await rotate(0, in: one)
      #expect(try await contentVersion(0) == 71)
      await close()
    }

    /// Edits that come while another process has its turn share the next one.
    @Test(arguments: [false, true]) func editsThatComeDuringTheWaitAreAdded(
      hasRows: Bool
    ) async throws {
      if hasRows { try await rotate(0, in: one) }
      try await rotate(1, in: other)
      let count = Mutex(1)
      let questions = Mutex<[Bool]>([])
      let edits = [0, 0, 2].map { StoreEdit.rotate(pages[$0][0], by: .clockwise) }
      let holder = try await PostgreSQLConnection.connect(to: schema.location)
      _ = try await holder.run([Statement("BEGIN"), RemoteCatalog.turn])
      async let failures = one.writing(inTurn: { mayGrow in
        questions.withLock { $0.append(mayGrow) }
        return count.withLock(\.self)
      }) { transaction in
        { index in
          guard case .change(let body) = edits[index].work else { return }
          _ = try body(transaction)
        }
      }
      let isWaiting =
        "SELECT 1 FROM pg_locks WHERE relation = 'write_turn'::regclass AND NOT granted"
      while try await schema.run(isWaiting).isEmpty { await Task.yield() }
      if hasRows { count.withLock { $0 = edits.count } }
      _ = try await holder.run([Statement("COMMIT")])
      await holder.close()
      #expect(try await failures == Array(repeating: nil, count: hasRows ? 3 : 1))
      // What is asked for takes round trips in which nothing is added.
      #expect(questions.withLock(\.self) == (hasRows ? [true, true, false] : [true, false]))
      #expect(try await contentVersion(0) == (hasRows ? 3 : 1))
      #expect(try await contentVersion(2) == (hasRows ? 1 : 0))
      await close()
    }

    /// Processes that alternate at random, with edits of all kinds, several in a turn.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8]) func programsEndLikeThoseOnSQLite(
      seed: UInt64
    ) async throws {
      await close()
      var random = SeededGenerator(seed: seed)
      let (catalogs, queue) = try await emptyCatalogs()
      for number in 0..<60 {
        let catalog = catalogs[Int.random(in: 0..<catalogs.count, using: &random)]
        let steps = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          CatalogStep.random(using: &random)
        }
        let keepsRows = random.chance(0.95)
        let expected = try await queue.write { db in try steps.map { try $0.make(in: db) } }
        let found = try await Self.make(steps, in: catalog, keepsRows: keepsRows)
        try #require(found == expected, "turn \(number): \(steps)")
      }
      let expected = try await queue.read { db in Self.places(try CatalogSummary.lines(of: db)) }
      let found = try await catalogs[0].read { db in
        Self.places(try CatalogSummary.lines(of: db))
      }.value
      #expect(zip(found, expected).first { $0 != $1 } == nil)
      #expect(found.count == expected.count)
      for catalog in catalogs { await catalog.close() }
    }

    /// Makes steps as a group, whose rows are asked for together, or one after the other in a transaction.
    private static func make(
      _ steps: [CatalogStep], in catalog: RemoteCatalog, keepsRows: Bool
    ) async throws -> [String] {
      guard keepsRows else {
        return try await catalog.write { db in try steps.map { try $0.make(in: db) } }.value
      }
      let outcomes = Mutex(steps.map { _ in "" })
      let failures = try await catalog.writing(inTurn: { _ in steps.count }) { db in
        { index in
          let outcome = try steps[index].make(in: db)
          outcomes.withLock { $0[index] = outcome }
        }
      }
      #expect(failures.allSatisfy { $0 == nil })
      return outcomes.withLock(\.self)
    }

    /// Numbers the leaves of pages ("5 in 12 at 0") in their order: rules that run again may skip numbers.
    private static func places(_ lines: [String]) -> [String] {
      var numbers: [Substring: Int] = [:]
      return lines.map { line in
        let words = line.split(separator: " ")
        guard words.count == 5, words[1] == "in", words[3] == "at" else { return line }
        let number = numbers[words[2], default: numbers.count]
        numbers[words[2]] = number
        return "\(words[0]) in leaf \(number) at \(words[4])"
      }
    }
  }
#endif
