// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Foundation
  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @testable import PageStorage

  /// The store as a whole: its numbers, tables, indexes and receipts.
  extension RowRepairTests {
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

    @Test func damagedReceiptsAreRemoved() async throws {
      let request = KeyedRequest(
        key: EditKey("a"), digest: try #require(ContentDigest([UInt8](repeating: 1, count: 32))),
        time: Date())
      _ = try await store.perform(.rotate(PageID(1), by: .clockwise), once: request) { _, _ in [] }
      let report = try await report(after: ["UPDATE receipt SET response = 'x'"])
      #expect(report.droppedReceiptCount == 1)
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

    /// The owner makes the table or sequence again, and another role goes on.
    @Test(arguments: [
      "TABLE commit_mark", "TABLE write_turn", "SEQUENCE node_number", "SEQUENCE turn_number",
    ])
    func rolesKeepTheirRights(item: String) async throws {
      let (schema, role) = (damaged.schema, damaged.schema.role)
      try await schema.run("CREATE ROLE \(role) LOGIN")
      for right in [
        "USAGE ON SCHEMA \(schema.name)",
        "SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema.name)",
        "USAGE, SELECT ON ALL SEQUENCES IN SCHEMA \(schema.name)",
      ] { try await schema.run("GRANT \(right) TO \(role)") }
      let writer = try await PageStore.open(
        at: store.path.replacing("user=page", with: "user=\(role)"))
      try await schema.run("DROP \(item)")
      await #expect(throws: PageStoreError.self) { try await writer.checkIsWritable() }
      #expect(try await store.repair().repairedProblems.count == 1)
      try await writer.checkIsWritable()
      _ = try await writer.createDocument(title: "new")
      await writer.close()
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
