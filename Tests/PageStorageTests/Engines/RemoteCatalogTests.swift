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

    /// Settings of a role or of a location, which are no damage.
    @Test func limitsAndMissingSchemasAreNoDamage() async throws {
      let refusal = PostgreSQLError.Refusal(
        sqlState: "57014", message: "canceling statement due to statement timeout",
        constraint: nil, index: 0)
      guard
        case .io(let operation, 110) = RemoteErrorConversion.error(PostgreSQLError.refused(refusal))
      else {
        Issue.record("another error")
        return
      }
      #expect(operation.contains("statement timeout"))
      for state in ["26000", "42P05"] {
        let refusal = PostgreSQLError.Refusal(
          sqlState: state, message: "prepared statement \"s0\" already exists", index: 0)
        let error = RemoteErrorConversion.error(PostgreSQLError.refused(refusal))
        guard case .unfitLocation(let reason) = error else {
          Issue.record("\(error)")
          return
        }
        #expect(reason.contains("pool_mode = session"))
      }
      let schema = try await TestSchema()
      let location = schema.location.replacing(schema.name, with: "none_\(schema.name)")
      let error = await #expect(throws: PageStoreError.self) {
        try await RemoteCatalog.create(.init(location: location))
      }
      guard case .unfitLocation(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("search_path"))
    }

    /// What is in the schema instead of a store.
    @Test(arguments: [
      ("CREATE TABLE page (number int)", "relation \"page\" already exists"),
      ("CREATE SEQUENCE node_number", "relation \"node_number\" already exists"),
      ("CREATE TYPE page AS ENUM ('a')", "type \"page\" already exists"),
      ("CREATE TABLE schema_version (number int)", "the table schema_version"),
      ("CREATE TABLE schema_version (version text)", "the table schema_version"),
      ("CREATE TABLE schema_version (version bool)", "the table schema_version"),
    ])
    func tablesOfOthersAreNoDamage(statement: String, words: String) async throws {
      let schema = try await TestSchema()
      try await schema.run(statement)
      let error = await #expect(throws: PageStoreError.self) {
        try await RemoteCatalog.create(schema.configuration)
      }
      guard case .unfitLocation(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.hasPrefix(words) && reason.contains("another database"), "\(reason)")
    }

    @Test(arguments: ["pg_temp", "PG_TEMP"])
    func tablesAreNotCreatedWhereNobodySeesThem(first: String) async throws {
      let schema = try await TestSchema()
      let location = schema.location.replacing(
        "search_path%3D", with: "search_path%3D\(first)%2C")
      let error = await #expect(throws: PageStoreError.self) {
        try await RemoteCatalog.create(.init(location: location))
      }
      guard case .unfitLocation(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("pg_temp"))
      // Those of a store that others have created are found.
      try await RemoteCatalog.create(schema.configuration).close()
      try await RemoteCatalog.create(.init(location: location)).close()
    }

    /// An empty schema would be the wrong advice.
    @Test func aStoreThatHasLostItsVersionIsDamaged() async throws {
      let schema = try await TestSchema()
      try await RemoteCatalog.create(schema.configuration).close()
      try await schema.run("DELETE FROM schema_version")
      for isNew in [false, true] {
        let error = await #expect(throws: PageStoreError.self) {
          isNew
            ? try await RemoteCatalog.create(schema.configuration)
            : try await RemoteCatalog.open(schema.configuration)
        }
        guard case .corrupted(.catalog(let message)) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(message.hasPrefix("the table schema_version has lost its row; restore a backup"))
        #expect(message.hasSuffix("is \(RemoteSchema.version) for this one"))
      }
    }

    /// A setting of the role or the database: what is acknowledged survives a crash all the same.
    @Test(arguments: [("off", "on"), ("local", "local"), ("on", "on")])
    func commitsWaitForTheDisk(setting: String, expected: String) async throws {
      let schema = try await TestSchema()
      var configuration = ConnectionPool.Configuration(
        location: "\(schema.location)%20-csynchronous_commit%3D\(setting)")
      configuration.preparation = RemoteCatalog.preparation
      let catalog = try await RemoteCatalog.create(configuration)
      for pool in [catalog.pool, catalog.writer] {
        let found = try await pool.withConnection { connection throws(PostgreSQLError) in
          try await connection.run([Statement("SHOW synchronous_commit")])[0][0].text(0)
        }
        #expect(found == expected)
      }
      await catalog.close()
    }

    @Test func processesCreateACatalogTogether() async throws {
      let schema = try await TestSchema().configuration
      await #expect(throws: PageStoreError.notAStore(path: "the database")) {
        try await RemoteCatalog.open(schema)
      }
      try await withThrowingTaskGroup { group in
        for _ in 0..<6 {
          group.addTask { try await RemoteCatalog.create(schema).close() }
        }
        try await group.waitForAll()
      }
      let catalog = try await RemoteCatalog.open(schema)
      try await catalog.pool.withConnection { connection throws(PostgreSQLError) in
        let newer = PostgreSQLClient.Statement("UPDATE schema_version SET version = 99")
        _ = try await connection.run([newer])
      }
      await catalog.close()
      let supported = Int(RemoteSchema.version)
      await #expect(throws: PageStoreError.versionTooNew(found: 99, supported: supported)) {
        try await RemoteCatalog.open(schema)
      }
    }

    @Test func aRoleThatMayOnlyReadCannotOpenForWriting() async throws {
      let schema = try await TestSchema()
      try await RemoteCatalog.create(schema.configuration).close()
      try await schema.run("CREATE ROLE \(schema.role) LOGIN")
      try await schema.run("GRANT USAGE ON SCHEMA \(schema.name) TO \(schema.role)")
      try await schema.run("GRANT SELECT ON ALL TABLES IN SCHEMA \(schema.name) TO \(schema.role)")
      var reader = schema.configuration
      reader.location = schema.location.replacing("user=page", with: "user=\(schema.role)")
      let configuration = reader
      await #expect(throws: PageStoreError.readOnly) {
        try await RemoteCatalog.create(configuration)
      }
      let catalog = try await RemoteCatalog.open(configuration)
      #expect(try await catalog.read { db in try db.document(DocumentID(1)) == nil }.value)
      await catalog.close()
    }

    /// Reading needs fewer tables than changes do.
    @Test(arguments: ["TABLE commit_mark", "TABLE write_turn", "SEQUENCE turn_number"])
    func aStoreWithoutATableTakesNoChanges(dropped: String) async throws {
      let schema = try await TestSchema()
      let catalog = try await RemoteCatalog.create(schema.configuration)
      try await catalog.checkIsWritable()
      try await schema.run("DROP \(dropped)")
      let name = dropped.split(separator: " ")[1]
      await #expect(throws: PageStoreError.corrupted(.catalog(message: "it lacks \(name)"))) {
        try await catalog.checkIsWritable()
      }
      await catalog.close()
    }

    /// It does not see the tables, which is no reason to take the schema for an empty one.
    @Test func aRoleThatMayNotUseTheSchemaIsToldSo() async throws {
      let schema = try await TestSchema()
      try await RemoteCatalog.create(schema.configuration).close()
      try await schema.run("CREATE ROLE \(schema.role) LOGIN")
      var other = schema.configuration
      other.location = schema.location.replacing("user=page", with: "user=\(schema.role)")
      let configuration = other
      let grant = "GRANT USAGE ON SCHEMA \(schema.name) TO \(schema.role)"
      await #expect(
        throws: PageStoreError.unfitLocation(
          reason: "its role may not use the schema of the store, so run '\(grant)' as its owner")
      ) {
        try await RemoteCatalog.open(configuration)
      }
      try await schema.run(grant)
      try await schema.run("GRANT SELECT ON schema_version TO \(schema.role)")
      try await RemoteCatalog.open(configuration).close()
    }

    /// The message has the statements that help.
    @Test func aRoleThatMayMakeSomeChangesIsToldWhatItLacks() async throws {
      let schema = try await TestSchema()
      try await RemoteCatalog.create(schema.configuration).close()
      try await schema.run("CREATE ROLE \(schema.role) LOGIN")
      for right in [
        "USAGE ON SCHEMA \(schema.name)", "SELECT ON ALL TABLES IN SCHEMA \(schema.name)",
        "INSERT, UPDATE, DELETE ON document, node, original, page, change, loose_original",
        "INSERT ON page_metadata, receipt", "USAGE, SELECT ON SEQUENCE node_number, logged_turn",
      ] { try await schema.run("GRANT \(right) TO \(schema.role)") }
      var writer = schema.configuration
      writer.location = schema.location.replacing("user=page", with: "user=\(schema.role)")
      let configuration = writer
      let error = await #expect(throws: PageStoreError.self) {
        try await RemoteCatalog.create(configuration)
      }
      guard case .unfitLocation(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let missing = [
        ("INSERT, UPDATE, DELETE", "TABLE", "commit_mark"),
        ("INSERT, UPDATE, DELETE", "TABLE", "counter"),
        ("INSERT, UPDATE, DELETE", "TABLE", "last_number"),
        ("UPDATE, DELETE", "TABLE", "page_metadata"), ("UPDATE, DELETE", "TABLE", "receipt"),
        ("USAGE, SELECT", "SEQUENCE", "turn_number"),
        ("INSERT, UPDATE, DELETE", "TABLE", "write_turn"),
      ]
      let grants = missing.map { "GRANT \($0) ON \($1) \(schema.name).\($2) TO \(schema.role)" }
        .joined(separator: "; ")
      #expect(reason == "its role lacks rights, so run '\(grants)' as the owner of the tables")
      for grant in grants.split(separator: "; ") { try await schema.run(String(grant)) }
      let catalog = try await RemoteCatalog.create(configuration)
      let document = try await catalog.write(keepsRows: false) { db in
        try DocumentRow.insert(db, title: "new", metadata: [:])
      }.value
      #expect(document == DocumentID(1))
      // While it is open.
      try await schema.run("REVOKE INSERT ON page FROM \(schema.role)")
      let later = await #expect(throws: PageStoreError.self) {
        try await catalog.checkIsWritable()
      }
      #expect(later?.description.contains("GRANT INSERT ON TABLE \(schema.name).page TO") == true)
      await catalog.close()
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
