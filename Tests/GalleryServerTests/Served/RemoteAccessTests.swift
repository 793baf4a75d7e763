// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Foundation
  import GalleryTestSupport
  import Logging
  import PageStorage
  import PostgreSQLClient
  import Testing

  @testable import GalleryServer

  /// Tokens in a database on a server, compared with those in a file.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct RemoteAccessTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private let schema: TestSchema

    init() async throws { schema = try await TestSchema() }

    /// The tokens as another process sees them.
    private func storage() throws -> any AccessStorage {
      try AccessStorages.storage(ofStore: schema.location + "&objects=/nowhere")
    }

    /// The snapshot that is known without waiting; a slow machine reads it several times.
    private func recent(_ storage: any AccessStorage) async throws -> AccessSnapshot {
      for _ in 0..<50 {
        _ = try await storage.presentSnapshot()
        if let recent = storage.recentSnapshot() { return recent }
      }
      return try #require(nil)
    }

    @Test func existsOnlyOnceThereIsAToken() async throws {
      let storage = try storage()
      #expect(try await storage.tokens().isEmpty)
      #expect(try await storage.presentSnapshot().tokens.isEmpty)
      #expect(try await storage.revokeToken(1, at: Self.now) == nil)
      let grant = TokenGrant(
        label: "scanner\u{0} in room 4", scope: .write, document: DocumentID(7),
        expires: Self.now + 60)
      let (token, added) = try await storage.addToken(grant, at: Self.now)
      #expect(added.id == 1)
      let other = try self.storage()
      let found = try #require(try await other.tokens().first)
      #expect(found.grant == grant)
      #expect(found.created == Self.now)
      #expect(found.used == nil && found.revoked == nil)
      let snapshot = try await other.presentSnapshot()
      #expect(snapshot.token(token.secret, at: Self.now)?.id == 1)
      await storage.close()
      await other.close()
    }

    /// The tokens are still there.
    @Test func aLostTableOpensNothing() async throws {
      let storage = try storage()
      _ = try await storage.addToken(TokenGrant(), at: Self.now)
      await storage.close()
      try await schema.run("DROP TABLE access_state")
      let other = try self.storage()
      await #expect(throws: AccessDatabaseError.self) { try await other.presentSnapshot() }
      await #expect(throws: AccessDatabaseError.self) {
        try await other.addToken(TokenGrant(), at: Self.now)
      }
      await other.close()
    }

    /// Rows that were lost neither open a store nor keep what was revoked.
    @Test(arguments: ["DELETE FROM access_token", "DELETE FROM access_state"])
    func lostRowsOpenNothing(sql: String) async throws {
      let storage = try storage()
      _ = try await storage.addToken(TokenGrant(), at: Self.now)
      _ = try await storage.presentSnapshot()
      try await schema.run(sql)
      try await Task.sleep(for: RemoteAccessDatabase.maximumAge)
      // A server that runs may go on with what it knows.
      #expect((try? await storage.presentSnapshot())?.tokens.isEmpty != true)
      let later = try self.storage()
      await #expect(throws: AccessDatabaseError.self) { try await later.presentSnapshot() }
      await storage.close()
      await later.close()
    }

    @Test(arguments: [false, true]) func tokensAreCopied(fromServer: Bool) async throws {
      try await ProgramTests.inFolder { folder in
        let (file, server) = (AccessDatabase(store: folder), try storage())
        try await TokenCopyTests.check(fromServer ? server : file, fromServer ? file : server)
        await server.close()
      }
    }

    @Test func ownChangesAreKnownAtOnceAndOthersAfterASecond() async throws {
      let (one, other) = (try storage(), try storage())
      let (token, record) = try await one.addToken(TokenGrant(), at: Self.now)
      #expect(try await other.presentSnapshot().token(token.secret, at: Self.now) != nil)
      #expect(try await recent(other).tokens.count == 1)
      let revoked = try await one.revokeToken(record.id, at: Self.now + 1)
      #expect(revoked?.revoked == Self.now + 1)
      #expect(one.recentSnapshot() == nil)
      #expect(try await one.presentSnapshot().token(token.secret, at: Self.now) == nil)
      #expect(try await recent(one).tokens.first?.revoked == Self.now + 1)
      try await Task.sleep(for: RemoteAccessDatabase.maximumAge)
      #expect(other.recentSnapshot() == nil)
      #expect(try await other.presentSnapshot().token(token.secret, at: Self.now) == nil)
      // The first time counts.
      let again = try await other.revokeToken(record.id, at: Self.now + 9)
      #expect(again?.revoked == Self.now + 1)
      #expect(try await other.revokeToken(99, at: Self.now) == nil)
      await one.close()
      await other.close()
    }

    @Test func processesAddTokensTogether() async throws {
      let ids = try await withThrowingTaskGroup { group in
        for _ in 0..<8 {
          let storage = try storage()
          group.addTask {
            var ids: [Int64] = []
            for _ in 0..<5 {
              ids.append(try await storage.addToken(TokenGrant(), at: Self.now).record.id)
            }
            await storage.close()
            return ids
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(ids.sorted() == Array(1...40))
    }

    /// Whoever adds a token gets it, or it was not added: a token whose secret nobody knows is of no use.
    @Test(arguments: CuttingProxy.Direction.allCases)
    func aTokenIsAddedThoughItsConnectionIsCut(direction: CuttingProxy.Direction) async throws {
      let direct = try storage()
      _ = try await direct.addToken(TokenGrant(), at: Self.now)
      let items = URLComponents(string: schema.location)?.queryItems
      let folder = try #require(items?.first { $0.name == "host" }?.value)
      var (addedCount, failureCount) = (0, 0)
      for byte in stride(from: 1, to: 20_000, by: 61) {
        let proxy = try CuttingProxy(to: folder)
        let storage = try AccessStorages.storage(
          ofStore: schema.location.replacing(folder, with: proxy.folder) + "&objects=/nowhere")
        let count = try await storage.tokens().count
        proxy.cut(direction, afterBytes: byte)
        let added = try? await storage.addToken(TokenGrant(), at: Self.now)
        let tokens = try await direct.tokens()
        #expect(tokens.count == count + (added == nil ? 0 : 1), "byte \(byte)")
        #expect(added == nil || tokens.last?.digest.bytes == added?.token.secret.digest.bytes)
        await storage.close()
        if proxy.isArmed { break }
        if added == nil { failureCount += 1 } else { addedCount += 1 }
      }
      // A token whose COMMIT has arrived is found although the answer is cut off.
      #expect(failureCount > 0 && (addedCount > 0 || direction == .toServer))
      await direct.close()
    }

    @Test func theOldestOfTooManySessionsEnd() async throws {
      let storage = try storage()
      let id = try await storage.addToken(TokenGrant(), at: Self.now).record.id
      let secrets = (0...AccessLimits.sessionCount).map { _ in Secret() }
      for (number, secret) in secrets.enumerated() {
        let session = BrowserSession(
          digest: secret.digest, token: id, expires: Self.now + 1000 + Double(number))
        try await storage.insert(session, at: Self.now)
      }
      let snapshot = try await storage.presentSnapshot()
      #expect(snapshot.tokenOfSession(secrets[0], at: Self.now) == nil)
      for secret in secrets.dropFirst() {
        #expect(snapshot.tokenOfSession(secret, at: Self.now)?.id == id)
      }
      try await storage.removeSession(secrets[5].digest)
      #expect(try await storage.presentSnapshot().tokenOfSession(secrets[5], at: Self.now) == nil)
      // A later one removes all that have ended.
      let last = BrowserSession(digest: Secret().digest, token: id, expires: Self.now + 9999)
      try await storage.insert(last, at: Self.now + 1000 + Double(AccessLimits.sessionCount))
      let connection = try await PostgreSQLConnection.connect(to: schema.location)
      let count = Statement("SELECT count(*) FROM access_session")
      #expect(try await connection.run([count])[0][0].integer(0) == 1)
      await connection.close()
      await storage.close()
    }

    @Test func theLatestUseIsRecorded() async throws {
      let storage = try storage()
      let id = try await storage.addToken(TokenGrant(), at: Self.now).record.id
      for seconds in [60.0, 30] { try await storage.noteUse(of: id, at: Self.now + seconds) }
      #expect(try await storage.tokens().first?.used == Self.now + 60)
      await storage.close()
    }

    /// Whatever column is changed, no token gets more permissions.
    @Test(arguments: [
      "scope = 'admin'", "document = NULL", "expires = NULL", "expires = expires + 1",
      "revoked = NULL", "created = 0", "label = 'x'", "label = '\\xff'", "digest = '\\x00'",
      "seal = '\\x00'", "scope = 'none'",
    ])
    func aChangedEntryOpensNothing(change: String) async throws {
      let storage = try storage()
      let grant = TokenGrant(document: DocumentID(7), expires: Self.now + 60)
      let id = try await storage.addToken(grant, at: Self.now).record.id
      _ = try await storage.revokeToken(id, at: Self.now)
      try await schema.run("UPDATE access_token SET \(change)")
      try await schema.run("UPDATE access_state SET version = version + 1")
      let error = await #expect(throws: AccessDatabaseError.self) {
        try await storage.presentSnapshot()
      }
      #expect(error?.description.contains("drop the tables access_state, access_token") == true)
      // What it advises works, after a new start.
      try await schema.run("DROP TABLE access_state, access_token, access_session")
      try await Task.sleep(for: RemoteAccessDatabase.maximumAge)
      await #expect(throws: AccessDatabaseError.self) { try await storage.presentSnapshot() }
      let next = try self.storage()
      let token = try await next.addToken(TokenGrant(), at: Self.now).token
      #expect(try await next.presentSnapshot().token(token.secret, at: Self.now) != nil)
      await storage.close()
      await next.close()
    }

    /// The numbers of changes of other tables begin elsewhere.
    @Test func tablesThatAreMadeAnewAreReadAnew() async throws {
      let (one, other) = (try storage(), try storage())
      let old = try await one.addToken(TokenGrant(), at: Self.now).token
      #expect(try await other.presentSnapshot().token(old.secret, at: Self.now) != nil)
      try await schema.run("DROP TABLE access_state, access_token, access_session")
      let new = try await one.addToken(TokenGrant(), at: Self.now).token
      try await Task.sleep(for: RemoteAccessDatabase.maximumAge)
      let snapshot = try await other.presentSnapshot()
      #expect(snapshot.token(old.secret, at: Self.now) == nil)
      #expect(snapshot.token(new.secret, at: Self.now) != nil)
      await one.close()
      await other.close()
    }

    @Test func aServerThatCannotBeReachedIsAFailure() async throws {
      let storage = try AccessStorages.storage(
        ofStore: "postgresql://u:secret@127.0.0.1:1/db?objects=/x")
      let authorizer = TokenAuthorizer(
        storage: storage, isOpenWithoutTokens: true,
        logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
      #expect(await authorizer.unavailability() != nil)
      let error = await #expect(throws: AccessDatabaseError.self) { try await storage.tokens() }
      #expect(error?.description.contains("secret") == false)
      await storage.close()
    }

    @Test func aFullDiskIsToldFromOtherFailures() throws {
      let storage = try #require(try storage() as? RemoteAccessDatabase)
      func converted(_ state: String) -> AccessDatabaseError {
        storage.converted(
          .refused(.init(sqlState: state, message: "no", constraint: nil, index: 0)))
      }
      #expect(converted("53100") == .full(path: storage.name))
      #expect(converted("25006") == .readOnly(path: storage.name))
      #expect(converted("42501") == .denied(path: storage.name, reason: "no"))
      #expect(converted("53000") == .failed(path: storage.name, reason: "no"))
    }
  }
#endif
