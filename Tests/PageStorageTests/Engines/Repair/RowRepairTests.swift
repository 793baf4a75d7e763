// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Foundation
  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @testable import PageStorage

  /// Repairs of damaged rows of stores on servers.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct RowRepairTests {
    let damaged: DamagedServedStore
    var store: PageStore { damaged.store }
    var document: DocumentID { damaged.document }

    init() async throws { damaged = try await DamagedServedStore() }

    /// Repairs the store, which is sound then and takes edits.
    func report(after statements: [String]) async throws -> RepairReport {
      for sql in statements { try await damaged.schema.run(sql) }
      #expect(try await !store.verify().isSound, "\(statements)")
      let report = try await store.repair()
      #expect(report.unrepairedProblems.isEmpty)
      #expect(try await store.verify().problems == [])
      #expect(try await store.repair().isEmpty)
      return report
    }

    func expectPages(
      _ pages: [UInt64], trash: [UInt64] = [4], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      #expect(
        try await store.ids(of: document).map(\.rawValue) == pages, sourceLocation: sourceLocation)
      #expect(
        try await store.trash(of: document).map(\.id.rawValue) == trash,
        sourceLocation: sourceLocation)
    }

    @Test(arguments: [
      "rotation = 1", "rotation = 77", "rotation = -1", "leaf = leaf + 1", "leaf = 0",
      "document = 7",
      "document = -9", "trashed = 5", "trashed = -5", "content_version = -1", "created = -1",
      "content_version = 9000000000000000000", "aspect_ratio = 'NaN'", "aspect_ratio = 9",
      "checksum = 0", "created = NULL",
    ])
    func aDamagedPageKeepsItsPlace(change: String) async throws {
      let report = try await report(after: ["UPDATE page SET \(change) WHERE id = 2"])
      #expect(report.repairedPages == [PageID(2)] && report.lostPages.isEmpty)
      #expect(report.reorderedDocuments.isEmpty && report.repairedDocuments.isEmpty)
      try await expectPages([1, 2, 3])
      #expect(try await store.bytes(of: PageID(2)) == TestPage.png(1))
    }

    @Test(arguments: ["trashed = NULL", "trashed = -7", "trashed_index = -7", "rotation = 1"])
    func aDamagedPageStaysInTheTrash(change: String) async throws {
      let report = try await report(after: ["UPDATE page SET \(change) WHERE id = 4"])
      #expect(report.repairedPages == [PageID(4)])
      try await expectPages([1, 2, 3])
    }

    @Test(arguments: [
      "UPDATE node SET entries = 'x'", "UPDATE node SET checksum = 0", "DELETE FROM node",
      "UPDATE node SET document = 8", "UPDATE node SET parent = 7",
    ])
    func aLostOrderIsThatOfThePages(sql: String) async throws {
      try await store.move(PageID(3), to: 0)
      let report = try await report(after: [sql])
      #expect(report.reorderedDocuments == [document] && report.lostPages.isEmpty)
      try await expectPages(sql.contains("parent") ? [3, 1, 2] : [1, 2, 3])
    }

    @Test func metadataThatCanBeReadAreKept() async throws {
      let report = try await report(after: [
        "UPDATE page_metadata SET content = '{\"fileName\":\"b.png\"}' WHERE id = 1",
        "UPDATE page_metadata SET content = 'x' WHERE id = 2",
      ])
      #expect(report.repairedMetadata == [PageID(1), PageID(2)] && report.repairedPages.isEmpty)
      #expect(try await store.metadata(of: PageID(1)).fileName == "b.png")
      #expect(try await store.metadata(of: PageID(2)).isEmpty)
    }

    /// A page that one document's order lists and that the row of another one claims.
    @Test func aDamagedPageReturnsToTheDocumentThatListsIt() async throws {
      let other = try await store.createDocument(title: "Other").id
      let page = try await store.append(TestPage.input(7), to: other).id
      let report = try await report(
        after: ["UPDATE page SET document = \(document.rawValue) WHERE id = \(page.rawValue)"])
      #expect(report.repairedPages == [page] && report.reorderedDocuments.isEmpty)
      try await expectPages([1, 2, 3])
      #expect(try await store.ids(of: other) == [page])
    }

    /// The damaged row names a document below the one that lists it, and neither has a row.
    @Test func aDamagedPageReturnsToALostDocument() async throws {
      let report = try await report(
        after: ["UPDATE page SET document = -1 WHERE id = 2", "DELETE FROM document"])
      #expect(report.repairedDocuments == [document] && report.repairedPages == [PageID(2)])
      try await expectPages([1, 2, 3])
      #expect(try await store.documentIDs() == [document])
    }

    /// Nothing of the row tells that; the order of the other document does.
    @Test func aPageReturnsToTheOrderThatListsIt() async throws {
      let other = try await store.createDocument(title: "Other").id
      let page = try await store.append(TestPage.input(7), to: other).id
      let leaf = try await damaged.schema.run("SELECT leaf FROM page WHERE id = 1")[0].integer(0)
      let report = try await report(after: [
        "UPDATE page SET document = \(document.rawValue), leaf = \(leaf) WHERE id = \(page.rawValue)"
      ])
      #expect(report.repairedPages == [page] && report.reorderedDocuments.isEmpty)
      try await expectPages([1, 2, 3])
      #expect(try await store.ids(of: other) == [page])
    }

    /// A purge must not remove at once what a damaged date says is old.
    @Test(arguments: [
      "UPDATE page SET trashed = 5 WHERE id = 4", "UPDATE document SET trashed = 5",
    ])
    func damagedDatesOfTheTrashAreNow(sql: String) async throws {
      _ = try await report(after: [sql])
      try await store.purge(deletedBefore: Date(timeIntervalSinceNow: -60))
      #expect(try await damaged.schema.run("SELECT id FROM page").count == 4)
    }

    @Test func aLostLeafLeavesItsPagesInPlace() async throws {
      let large = try await DamagedServedStore(pageCount: 140, originalCount: 2)
      let before = try await large.store.ids(of: large.document)
      try await large.schema.run(
        "DELETE FROM node WHERE id = (SELECT min(id) FROM node WHERE is_leaf)")
      _ = try await large.store.repair()
      #expect(try await large.store.ids(of: large.document) == before)
    }

    @Test func aSoundOrderStaysAsItIs() async throws {
      let nodes = "SELECT id FROM node ORDER BY id"
      let before = try await damaged.schema.run(nodes).map { row in try row.integer(0) }
      _ = try await report(after: ["UPDATE page SET rotation = 1, leaf = 7 WHERE id = 2"])
      #expect(try await damaged.schema.run(nodes).map { row in try row.integer(0) } == before)
    }

    /// The document says that its order begins with one of its own leaves.
    @Test func aRootBelowTheRootDoesNotScrambleTheOrder() async throws {
      let large = try await DamagedServedStore(pageCount: 140, originalCount: 2)
      let before = try await large.store.ids(of: large.document)
      let leaves = try await large.schema.run("SELECT id FROM node WHERE is_leaf ORDER BY id")
      #expect(leaves.count > 1)
      for leaf in try leaves.map({ row in try row.integer(0) }) {
        try await large.schema.run("UPDATE document SET root = \(leaf)")
        _ = try await large.store.repair()
        #expect(try await large.store.ids(of: large.document) == before)
      }
    }
  }
#endif
