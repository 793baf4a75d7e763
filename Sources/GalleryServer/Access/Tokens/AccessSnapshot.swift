// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// All tokens and sessions at one moment.
package struct AccessSnapshot: Sendable {
  /// The tokens in the order in which they were added, also revoked and expired ones.
  let tokens: [TokenRecord]

  private var tokensByDigest: [UInt64: [TokenRecord]] = [:]
  private var tokensByID: [Int64: TokenRecord] = [:]
  private var sessionsByDigest: [UInt64: [BrowserSession]] = [:]

  init(tokens: [TokenRecord] = [], sessions: [BrowserSession] = []) {
    self.tokens = tokens
    for token in tokens {
      tokensByDigest[token.digest.key, default: []].append(token)
      tokensByID[token.id] = token
    }
    for session in sessions { sessionsByDigest[session.digest.key, default: []].append(session) }
  }

  /// Returns the token of a secret, if it is valid at a time.
  func token(_ secret: Secret, at date: Date) -> TokenRecord? {
    let digest = secret.digest
    let candidates = tokensByDigest[digest.key] ?? []
    return candidates.first { $0.digest.isEqual(to: digest) && $0.isValid(at: date) }
  }

  /// Returns the token of a session, if both are valid at a time.
  func tokenOfSession(_ secret: Secret, at date: Date) -> TokenRecord? {
    let digest = secret.digest
    let candidates = sessionsByDigest[digest.key] ?? []
    let session = candidates.first { $0.digest.isEqual(to: digest) && date < $0.expires }
    guard let token = session.flatMap({ tokensByID[$0.token] }), token.isValid(at: date) else {
      return nil
    }
    return token
  }
}
