// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageStorage
import Testing

@testable import GalleryServer

struct AccessDatabaseTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test func tokensAreRecognizable() throws {
    let token = AccessToken()
    #expect(token.text.wholeMatch(of: /pgt_[0-9a-f]{64}/) != nil)
    #expect(AccessToken(token.text)?.text == token.text)
    #expect(AccessToken(" \(token.text)\n")?.text == token.text)
    #expect(AccessToken().text != token.text)
    let digits = String(token.text.dropFirst(4))
    for text in [
      "", "pgt_", digits, "pgt_\(digits.dropLast())", "pgt_\(digits)0", "PGT_\(digits)",
      "pgt_\(digits.dropLast())A", "pgt_\(digits.dropLast())g", "pgt_ \(digits)",
    ] {
      #expect(AccessToken(text) == nil, "\(text)")
    }
  }

  @Test func comparesAllWordsOfDigests() throws {
    let bytes = (0..<32).map { UInt8($0) }
    let digest = try #require(SecretDigest(bytes))
    #expect(digest.bytes == bytes)
    #expect(digest.isEqual(to: digest))
    for place in bytes.indices {
      var other = bytes
      other[place] ^= 1
      #expect(!digest.isEqual(to: try #require(SecretDigest(other))))
    }
  }

  @Test func hasNoFileWithoutTokens() throws {
    let tokens = try TestTokens()
    #expect(try tokens.database.tokens().isEmpty)
    #expect(try tokens.database.revokeToken(1, at: Self.now) == nil)
    #expect(!FileManager.default.fileExists(atPath: tokens.database.path))
  }

  @Test func storesEverythingExceptTheSecret() throws {
    let tokens = try TestTokens()
    let grant = TokenGrant(
      label: "scanner in room 4", scope: .write, document: DocumentID(7), expires: Self.now + 60)
    let (token, added) = try tokens.database.addToken(grant, at: Self.now)
    // Another process.
    let found = try #require(try AccessDatabase(store: tokens.folder).tokens().first)
    #expect(found.id == added.id)
    #expect(found.grant == grant)
    #expect(found.created == Self.now)
    #expect(found.used == nil && found.revoked == nil)
    #expect(found.isValid(at: Self.now + 59) && !found.isValid(at: Self.now + 60))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: tokens.database.path))
    let digits = String(token.text.dropFirst(4))
    #expect(bytes.range(of: Data(digits.utf8)) == nil)
    let secret = stride(from: 0, to: 64, by: 2).compactMap {
      UInt8(digits.dropFirst($0).prefix(2), radix: 16)
    }
    #expect(bytes.range(of: Data(secret)) == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: tokens.database.path)
    #expect(mode[.posixPermissions] as? Int == 0o600)
  }

  @Test func sharesTheFileWithTheGroupOfTheFolder() throws {
    let tokens = try TestTokens()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o770], ofItemAtPath: tokens.folder)
    _ = try tokens.add()
    let mode = try FileManager.default.attributesOfItem(atPath: tokens.database.path)
    #expect(mode[.posixPermissions] as? Int == 0o660)
  }

  @Test func seesChangesOfOtherProcessesAtOnce() throws {
    let tokens = try TestTokens()
    let other = AccessDatabase(store: tokens.folder)
    #expect(try tokens.database.snapshot().tokens.isEmpty)
    let (token, record) = try other.addToken(TokenGrant(), at: Self.now)
    #expect(try tokens.database.snapshot().token(token.secret, at: Self.now)?.id == record.id)
    #expect(try other.revokeToken(record.id, at: Self.now)?.revoked == Self.now)
    #expect(try tokens.database.snapshot().token(token.secret, at: Self.now) == nil)
    // Numbers are not used again.
    #expect(try tokens.database.addToken(TokenGrant(), at: Self.now).record.id == record.id + 1)
  }

  @Test func endsTheOldestOfTooManySessions() throws {
    let tokens = try TestTokens()
    let id = try tokens.database.addToken(TokenGrant(), at: Self.now).record.id
    let secrets = (0..<101).map { _ in Secret() }
    try tokens.database.write { db in
      for (number, secret) in secrets.enumerated() {
        let expires = Self.now + 1000 + Double(number)
        try AccessRows.insert(
          BrowserSession(digest: secret.digest, token: id, expires: expires), at: Self.now, in: db)
      }
    }
    let snapshot = try tokens.database.snapshot()
    #expect(snapshot.tokenOfSession(secrets[0], at: Self.now) == nil)
    for secret in secrets.dropFirst() {
      #expect(snapshot.tokenOfSession(secret, at: Self.now)?.id == id)
    }
    #expect(snapshot.tokenOfSession(secrets[1], at: Self.now + 1001) == nil)
  }

  /// Whatever byte of the file is damaged, no token gets more permissions.
  @Test func opensNoMoreWhenDamaged() throws {
    let tokens = try TestTokens()
    _ = try tokens.add(.read, document: 7, expiresAfter: 60)
    let revoked = try tokens.database.addToken(TokenGrant(scope: .admin), at: Self.now).record.id
    _ = try tokens.database.revokeToken(revoked, at: Self.now)
    let grants = try tokens.database.tokens().map { ($0.digest.bytes, $0.grant, $0.revoked) }
    let sound = try Data(contentsOf: URL(fileURLWithPath: tokens.database.path))
    // The bytes that are not zero, and some of the others.
    let places = sound.indices.filter { sound[$0] != 0 || $0 % 512 == 0 }
    var failureCount = 0
    let folder = try TestTokens()
    for place in places where place % 3 == 0 || place > sound.count - 1200 {
      var damaged = sound
      damaged[place] ^= UInt8(1 << (place % 8))
      try damaged.write(to: URL(fileURLWithPath: folder.database.path))
      do {
        let found = try AccessDatabase(store: folder.folder).tokens()
        // Without tokens, a server on this machine would be open.
        #expect(found.count == grants.count, "byte \(place)")
        #expect(
          found.allSatisfy { token in
            grants.contains { $0 == (token.digest.bytes, token.grant, token.revoked) }
          }, "byte \(place)")
      } catch {
        failureCount += 1
        #expect(error.description.contains("access.sqlite"))
      }
    }
    #expect(failureCount > 100)
  }

  @Test(arguments: ["", "text", String(repeating: "SQLite format 3\0", count: 100)])
  func refusesForeignFiles(text: String) throws {
    let tokens = try TestTokens()
    try Data(text.utf8).write(to: URL(fileURLWithPath: tokens.database.path))
    let error = #expect(throws: AccessDatabaseError.self) { try tokens.database.tokens() }
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func followsNoLinks() throws {
    let tokens = try TestTokens()
    let other = try TestTokens()
    _ = try other.add()
    try FileManager.default.createSymbolicLink(
      atPath: tokens.database.path, withDestinationPath: other.database.path)
    #expect(throws: AccessDatabaseError.self) { try tokens.database.tokens() }
  }

  @Test func isNoStrayInTheStore() async throws {
    let tokens = try TestTokens()
    let path = tokens.folder + "/store"
    let store = try await PageStore.open(at: path)
    let database = AccessDatabase(store: path)
    _ = try database.addToken(TokenGrant(), at: Self.now)
    let document = try await store.createDocument(title: "a").id
    try await store.append(.bytes(TestImage.png(1)), to: document)
    #expect(try await store.verify().problems.isEmpty)
    // A backup has no tokens.
    let copy = tokens.folder + "/backup"
    _ = try await store.backup(to: copy)
    #expect(!FileManager.default.fileExists(atPath: copy + "/" + AccessDatabase.fileName))
    await store.close()
    let again = try await PageStore.open(at: path)
    #expect(try await again.documents().count == 1)
    await again.close()
    #expect(try database.tokens().count == 1)
  }
}
