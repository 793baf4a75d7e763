// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @testable import PageStorage

  /// Tables of earlier versions, which the first process that writes changes.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct EarlierSchemaTests {
    @Test(arguments: [1, 2, 3]) func processesChangeTablesTogether(version: Int) async throws {
      let schema = try await TestSchema()
      let first = try await RemoteCatalog.create(schema.configuration)
      let document = try await first.write { db in
        try DocumentRow.insert(db, title: "kept", metadata: [:])
      }.value
      await first.close()
      try await schema.setBack(to: version)
      let reader = try await RemoteCatalog.open(schema.configuration)
      #expect(try await reader.read { db in try db.document(document)?.title }.value == "kept")
      await reader.close()
      try await withThrowingTaskGroup { group in
        for _ in 0..<6 {
          group.addTask {
            let catalog = try await RemoteCatalog.create(schema.configuration)
            _ = try await catalog.write { db in
              try CatalogStep.append(document: 0, count: 1).make(in: db)
            }
            await catalog.close()
          }
        }
        try await group.waitForAll()
      }
      #expect(
        try await schema.run("SELECT version FROM schema_version")[0].integer(0)
          == RemoteSchema.version)
      let catalog = try await RemoteCatalog.create(schema.configuration)
      try await catalog.expectPages(6, in: [document])
      #expect(try await catalog.read { db in try db.catalogProblems() }.value.isEmpty)
      await catalog.close()
    }

    /// Servers of the version before the numbers of turns take none, and write no more.
    @Test func nobodyTakesATurnWithoutANumber() async throws {
      let schema = try await TestSchema()
      try await RemoteCatalog.create(schema.configuration).close()
      try await schema.setBack(to: 2)
      try await RemoteCatalog.create(schema.configuration).close()
      await #expect(throws: PostgreSQLError.self) {
        try await schema.run("LOCK TABLE turn IN EXCLUSIVE MODE")
      }
    }

    /// Another process may have lost the table, or have made a part of the change.
    @Test(arguments: [
      "DROP TABLE turn", "CREATE TABLE write_turn ()", "CREATE SEQUENCE turn_number CACHE 20",
      "CREATE SEQUENCE logged_turn INCREMENT 2",
    ])
    func tablesAreChangedWhateverIsThere(statement: String) async throws {
      let schema = try await TestSchema()
      try await RemoteCatalog.create(schema.configuration).close()
      try await schema.setBack(to: 2)
      try await schema.run(statement)
      let catalog = try await RemoteCatalog.create(schema.configuration)
      let document = try await catalog.write { db in
        try DocumentRow.insert(db, title: "new", metadata: [:])
      }.value
      #expect(document == DocumentID(1))
      #expect(try await catalog.read { db in try db.catalogProblems() }.value.isEmpty)
      await catalog.close()
    }

    /// A store that is only read stays as it is, and is sound.
    @Test(arguments: [2, 3]) func anEarlierVersionIsSound(version: Int) async throws {
      let schema = try await TestSchema()
      try await RemoteCatalog.create(schema.configuration).close()
      try await schema.setBack(to: version)
      let catalog = try await RemoteCatalog.open(schema.configuration)
      #expect(try await catalog.read { db in try db.catalogProblems() }.value.isEmpty)
      await catalog.close()
    }

    @Test(arguments: [2, 3]) func rolesMayTakeTurnsAfterwards(version: Int) async throws {
      let schema = try await TestSchema()
      try await RemoteCatalog.create(schema.configuration).close()
      try await schema.setBack(to: version)
      try await schema.run("CREATE ROLE \(schema.role) LOGIN")
      let sequences = version == 2 ? ["node_number"] : ["node_number", "turn_number"]
      let rights = [
        "USAGE ON SCHEMA \(schema.name)",
        "SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema.name)",
      ]
      for right in rights + sequences.map({ "USAGE, SELECT ON SEQUENCE \($0)" }) {
        try await schema.run("GRANT \(right) TO \(schema.role)")
      }
      try await RemoteCatalog.create(schema.configuration).close()
      let catalog = try await RemoteCatalog.create(
        .init(location: schema.location.replacing("user=page", with: "user=\(schema.role)")))
      for number in 1...2 {
        let document = try await catalog.write(keepsRows: true) { db in
          try DocumentRow.insert(db, title: "new", metadata: [:])
        }.value
        #expect(document == DocumentID(Int64(number)))
      }
      await catalog.close()
    }
  }

  extension TestSchema {
    /// Makes the tables those of an earlier version.
    fileprivate func setBack(to version: Int) async throws {
      try await run("DROP SEQUENCE logged_turn")
      if version < 3 {
        try await run("DROP SEQUENCE turn_number")
        try await run(
          version == 1 ? "DROP TABLE write_turn" : "ALTER TABLE write_turn RENAME TO turn")
      }
      try await run("UPDATE schema_version SET version = \(version)")
    }
  }
#endif
