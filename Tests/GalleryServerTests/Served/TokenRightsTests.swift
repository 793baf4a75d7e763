// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Foundation
  import GalleryTestSupport
  import Logging
  import PageStorage
  import PostgreSQLClient
  import Testing

  @testable import GalleryServer

  /// The rights of roles on the tables of tokens.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct TokenRightsTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private let schema: TestSchema

    init() async throws { schema = try await TestSchema() }

    /// The tokens as another process sees them.
    private func storage() throws -> any AccessStorage {
      try AccessStorages.storage(ofStore: schema.location + "&objects=/nowhere")
    }

    @Test func aUserWithoutRightsIsDenied() async throws {
      let storage = try storage()
      _ = try await storage.addToken(TokenGrant(), at: Self.now)
      try await schema.run("CREATE ROLE \(schema.role) LOGIN")
      try await schema.run("GRANT USAGE ON SCHEMA \(schema.name) TO \(schema.role)")
      let guest = try AccessStorages.storage(
        ofStore: schema.location.replacing("user=page", with: "user=\(schema.role)") + "&objects=/x"
      )
      let error = await #expect(throws: AccessDatabaseError.self) { try await guest.tokens() }
      guard case .denied = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      await guest.close()
      await storage.close()
    }

    /// Waiting does not help.
    @Test func aRoleThatOnlyReadsStartsNoSession() async throws {
      let storage = try storage()
      let token = try await storage.addToken(TokenGrant(), at: Self.now).token
      try await schema.run("CREATE ROLE \(schema.role) LOGIN")
      for right in [
        "USAGE ON SCHEMA \(schema.name)", "SELECT ON ALL TABLES IN SCHEMA \(schema.name)",
      ] { try await schema.run("GRANT \(right) TO \(schema.role)") }
      let reader = try AccessStorages.storage(
        ofStore: schema.location.replacing("user=page", with: "user=\(schema.role)") + "&objects=/x"
      )
      let authorizer = TokenAuthorizer(
        storage: reader, isOpenWithoutTokens: true,
        logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
      let problem = await #expect(throws: Problem.self) {
        try await authorizer.startSession(token.text, from: nil)
      }
      #expect(problem?.code == .readOnly)
      #expect(problem?.detail.contains("the store is read-only") == false)
      await reader.close()
      await storage.close()
    }

    /// Expects what a server with these tokens, whose store takes changes, says of itself.
    private func expectReadiness(_ status: Int, of storage: any AccessStorage) async throws {
      let authorizer = TokenAuthorizer(
        storage: storage, isOpenWithoutTokens: true,
        logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
      try await TestServer.run(configured: { $0.authorizer = authorizer }) { server in
        let answer = try await server.get("/health/ready")
        #expect(answer.status == status)
      }
    }

    /// What changes need is known before one.
    @Test func lackingRightsAndTablesAreTold() async throws {
      let storage = try storage()
      #expect(await storage.refusal() == nil)
      _ = try await storage.addToken(TokenGrant(), at: Self.now)
      #expect(await storage.refusal() == nil)
      try await schema.run("CREATE ROLE \(schema.role) LOGIN")
      for right in [
        "USAGE ON SCHEMA \(schema.name)", "SELECT ON ALL TABLES IN SCHEMA \(schema.name)",
        "UPDATE ON \(schema.name).access_state, \(schema.name).access_token",
      ] { try await schema.run("GRANT \(right) TO \(schema.role)") }
      let role = try AccessStorages.storage(
        ofStore: schema.location.replacing("user=page", with: "user=\(schema.role)") + "&objects=/x"
      )
      let grant =
        "GRANT SELECT, INSERT, UPDATE, DELETE ON \(schema.name).access_session TO \(schema.role)"
      let path = try #require(role as? RemoteAccessDatabase).name
      let reason = "run '\(grant)' as the owner of the tables"
      #expect(await role.refusal() == .denied(path: path, reason: reason))
      try await expectReadiness(503, of: role)
      try await schema.run(grant)
      #expect(await role.refusal() == nil)
      try await expectReadiness(200, of: role)
      try await schema.run("DROP TABLE access_session")
      #expect(await role.refusal() == .damaged(path: path, reason: "access_session is missing"))
      await role.close()
      await storage.close()
    }

    /// The tables of tokens come after the rights were given.
    @Test func rolesOfTheStoreMayUseTheTokens() async throws {
      for table in ["document", "receipt"] {
        try await schema.run("CREATE TABLE \(table) (id int8)")
      }
      let reader = schema.role + "_reader"
      for role in [schema.role, reader] { try await schema.run("CREATE ROLE \(role) LOGIN") }
      for right in [
        "USAGE ON SCHEMA \(schema.name)",
        "SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema.name)",
      ] { try await schema.run("GRANT \(right) TO \(schema.role)") }
      // Some rights on the store are none on its tokens.
      try await schema.run("GRANT SELECT, INSERT ON document, receipt TO \(reader)")
      let storage = try storage()
      _ = try await storage.addToken(TokenGrant(), at: Self.now)
      await storage.close()
      let role = try AccessStorages.storage(
        ofStore: schema.location.replacing("user=page", with: "user=\(schema.role)") + "&objects=/x"
      )
      _ = try await role.addToken(TokenGrant(), at: Self.now)
      #expect(try await role.tokens().count == 2)
      await role.close()
      let rights = try await schema.run(
        "SELECT has_table_privilege('\(reader)', 'access_token', 'SELECT, INSERT, UPDATE, DELETE')")
      #expect(try !rights[0].boolean(0))
    }

    @Test func aDatabaseThatTakesNoChangesIsReadOnly() async throws {
      let storage = try storage()
      _ = try await storage.addToken(TokenGrant(), at: Self.now)
      let readOnly = try AccessStorages.storage(
        ofStore: schema.location
          + "%20-cdefault_transaction_read_only%3Don&objects=/nowhere")
      #expect(try await readOnly.tokens().count == 1)
      let error = await #expect(throws: AccessDatabaseError.self) {
        try await readOnly.addToken(TokenGrant(), at: Self.now)
      }
      guard case .readOnly = try #require(error) else {
        Issue.record("\(String(describing: error))")
        return
      }
      await storage.close()
      await readOnly.close()
    }
  }
#endif
