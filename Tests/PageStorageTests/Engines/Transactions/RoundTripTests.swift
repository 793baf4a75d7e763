// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @testable import PageStorage

  /// How often the rules of the store wait for PostgreSQL.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct RoundTripTests {
    private static let count = 1_000

    /// A document whose order has two levels.
    private func makeDocument(in catalog: RemoteCatalog) async throws -> (DocumentID, [PageID]) {
      let document = try await catalog.write { db in
        try DocumentRow.insert(db, title: "", metadata: [:])
      }.value
      _ = try await catalog.write { db in
        try CatalogStep.append(document: 0, count: Self.count).make(in: db)
      }
      let pages = try await catalog.read { db in
        var order = try order(of: document, db)
        return try order.pages(in: 0..<Self.count)
      }.value
      return (document, pages.map { PageID($0) })
    }

    private func order(
      of document: DocumentID, _ db: any CatalogTransaction
    ) throws -> PageOrder {
      let found = try db.presentState(of: document)
      return PageOrder(db, document, root: found.root, count: found.count)
    }

    @Test func anEditThatNamesItsPageTakesTwo() async throws {
      let catalog = try await RemoteCatalog.create(TestSchema().configuration)
      let (document, pages) = try await makeDocument(in: catalog)
      let edits: [StoreEdit<DocumentChange>] = [
        .change(pages: [pages[400]]) { edited in
          StoreChangeset(rotations: [
            .init(index: try edited.index(of: pages[400]), turns: .clockwise)
          ])
        },
        .rotate(pages[700], by: .clockwise), .delete([pages[250]]),
        .change(of: document, pages: [pages[100]], freesRoom: true) { edited in
          StoreChangeset(deletions: [try edited.index(of: pages[100])])
        },
        .delete([pages[900], pages[10], pages[510]]),
      ]
      for (number, edit) in edits.enumerated() {
        guard case .change(let body) = edit.work else { continue }
        let outcome = try await catalog.write { db in
          try db.prepare(edit.lookUps)
          return try body(db)
        }
        #expect(outcome.value.revision == number + 2)
        #expect(outcome.roundTripCount == 2, "edit \(number)")
      }
      await catalog.close()
    }

    /// A key is looked for together with everything else.
    @Test func aKeyCostsNoRoundTrip() async throws {
      let catalog = try await RemoteCatalog.create(TestSchema().configuration)
      let (_, pages) = try await makeDocument(in: catalog)
      let key = EditKey("one").digest
      let edit = StoreEdit<DocumentChange>.rotate(pages[9], by: .clockwise)
      guard case .change(let body) = edit.work else { return }
      let receipt: RowLookUp = { db in _ = try ReceiptRow.neighborhood(of: key, at: db.now, db) }
      let outcome = try await catalog.write { db in
        try db.prepare(edit.lookUps + [receipt])
        let near = try ReceiptRow.neighborhood(of: key, at: db.now, db)
        _ = try body(db)
        try ReceiptRow(key: key, request: key, response: [], time: db.now).insert(near: near, db)
      }
      #expect(outcome.roundTripCount == 2)
      await catalog.close()
    }

    /// What edits do to many pages does not ask for each of them.
    @Test func theTrashOfManyPagesTakesFew() async throws {
      let catalog = try await RemoteCatalog.create(TestSchema().configuration)
      let (document, pages) = try await makeDocument(in: catalog)
      let deletion = try await edit(StoreChangeset(deletions: Array(100..<400)), document, catalog)
      #expect(deletion.roundTripCount <= 10)
      let found = try await catalog.read(isBrief: false) { db in
        let part = try db.trash(of: document, after: nil, limit: 1_000)
        let ids = part.map(\.page.rawValue)
        return try db.storedPages(ids, orThrow: .corrupted(.document(document))).map(\.id)
      }
      #expect(found.value == pages[100..<400].reversed() && found.roundTripCount <= 4)
      let restorations = (100..<400).map {
        StoreChangeset.Restoration(index: $0, page: pages[$0])
      }
      let restored = try await edit(
        StoreChangeset(restorations: restorations), document, catalog)
      #expect(restored.roundTripCount <= 20)
      for index in (200..<400).reversed() {
        _ = try await edit(StoreChangeset(deletions: [index]), document, catalog)
      }
      // The trail of the last one is that of two hundred.
      let place = try await catalog.read(isBrief: false) { db in
        var editor = try DocumentEditor(db, document)
        return try editor.formerIndex(of: editor.trashed(pages[399]))
      }
      #expect(place.value == 200 && place.roundTripCount <= 12)
      let purge = try await catalog.write { db in
        try Purge(db: db, limit: .max).removePortion(isRecorded: true).rowCount
      }
      #expect(purge.value == 200 && purge.roundTripCount <= 12)
      await catalog.close()
    }

    private func edit(
      _ change: StoreChangeset, _ document: DocumentID, _ catalog: RemoteCatalog
    ) async throws -> RemoteCatalog.Outcome<Int> {
      try await catalog.write { db in
        var editor = try DocumentEditor(db, document)
        return try editor.make(change).revision
      }
    }

    @Test func wholeDocumentsTakeFew() async throws {
      let catalog = try await RemoteCatalog.create(TestSchema().configuration)
      let (document, pages) = try await makeDocument(in: catalog)
      let metadata = try await catalog.read(isBrief: false) { db in
        try db.prepareMetadata(of: pages)
        return try pages.map { try PageMetadataRow.fetch(db, of: $0) }.count
      }
      #expect(metadata.value == Self.count && metadata.roundTripCount <= 3)
      let split = try await catalog.write { db in
        let new = try DocumentRow.insert(db, title: "", metadata: [:])
        var (old, other) = (try DocumentEditor(db, document), try DocumentEditor(db, new))
        let moved = try old.order.takeTail(from: 100)
        try other.receive(moved, at: 0)
        try other.finish(nil)
        try old.finish(nil)
        return new
      }
      #expect(split.roundTripCount <= 20)
      let copied = try await catalog.write { db in
        let new = try DocumentRow.insert(db, title: "", metadata: [:])
        let ids = (0..<900).map { PageID(UInt64(5_000 + $0)) }
        var (_, editor) = try DocumentEditor.copy(split.value, to: new, ids, db)
        try editor.finish(nil)
      }
      #expect(copied.roundTripCount <= 20)
      await catalog.close()
    }

    @Test func aWindowTakesTwo() async throws {
      let catalog = try await RemoteCatalog.create(TestSchema().configuration)
      let (document, pages) = try await makeDocument(in: catalog)
      for range in [0..<50, 120..<330, 950..<1_000] {
        let outcome = try await catalog.read { db in
          var order = try order(of: document, db)
          return try order.storedPages(in: range).map(\.id)
        }
        #expect(outcome.value == Array(pages[range]))
        #expect(outcome.roundTripCount == 2)
      }
      await catalog.close()
    }

    @Test func whatIsReadBrieflyTakesOne() async throws {
      let catalog = try await RemoteCatalog.create(TestSchema().configuration)
      let (document, pages) = try await makeDocument(in: catalog)
      let page = try await catalog.read { db in try db.storedPage(pages[3]) }
      #expect(page.value?.id == pages[3] && page.roundTripCount == 1)
      let found = try await catalog.read { db in try db.presentDocument(document).state.count }
      #expect(found.value == Self.count && found.roundTripCount == 1)
      let index = try await catalog.read { db in
        try db.preparePlaces(of: [pages[777]])
        let row = try db.presentPage(pages[777])
        var editor = try DocumentEditor(db, row.document)
        return try editor.index(of: row)
      }
      #expect(index.value == 777 && index.roundTripCount == 1)
      let nothing = try await catalog.read { _ in 7 }
      #expect(nothing.value == 7 && nothing.roundTripCount == 0)
      await catalog.close()
    }

    @Test func theWholeListTakesOneForAllLeaves() async throws {
      let catalog = try await RemoteCatalog.create(TestSchema().configuration)
      let (document, pages) = try await makeDocument(in: catalog)
      let outcome = try await catalog.read(isBrief: false) { db in
        var order = try order(of: document, db)
        return try db.listedPages(order.pages(in: 0..<Self.count), orThrow: order.damage).count
      }
      #expect(outcome.value == pages.count)
      // The document, the leaves with their pages, and the end of the transaction.
      #expect(outcome.roundTripCount == 3)
      await catalog.close()
    }

    /// All runs of long rules see one state; the last run of brief ones does.
    @Test(arguments: [true, false]) func readsSeeOneState(isBrief: Bool) async throws {
      let catalog = try await RemoteCatalog.create(TestSchema().configuration)
      let (document, pages) = try await makeDocument(in: catalog)
      let turning = Task {
        for _ in 0..<40 {
          _ = try await catalog.write { db in
            for page in [pages[0], pages[999]] {
              var row = try db.presentPage(page)
              row.contentVersion += 1
              db.update(row)
            }
          }
        }
      }
      for _ in 0..<60 {
        let versions = try await catalog.read(isBrief: isBrief) { db in
          _ = try db.presentState(of: document)
          return try [pages[0], pages[999]].map { try db.presentPage($0).contentVersion }
        }.value
        #expect(versions[0] == versions[1])
      }
      try await turning.value
      await catalog.close()
    }
  }
#endif
