// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// What keeps the tokens of a store and the sessions of browsers.
package protocol AccessStorage: Sendable {
  /// Returns all tokens in the order in which they were added, also revoked and expired ones.
  ///
  /// - Returns: The tokens as they are now.
  /// - Throws: `AccessDatabaseError`.
  func tokens() async throws(AccessDatabaseError) -> [TokenRecord]

  /// Adds a token.
  ///
  /// - Parameters:
  ///   - grant: The permissions.
  ///   - date: The present time.
  /// - Returns: The token, whose text is not stored, and its record.
  /// - Throws: `AccessDatabaseError`.
  func addToken(
    _ grant: TokenGrant, at date: Date
  ) async throws(AccessDatabaseError) -> (token: AccessToken, record: TokenRecord)

  /// Adds a token of another store under its number, or revokes it if it is known and was revoked there.
  ///
  /// - Parameter token: The token.
  /// - Returns: What has changed.
  /// - Throws: `AccessDatabaseError`.
  func copyToken(_ token: TokenRecord) async throws(AccessDatabaseError) -> TokenCopyOutcome

  /// Revokes a token, and ends its sessions.
  ///
  /// - Parameters:
  ///   - id: The number of the token.
  ///   - date: The present time.
  /// - Returns: The token, `nil` if there is none.
  /// - Throws: `AccessDatabaseError`.
  func revokeToken(_ id: Int64, at date: Date) async throws(AccessDatabaseError) -> TokenRecord?

  /// Returns the tokens and sessions with which requests are decided.
  ///
  /// Changes of this process are known at once.
  func presentSnapshot() async throws(AccessDatabaseError) -> AccessSnapshot

  /// Returns the tokens and sessions for credentials that were not among the present ones: another server may just
  /// have added them.
  func newestSnapshot() async throws(AccessDatabaseError) -> AccessSnapshot

  /// Returns recent tokens and sessions without waiting for anything, `nil` if that is not possible.
  func recentSnapshot() -> AccessSnapshot?

  /// Records the time at which a token was used.
  func noteUse(of id: Int64, at date: Date) async throws(AccessDatabaseError)

  /// Adds a session, removes those that have ended, and the oldest of the token's beyond
  /// ``AccessLimits/sessionCount``.
  func insert(_ session: BrowserSession, at date: Date) async throws(AccessDatabaseError)

  /// Ends a session.
  func removeSession(_ digest: SecretDigest) async throws(AccessDatabaseError)

  /// Returns why changes will be refused, as far as that can be known before one; `nil` if nothing is known.
  func refusal() async -> AccessDatabaseError?

  /// Ends all connections.
  func close() async
}

extension AccessStorage {
  package func newestSnapshot() async throws(AccessDatabaseError) -> AccessSnapshot {
    try await presentSnapshot()
  }

  package func refusal() async -> AccessDatabaseError? { nil }
}

/// What became of a token that was copied.
package enum TokenCopyOutcome: Hashable, Sendable {
  /// It was added.
  case added
  /// It was known, and is revoked now.
  case revoked
  /// It was known.
  case known
  /// Its number is that of another token, and nothing was changed.
  case numberTaken
}

/// The limits of a database of tokens.
enum AccessLimits {
  /// The maximum number of sessions of one token; further ones end the oldest.
  static let sessionCount = 100
}
