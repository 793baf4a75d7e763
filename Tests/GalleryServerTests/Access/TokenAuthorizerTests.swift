// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import HTTPTypes
import HummingbirdTesting
import PageStorage
import Testing

@testable import GalleryServer

struct TokenAuthorizerTests {
  private func access(_ fields: HTTPFields, _ scope: AccessScope = .read) -> AccessRequest {
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: "localhost", path: "/", headerFields: fields)
    return AccessRequest(head: head, scope: scope)
  }

  private func isGranted(_ decision: AccessDecision) -> Bool {
    if case .granted = decision { true } else { false }
  }

  @Test func isOpenUntilATokenWasAdded() async throws {
    let tokens = try TestTokens()
    let (open, closed) = (tokens.authorizer(), tokens.authorizer(isOpenWithoutTokens: false))
    #expect(isGranted(await open.decide(access([:], .admin))))
    guard case .unauthenticated = await closed.decide(access([:])) else {
      Issue.record("open without tokens")
      return
    }
    let (_, record) = try tokens.database.addToken(TokenGrant(), at: tokens.now)
    #expect(!isGranted(await open.decide(access([:]))))
    // The last revocation does not open the server.
    _ = try tokens.database.revokeToken(record.id, at: tokens.now)
    #expect(!isGranted(await open.decide(access([:]))))
  }

  @Test func isClosedWhenTokensCannotBeRead() async throws {
    let tokens = try TestTokens()
    try Data("text".utf8).write(to: URL(fileURLWithPath: tokens.database.path))
    try await TestServer.run(configured: { $0.authorizer = tokens.authorizer() }) { server in
      let answer = try await server.get("/api/v1/documents")
      #expect(answer.status == 503)
      #expect(answer.headers[.retryAfter] == "5")
      #expect(!answer.text.contains("sqlite"))
      #expect(try await server.get("/health/live").status == 200)
    }
  }

  /// Nothing waits on the thread of a connection, and nobody without credentials waits at all.
  @Test func aLockedFileDelaysOnlyWhoNeedsIt() async throws {
    let tokens = try TestTokens()
    let request = access(TestTokens.bearer(try tokens.add()))
    let authorizer = tokens.authorizer()
    #expect(isGranted(await authorizer.decide(request)))
    try await TestServer.run(configured: { $0.authorizer = authorizer }) { server in
      let lock = try FileLock(tokens.database.path)
      try await Task.sleep(for: .milliseconds(20))
      #expect(authorizer.decideAtOnce(request) == nil)
      async let decision = authorizer.decide(request)
      async let other = authorizer.stillGrants(request)
      #expect(try await server.get("/health/live").status == 200)
      lock.release()
      #expect(isGranted(await decision))
      #expect(await other)
    }
  }

  @Test func decidesAtOnceWithRecentTokens() async throws {
    let tokens = try TestTokens()
    let (token, record) = try tokens.database.addToken(TokenGrant(), at: tokens.now)
    let (authorizer, other) = (tokens.authorizer(), AccessDatabase(store: tokens.folder))
    let request = access(TestTokens.bearer(token.text))
    #expect(try await isGrantedAtOnce(request, authorizer))
    _ = try other.revokeToken(record.id, at: tokens.now)
    #expect(!isGranted(await authorizer.decide(request)))
    #expect(try await !isGrantedAtOnce(request, authorizer))
    // A change of this process is known at once, one of another process soon.
    let (second, next) = try tokens.database.addToken(TokenGrant(), at: tokens.now)
    let later = access(TestTokens.bearer(second.text))
    #expect(try await isGrantedAtOnce(later, authorizer))
    _ = try other.revokeToken(next.id, at: tokens.now)
    try await Task.sleep(for: .milliseconds(11))
    #expect(try await !isGrantedAtOnce(later, authorizer))
  }

  /// Decides as soon as the use of a token is recorded, which locks the file for a moment.
  private func isGrantedAtOnce(
    _ request: AccessRequest, _ authorizer: TokenAuthorizer
  ) async throws -> Bool {
    while true {
      if let decision = authorizer.decideAtOnce(request) { return isGranted(decision) }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  @Test func tellsWhoTheClientIs() async throws {
    let tokens = try TestTokens()
    let token = try tokens.add(.write, document: 7)
    let other = try tokens.add(.write)
    let authorizer = tokens.authorizer()
    let fields = [
      TestTokens.bearer(token), try await tokens.cookie(token), TestTokens.bearer(other),
    ]
    let clients = await fields.asyncMap { fields in
      if case .granted(let client) = await authorizer.decide(access(fields)) {
        client
      } else {
        Client.anyone
      }
    }
    #expect(clients[0].id == clients[1].id)
    #expect(clients[0].id != clients[2].id)
    #expect(clients[0].id.rawValue.wholeMatch(of: /token-[0-9a-f]{16}/) != nil)
    #expect(clients[0].document == DocumentID(7) && clients[2].document == nil)
    #expect(clients.map(\.evidence) == [.header, .cookie, .header])
  }

  @Test func recordsTheTimeOfLastUse() async throws {
    let tokens = try TestTokens()
    let fields = TestTokens.bearer(try tokens.add())
    let authorizer = tokens.authorizer()
    #expect(isGranted(await authorizer.decide(access(fields))))
    let first = tokens.now
    while try tokens.database.tokens()[0].used != first { await Task.yield() }
    tokens.advance(by: 59)
    #expect(isGranted(await authorizer.decide(access(fields))))
    tokens.advance(by: 1)
    #expect(isGranted(await authorizer.decide(access(fields))))
    // The use after 59 seconds was not recorded.
    while try tokens.database.tokens()[0].used == first { await Task.yield() }
    #expect(try tokens.database.tokens()[0].used == first + 60)
  }

  @Test(arguments: [false, true])
  func endsIdleStreamsOfExpiredTokens(isGuarded: Bool) async throws {
    let tokens = try TestTokens()
    let token = try tokens.add(expiresAfter: 10)
    try await TestServer.run(
      .live,
      configured: { configuration in
        configuration.authorizer = tokens.authorizer()
        configuration.clock = tokens.clock
      }, isGuarded: isGuarded
    ) { server in
      let document = try await server.document("Lease", pages: 1)
      let port = try #require(server.client.port)
      let request =
        "GET /api/v1/documents/\(document.rawValue)/events HTTP/1.1\r\nHost: localhost\r\n"
        + "Authorization: Bearer \(token)\r\n\r\n"
      var isExpired = false
      try await RawConnection.follow(request, to: port) { received in
        if received.contains("\"Lease\""), !isExpired {
          isExpired = true
          while tokens.clock.nextDeadline == nil { await Task.yield() }
          tokens.advance(by: 15)
        }
        return received.hasSuffix("0\r\n\r\n")
      }
      #expect(isExpired)
    }
  }

  @Test(arguments: [false, true]) func endsStreamsWithoutAccess(isGuarded: Bool) async throws {
    let tokens = try TestTokens()
    let (token, record) = try tokens.database.addToken(TokenGrant(), at: tokens.now)
    try await TestServer.run(
      .live, configured: { $0.authorizer = tokens.authorizer() }, isGuarded: isGuarded
    ) { server in
      let document = try await server.document("Lease", pages: 1)
      let port = try #require(server.client.port)
      var isRevoked = false
      let request =
        "GET /api/v1/documents/\(document.rawValue)/events HTTP/1.1\r\nHost: localhost\r\n"
        + "Authorization: Bearer \(token.text)\r\n\r\n"
      try await RawConnection.follow(request, to: port) { received in
        if received.contains("\"Lease\""), !isRevoked {
          isRevoked = true
          _ = try tokens.database.revokeToken(record.id, at: tokens.now)
          try await server.store.updateDocument(document, title: "Deed")
        }
        #expect(!received.contains("Deed"))
        return received.hasSuffix("0\r\n\r\n")
      }
      #expect(isRevoked)
    }
  }
}
