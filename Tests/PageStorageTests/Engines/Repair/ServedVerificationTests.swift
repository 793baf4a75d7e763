// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Crypto
  import Foundation
  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient
  import Synchronization
  import Testing

  @testable import PageStorage

  /// Damage of rows and bytes on servers, as a verification reports it.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct ServedVerificationTests {
    private let schema: TestSchema
    private let folder: TestFolder
    private let store: PageStore
    private let document: DocumentID
    private let pages: [StoredPage]

    init() async throws {
      schema = try await TestSchema()
      folder = try TestFolder()
      store = try await PageStore.open(at: schema.location + "&objects=\(folder.objects)")
      document = try await store.createDocument(title: "Lease").id
      pages = try await store.ingest((0..<4).map { TestPage.input($0) }, into: document)
        .map { try $0.get() }
      try await store.delete(pages[3].id)
      try await store.setMetadata(PageMetadata(fileName: "a.png"), of: pages[0].id)
    }

    private static func path(of digest: ContentDigest) -> String {
      let text = digest.description
      return "blobs/\(text.prefix(2))/\(text.dropFirst(2))"
    }

    private func problems(
      after sql: String
    ) async throws -> [VerificationReport.Problem] {
      #expect(try await schema.run(sql).affectedCount > 0)
      return try await store.verify().problems
    }

    @Test func bytesWithoutARowAreReportedUnlessAPurgeRemovesThem() async throws {
      let other = TestPage.png(77)
      let path = Self.path(of: ContentDigest(SHA256.hash(data: other)))
      let file = URL(fileURLWithPath: "\(folder.objects)/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(other).write(to: file)
      #expect(try await store.verify().problems == [.orphan(path: path)])
      // A purge waits a day before it removes the bytes of the page.
      try await store.purge(deletedBefore: .distantFuture)
      #expect(try await store.verify().problems == [.orphan(path: path)])
      _ = try await store.append(TestPage.input(77), to: document)
      #expect(try await store.verify().isSound)
    }

    @Test func aMissingIndexIsNamedWithWhatCreatesIt() async throws {
      for (name, statement) in RemoteSchema.indexes.sorted(by: { $0.key < $1.key }) {
        // Those of keys go with their constraints.
        let words = statement.split(separator: " ")
        try await schema.run(
          words[0] == "ALTER"
            ? "ALTER TABLE \(words[2]) DROP CONSTRAINT \(name)" : "DROP INDEX \(name)")
        #expect(
          try await store.verify().problems == [.missingIndex(name: name, statement: statement)])
        try await schema.run(statement)
      }
      let known = try await schema.run(
        "SELECT indexname FROM pg_indexes WHERE schemaname = '\(schema.name)'")
      #expect(try Set(known.map { row in try row.text(0) }) == Set(RemoteSchema.indexes.keys))
      #expect(try await store.verify().isSound)
    }

    /// The rights that the documentation names.
    @Test func aRoleThatMayOnlyReadFindsNoDamage() async throws {
      let reader = try await open(
        asRoleWith: ["SELECT ON ALL TABLES IN SCHEMA \(schema.name)"], .readOnly)
      #expect(try await reader.verify().isSound)
      #expect(try await reader.documents() == store.documents())
      await reader.close()
    }

    @Test func aRoleThatMayChangeRowsUsesTheStore() async throws {
      let writer = try await open(
        asRoleWith: [
          "SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema.name)",
          "USAGE, SELECT ON SEQUENCE \(schema.name).node_number",
          "USAGE, SELECT ON SEQUENCE \(schema.name).turn_number",
          "USAGE, SELECT ON SEQUENCE \(schema.name).logged_turn",
        ], .readWrite)
      let document = try await writer.createDocument(title: "new").id
      _ = try await writer.append(TestPage.input(9), to: document)
      try await writer.deleteDocument(document)
      try await writer.purge(deletedBefore: .distantFuture)
      #expect(try await writer.verify().isSound)
      await writer.close()
    }

    private func open(
      asRoleWith rights: [String], _ access: PageStoreConfiguration.Access
    ) async throws -> PageStore {
      try await schema.run("CREATE ROLE \(schema.role) LOGIN")
      for right in ["USAGE ON SCHEMA \(schema.name)"] + rights {
        try await schema.run("GRANT \(right) TO \(schema.role)")
      }
      return try await PageStore.open(
        at: store.path.replacing("user=page", with: "user=\(schema.role)"),
        configuration: PageStoreConfiguration(access: access))
    }

    @Test func aSoundStoreHasNone() async throws {
      let report = try await store.verify(decoding: true)
      #expect(report.isSound && report.pageCount == 4 && report.originalCount == 4)
    }

    @Test(arguments: [
      "UPDATE page SET rotation = 1 WHERE id = 2", "UPDATE page SET leaf = leaf + 1 WHERE id = 2",
      "UPDATE page SET document = 7 WHERE id = 2", "DELETE FROM page WHERE id = 2",
      "UPDATE page SET trashed = 5 WHERE id = 2",
      "UPDATE original SET byte_count = 9 WHERE id = (SELECT original FROM page WHERE id = 2)",
      "DELETE FROM original WHERE id = (SELECT original FROM page WHERE id = 2)",
    ])
    func aDamagedPageIsReported(sql: String) async throws {
      let found = try await problems(after: sql)
      let catalog =
        sql.contains("document = 7")
        ? "there are pages without a document"
        : sql.hasPrefix("DELETE FROM page") ? "there are originals without a page" : nil
      #expect(
        found == (catalog.map { [.catalog(message: $0)] } ?? []) + [.page(PageID(2))]
          + (sql.hasPrefix("DELETE FROM original")
            ? [.orphan(path: Self.path(of: pages[1].digest))] : []))
      // The leaf of a page says where to look for it, not what it is.
      try await expectOthersInLists(beside: sql.contains("leaf") ? ListedPage(pages[1]) : nil)
    }

    /// The other pages of the document are listed, beside a damaged one.
    private func expectOthersInLists(beside readable: ListedPage?) async throws {
      let shown = try await store.galleryPages(of: document).pages
      #expect(shown.map(\.id) == pages[..<3].map(\.id))
      let entries = try await store.readableWindow(0..<3, of: document).entries
      #expect(entries.map(\.id) == shown.map(\.id))
      #expect(entries[0].page == pages[0] && entries[2].page == pages[2])
      #expect((entries[1].page == nil) == (readable == nil))
      let listed = Mutex<[ListedPage]>([])
      try await store.readPages(of: document) { portion in
        listed.withLock { $0 += portion.pages }
        return true
      }
      #expect(
        listed.withLock(\.self) == [
          ListedPage(pages[0]),
          readable
            ?? ListedPage(
              id: pages[1].id, aspectRatio: nil, key: PageKey(bits: 0), isDamaged: true),
          ListedPage(pages[2]),
        ])
    }

    @Test(arguments: [
      ("DELETE FROM last_number", "the last number of a document is out of range"),
      ("UPDATE last_number SET number = 0", "the last number of a document is out of range"),
      (
        "UPDATE last_number SET number = 9223372036854775807",
        "the last number of a document is out of range"
      ),
      ("DELETE FROM document", "there are pages without a document"),
      ("UPDATE change SET id = -id", CatalogFault.changeNumbers),
      ("UPDATE change SET revision = revision + 1 WHERE id = 2", CatalogFault.changeLog),
      ("UPDATE change SET parts = 'x' WHERE parts IS NOT NULL", CatalogFault.changeLog),
      ("DELETE FROM page WHERE id = 4", "there are originals without a page"),
      ("DROP TABLE commit_mark", "the table commit_mark is missing"),
      ("ALTER TABLE write_turn RENAME TO other", "the table write_turn is missing"),
      (
        "ALTER SEQUENCE turn_number RENAME TO other",
        "the sequence turn_number is missing or was altered"
      ),
      (
        "ALTER SEQUENCE turn_number CACHE 20", "the sequence turn_number is missing or was altered"
      ),
      (
        "ALTER SEQUENCE logged_turn RENAME TO other",
        "the sequence logged_turn is missing or was altered"
      ),
      ("ALTER SEQUENCE node_number RENAME TO other", "the last number of a node is out of range"),
      ("SELECT setval('node_number', 1, false)", "the last number of a node is out of range"),
    ])
    func damageOfTheCatalogIsReported(sql: String, problem: String) async throws {
      try await schema.run(sql)
      #expect(try await store.verify().problems.contains(.catalog(message: problem)))
      if sql.contains("last_number") {
        await #expect(throws: PageStoreError.self) {
          try await store.createDocument(title: "new", metadata: [:])
        }
      }
    }

    /// It says what to do instead, and changes nothing.
    @Test func backupsNeedAFolder() async throws {
      let path = folder.path + "/backup"
      let error = await #expect(throws: PageStoreError.self) { try await store.backup(to: path) }
      guard case .unsupported = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect("\(try #require(error))".contains("instead"))
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(try await store.galleryPages(of: document).pages.count == 3)
    }

    @Test func otherDamageIsReported() async throws {
      #expect(
        try await problems(after: "UPDATE page_metadata SET content = '{}'")
          == [.metadata(PageID(1))])
      #expect(
        try await problems(
          after: "UPDATE counter SET next = 2 WHERE name = 'page'"
        )
        .contains(.catalog(message: CatalogFault.pageCounter)))
      #expect(
        try await problems(after: "UPDATE node SET entries = 'x'").contains(.order(document)))
      #expect(
        try await problems(after: "UPDATE document SET title = 'Rent'")
          .contains(.document(document)))
    }

    @Test func damagedReceiptsAreReported() async throws {
      let request = KeyedRequest(
        key: EditKey("a"), digest: try #require(ContentDigest([UInt8](repeating: 1, count: 32))),
        time: Date())
      _ = try await store.perform(.rotate(pages[0].id, by: .clockwise), once: request) { _, _ in []
      }
      let found = try await problems(after: "UPDATE receipt SET response = 'x'")
      guard case .receipt? = found.first else {
        Issue.record("\(found)")
        return
      }
    }

    @Test func lostAndAlteredBytesAreReported() async throws {
      func url(_ page: StoredPage) -> URL {
        let text = page.digest.description
        return URL(
          fileURLWithPath: "\(folder.objects)/blobs/\(text.prefix(2))/\(text.dropFirst(2))")
      }
      try FileManager.default.removeItem(at: url(pages[0]))
      try Data("other".utf8).write(to: url(pages[3]))
      let found = Set(try await store.verify().problems)
      #expect(
        found == [
          .original(pages[0].id, pages[0].digest), .original(pages[3].id, pages[3].digest),
        ])
    }

    @Test func aPageOfAPurgedDocumentIsNoProblem() async throws {
      try await store.deleteDocument(document)
      #expect(try await store.isSound())
      _ = try await store.purge(deletedBefore: .distantFuture)
      let report = try await store.verify()
      #expect(report.isSound && report.pageCount == 0, "\(report)")
    }
  }
#endif
