// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Foundation
  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @testable import PageStorage

  /// Damaged documents, and the numbers of their changes.
  extension RowRepairTests {
    @Test(arguments: ["root = 99", "page_count = 7", "root = 0", "page_count = -1", "root = -1"])
    func theOrderIsFoundWithoutItsRoot(change: String) async throws {
      try await store.move(PageID(3), to: 0)
      let report = try await report(after: ["UPDATE document SET \(change)"])
      #expect(report.repairedDocuments == [document])
      try await expectPages([3, 1, 2])
    }

    @Test func whatADamagedDocumentSaysIsKept() async throws {
      let revision = try await store.document(document).revision
      let report = try await report(after: ["UPDATE document SET title = 'Rent', created = -1"])
      #expect(report.repairedDocuments == [document] && report.reorderedDocuments.isEmpty)
      let found = try await store.document(document)
      #expect(found.title == "Rent" && found.revision > revision && found.pageCount == 3)
      _ = try await self.report(after: ["UPDATE document SET metadata = 'x', revision = -1"])
      #expect(try await store.document(document).metadata.isEmpty)
      #expect(try await store.document(document).revision > found.revision)
      _ = try await self.report(after: ["UPDATE document SET trashed = -5"])
      #expect(try await store.trashedDocuments().map(\.id) == [document])
    }

    @Test func aLostDocumentIsMadeAgain() async throws {
      try await store.move(PageID(3), to: 0)
      let report = try await report(after: ["DELETE FROM document"])
      #expect(report.repairedDocuments == [document])
      #expect(try await store.document(document).title == "Recovered pages")
      try await expectPages([3, 1, 2])
    }

    /// A number that no document can have.
    @Test func aDocumentWithAnImpossibleNumberGetsAnother() async throws {
      _ = try await report(after: ["UPDATE document SET id = -5", "UPDATE node SET document = -5"])
      let titles = try await store.documents().map(\.title)
      #expect(Set(titles) == ["Lease", "Recovered pages"])
      try await expectPages([1, 2, 3])
    }

    /// An observer reads the document again, rather than missing a change.
    @Test func observersLearnOfARepair() async throws {
      let before = try await store.document(document).revision
      _ = try await report(after: ["UPDATE page SET rotation = 1 WHERE id = 2"])
      let document = document
      let changes = try await store.read { db in
        try ChangeLog.changes(of: document, after: before, in: db)
      }
      #expect(changes.count == 1 && changes[0].revision == before + 1)
      #expect(changes.allSatisfy { $0.changeset == nil })
    }

    @Test func aDocumentThatIsBeingPurgedIsLeftToThePurge() async throws {
      try await damaged.purgeHalf()
      #expect(try await store.repair().isEmpty)
    }

    /// Otherwise the damaged page would stop each purge.
    @Test func thePagesOfAPurgedDocumentAreMended() async throws {
      try await damaged.purgeHalf()
      let report = try await report(after: ["UPDATE page SET rotation = 1 WHERE id = 2"])
      #expect(report.repairedPages == [PageID(2)])
      try await store.purge(deletedBefore: .distantFuture)
      #expect(try await store.documentIDs().isEmpty)
      let left = try await damaged.schema.run("SELECT id FROM page")
      #expect(left.isEmpty)
    }

    @Test(arguments: [
      "UPDATE document SET revision = 1099511627775",
      "UPDATE document SET revision = 1099511627776",
    ])
    func anExtremeRevisionIsNotKept(sql: String) async throws {
      _ = try await report(after: ["UPDATE change SET revision = 1099511627776 WHERE id = 2", sql])
      #expect(try await store.document(document).revision < 1_000)
    }
  }
#endif
