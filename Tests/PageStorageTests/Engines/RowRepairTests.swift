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
    private let damaged: DamagedServedStore
    private var store: PageStore { damaged.store }
    private var document: DocumentID { damaged.document }

    init() async throws { damaged = try await DamagedServedStore() }

    /// Repairs the store, which is sound then and takes edits.
    private func report(after statements: [String]) async throws -> RepairReport {
      for sql in statements { try await damaged.schema.run(sql) }
      #expect(try await !store.verify().isSound, "\(statements)")
      let report = try await store.repair()
      #expect(report.unrepairedProblems.isEmpty)
      #expect(try await store.verify().problems == [])
      #expect(try await store.repair().isEmpty)
      return report
    }

    private func expectPages(
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

    @Test(arguments: [
      "DELETE FROM page WHERE id = 2", "UPDATE page SET id = -2 WHERE id = 2",
      "UPDATE page SET original = 99 WHERE id = 2",
      "DELETE FROM original WHERE id = (SELECT original FROM page WHERE id = 2)",
      "UPDATE original SET digest = 'x' WHERE id = (SELECT original FROM page WHERE id = 2)",
      "UPDATE original SET id = 99 WHERE id = (SELECT original FROM page WHERE id = 2)",
    ])
    func theBytesOfALostPageAreAPageOfTheirOwn(sql: String) async throws {
      let report = try await report(after: [sql])
      #expect(report.lostPages.contains(PageID(2)) && report.recoveredPages.count == 1)
      try await expectPages([1, 3])
      let new = try #require(try await store.documentIDs().last)
      #expect(try await store.document(new).title == "Recovered pages")
      #expect(try await store.bytes(of: report.recoveredPages[0]) == TestPage.png(1))
    }

    @Test(arguments: ["byte_count = 9", "byte_count = -9", "header = 'x'", "damage = 'old'"])
    func theRowOfAnOriginalIsReadFromItsBytes(change: String) async throws {
      let before = try await store.pages(in: 0..<3, of: document).map(\.header)
      let report = try await report(
        after: [
          "UPDATE original SET \(change) WHERE id = (SELECT original FROM page WHERE id = 2)"
        ])
      #expect(report.repairedPages == [PageID(2)])
      try await expectPages([1, 2, 3])
      let pages = try await store.pages(in: 0..<3, of: document)
      #expect(pages.map(\.header) == before && pages.allSatisfy { $0.damage == nil })
    }

    /// The page is damaged, and the bytes become another one.
    @Test func anOriginalWithAnotherDigestIsLost() async throws {
      try await damaged.schema.run(
        "UPDATE original SET digest = sha256('x') "
          + "WHERE id = (SELECT original FROM page WHERE id = 2)")
      let report = try await store.repair()
      #expect(report.damagedPages == [PageID(2)] && report.recoveredPages.count == 1)
      try await expectPages([1, 2, 3])
      #expect(try await store.pages(in: 1..<2, of: document)[0].damage != nil)
      #expect(try await store.bytes(of: report.recoveredPages[0]) == TestPage.png(1))
    }

    @Test(arguments: [
      "UPDATE counter SET next = 2 WHERE name = 'page'", "DELETE FROM counter WHERE name = 'page'",
      "UPDATE last_number SET number = 0", "UPDATE last_number SET number = -1",
      "DELETE FROM last_number", "DROP TABLE write_turn", "DROP TABLE commit_mark",
      "DROP SEQUENCE turn_number", "ALTER SEQUENCE turn_number CACHE 20",
      "DROP SEQUENCE logged_turn", "ALTER SEQUENCE logged_turn CACHE 20",
      "DROP SEQUENCE node_number", "SELECT setval('node_number', 1, false)",
      "UPDATE change SET parts = 'x'", "UPDATE change SET revision = -1",
      "UPDATE change SET id = -id", "UPDATE change SET id = id + 2000000000000000000",
      "UPDATE change SET id = 1152921504606846976 WHERE id = 1",
      "UPDATE last_number SET number = 1152921504606846975",
      "SELECT setval('node_number', 9223372036854775807)",
    ])
    func theStoreTakesPagesAfterwards(sql: String) async throws {
      #expect(try await !report(after: [sql]).repairedProblems.isEmpty)
      try await expectPages([1, 2, 3])
      let page = try await store.append(TestPage.input(9), to: document)
      #expect(page.id.rawValue > 4)
      let new = try await store.createDocument(title: "new").id
      _ = try await store.append(TestPage.input(10), to: new)
      #expect(try await store.verify().isSound)
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

    @Test func damagedReceiptsAreRemoved() async throws {
      let request = KeyedRequest(
        key: EditKey("a"), digest: try #require(ContentDigest([UInt8](repeating: 1, count: 32))),
        time: Date())
      _ = try await store.perform(.rotate(PageID(1), by: .clockwise), once: request) { _, _ in [] }
      let report = try await report(after: ["UPDATE receipt SET response = 'x'"])
      #expect(report.droppedReceiptCount == 1)
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

    /// Their bytes were put before, as those that a purge removes after a day.
    @Test(arguments: [
      "DELETE FROM original WHERE id = (SELECT original FROM page WHERE id = 2)",
      "DELETE FROM page WHERE id = 2",
    ])
    func theBytesOfLostPagesAreKeptFromPurges(sql: String) async throws {
      let digest = try await store.pages(in: 1..<2, of: document)[0].digest
      try await damaged.schema.run(
        "INSERT INTO loose_original VALUES (decode('\(digest)', 'hex'), 0, NULL)")
      let report = try await report(after: [sql])
      try await store.purge(deletedBefore: .distantFuture)
      #expect(report.recoveredPages.count == 1)
      #expect(try await store.bytes(of: report.recoveredPages[0]) == TestPage.png(1))
      let notes = try await damaged.schema.run("SELECT 1 FROM loose_original WHERE time = 0")
      #expect(notes.isEmpty)
    }

    /// Above the numbers of JavaScript.
    @Test func aPageKeepsNoExtremeNumber() async throws {
      let report = try await report(
        after: ["UPDATE page SET id = 9007199254740993 WHERE id = 2"])
      #expect(report.lostPages.contains(PageID(2)) && report.recoveredPages.count == 1)
      #expect(try await store.append(TestPage.input(9), to: document).id.rawValue < 10_000)
    }

    @Test func aLostLeafLeavesItsPagesInPlace() async throws {
      let large = try await DamagedServedStore(pageCount: 140, originalCount: 2)
      let before = try await large.store.ids(of: large.document)
      try await large.schema.run(
        "DELETE FROM node WHERE id = (SELECT min(id) FROM node WHERE is_leaf)")
      _ = try await large.store.repair()
      #expect(try await large.store.ids(of: large.document) == before)
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

    @Test(arguments: [Int64.max, .min, -1]) func receiptsUnderAnyNumberAreRead(id: Int64)
      async throws
    {
      let request = KeyedRequest(
        key: EditKey("a"), digest: try #require(ContentDigest([UInt8](repeating: 1, count: 32))),
        time: Date())
      _ = try await store.perform(.rotate(PageID(1), by: .clockwise), once: request) { _, _ in [] }
      #expect(try await report(after: ["UPDATE receipt SET id = \(id)"]).droppedReceiptCount == 1)
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

    /// What the role may do is done.
    @Test func aRoleWithFewRightsMendsRows() async throws {
      let (schema, role) = (damaged.schema, damaged.schema.role)
      try await schema.run("CREATE ROLE \(role) LOGIN")
      for right in [
        "USAGE ON SCHEMA \(schema.name)",
        "SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema.name)",
        "USAGE, SELECT ON SEQUENCE \(schema.name).node_number",
        "USAGE, SELECT ON SEQUENCE \(schema.name).turn_number",
        "USAGE, SELECT ON SEQUENCE \(schema.name).logged_turn",
      ] { try await schema.run("GRANT \(right) TO \(role)") }
      try await schema.run("UPDATE page SET rotation = 1 WHERE id = 2")
      try await schema.run("SELECT setval('node_number', 9223372036854775807)")
      let report = try await PageStore.repair(
        at: store.path.replacing("user=page", with: "user=\(role)"))
      #expect(report.repairedPages == [PageID(2)])
      #expect(
        report.unrepairedProblems == [
          .catalog(message: "the last number of a node is out of range")
        ]
      )
    }

    /// The owner makes the table again, and another role goes on.
    @Test(arguments: ["commit_mark", "write_turn"])
    func rolesKeepTheirRights(table: String) async throws {
      let (schema, role) = (damaged.schema, damaged.schema.role)
      try await schema.run("CREATE ROLE \(role) LOGIN")
      for right in [
        "USAGE ON SCHEMA \(schema.name)",
        "SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema.name)",
        "USAGE, SELECT ON ALL SEQUENCES IN SCHEMA \(schema.name)",
      ] { try await schema.run("GRANT \(right) TO \(role)") }
      let writer = try await PageStore.open(
        at: store.path.replacing("user=page", with: "user=\(role)"))
      try await schema.run("DROP TABLE \(table)")
      await #expect(throws: PageStoreError.self) { try await writer.createDocument(title: "new") }
      #expect(try await store.repair().repairedProblems.count == 1)
      try await writer.checkIsWritable()
      _ = try await writer.createDocument(title: "new")
      await writer.close()
    }

    /// It is the operator who decides when writers wait for it.
    @Test func aMissingIndexIsNamed() async throws {
      try await damaged.schema.run("DROP INDEX page_leaf")
      let report = try await store.repair()
      #expect(
        report.unrepairedProblems == [
          .missingIndex(name: "page_leaf", statement: "CREATE INDEX page_leaf ON page (leaf)")
        ])
    }

    /// Two processes that repair the same damage at the same time.
    @Test func repairsAtTheSameTimeAgree() async throws {
      let other = try await PageStore.open(at: store.path)
      for sql in [
        "DELETE FROM node", "UPDATE page SET rotation = 1", "UPDATE original SET header = ''",
      ] { try await damaged.schema.run(sql) }
      async let first = store.repair()
      async let second = other.repair()
      _ = try await [first, second]
      #expect(try await store.verify().isSound)
      try await expectPages([1, 2, 3])
      await other.close()
    }
  }
#endif
