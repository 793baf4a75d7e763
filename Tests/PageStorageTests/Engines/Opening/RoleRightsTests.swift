// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Foundation
  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @testable import PageStorage

  /// Roles that may not make all changes, and tables that are missing.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct RoleRightsTests {
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
  }
#endif
