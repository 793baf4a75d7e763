// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import PageStorage
import Testing

@testable import GalleryServer

/// Tokens that a copy of a store takes over.
struct TokenCopyTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// Checks the rules on empty tokens of any kind.
  static func check(_ source: any AccessStorage, _ copy: any AccessStorage) async throws {
    let grant = TokenGrant(
      label: "scanner", scope: .write, document: DocumentID(7), expires: now + 60)
    let (token, first) = try await source.addToken(grant, at: now)
    let (revoked, second) = try await source.addToken(TokenGrant(), at: now)
    _ = try await source.revokeToken(second.id, at: now + 1)
    try await source.noteUse(of: first.id, at: now + 2)
    func copyAll() async throws -> [TokenCopyOutcome] {
      var outcomes: [TokenCopyOutcome] = []
      for token in try await source.tokens() { outcomes.append(try await copy.copyToken(token)) }
      return outcomes
    }
    #expect(try await copyAll() == [.added, .added])
    #expect(try await copyAll() == [.known, .known])
    let found = try await copy.tokens()
    #expect(found.map(\.grant) == [grant, TokenGrant()])
    #expect(found.map(\.id) == [1, 2] && found.map(\.created) == [now, now])
    #expect(found.map(\.revoked) == [nil, now + 1] && found.map(\.used) == [now + 2, nil])
    let snapshot = try await copy.presentSnapshot()
    #expect(snapshot.token(token.secret, at: now)?.id == 1)
    #expect(snapshot.token(revoked.secret, at: now) == nil)
    // A later revocation is taken over, and one of the copy is kept.
    _ = try await source.revokeToken(first.id, at: now + 3)
    #expect(try await copyAll() == [.revoked, .known])
    #expect(try await copy.tokens().map(\.revoked) == [now + 3, now + 1])
    // The copy has tokens of its own under higher numbers.
    let (_, own) = try await copy.addToken(TokenGrant(label: "own"), at: now)
    #expect(own.id == 3)
    _ = try await source.addToken(TokenGrant(label: "third"), at: now)
    #expect(try await copyAll() == [.known, .known, .numberTaken])
    #expect(try await copy.tokens().map(\.grant.label) == ["scanner", "", "own"])
  }

  @Test func aFileTakesThoseOfAnotherOne() async throws {
    try await ProgramTests.inFolder { folder in
      for name in ["a", "b"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      }
      try await Self.check(
        AccessDatabase(store: folder + "/a"), AccessDatabase(store: folder + "/b"))
    }
  }
}
