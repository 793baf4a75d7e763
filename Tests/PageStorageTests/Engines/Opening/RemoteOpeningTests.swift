// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Foundation
  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @testable import PageStorage

  /// What is opened as a store on servers, and what is not.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct RemoteOpeningTests {
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
  }
#endif
