// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPTypes
import Logging
import NIOCore

/// An authorizer with sessions of browsers.
protocol SessionIssuing: Authorizer {
  /// Starts a session with a token.
  ///
  /// - Parameters:
  ///   - text: The text of the token.
  ///   - address: The address of the client.
  /// - Returns: The session.
  /// - Throws: `Problem` if the token is wrong, or the session cannot be stored.
  func startSession(
    _ text: String, from address: SocketAddress?
  ) async throws(Problem) -> StartedSession

  /// Ends the session of a request, if it has one.
  func endSession(of request: HTTPRequest, isSecure: Bool) async throws(Problem)

  /// Returns why sessions cannot be stored, as far as that can be known before one; `nil` if nothing is known.
  func refusal() async -> AccessDatabaseError?
}

/// A session that was started.
struct StartedSession: Sendable {
  let secret: Secret
  let client: Client
  let expires: Date

  /// The time until the session expires, in seconds.
  let maximumAge: Int
}

extension TokenAuthorizer: SessionIssuing {
  func startSession(
    _ text: String, from address: SocketAddress?
  ) async throws(Problem) -> StartedSession {
    guard let snapshot = await snapshot(storage.newestSnapshot) else {
      throw AccessCheck.problem(of: .unavailable)
    }
    let date = now()
    guard let token = AccessToken(text).flatMap({ snapshot.token($0.secret, at: date) }) else {
      let delay = failures.register(address)
      throw AccessCheck.problem(of: delay.map { .limited(retryAfter: $0) } ?? .rejected)
    }
    let longest = date + Double(SessionCookie.maximumAge)
    let expires = min(token.grant.expires ?? longest, longest)
    let session = StartedSession(
      secret: Secret(), client: token.client(with: .cookie), expires: expires,
      maximumAge: max(1, Int(expires.timeIntervalSince(date))))
    let row = BrowserSession(digest: session.secret.digest, token: token.id, expires: expires)
    try await change { storage async throws(AccessDatabaseError) in
      try await storage.insert(row, at: date)
    }
    return session
  }

  func endSession(of request: HTTPRequest, isSecure: Bool) async throws(Problem) {
    guard case .session(let secret?) = Credentials(request, isSecure: isSecure) else { return }
    try await change { storage async throws(AccessDatabaseError) in
      try await storage.removeSession(secret.digest)
    }
  }
}

extension TokenAuthorizer {
  func refusal() async -> AccessDatabaseError? { await storage.refusal() }

  private func change(
    _ body: (any AccessStorage) async throws(AccessDatabaseError) -> Void
  ) async throws(Problem) {
    do throws(AccessDatabaseError) {
      try await body(storage)
    } catch .denied {
      throw Problem(
        .readOnly, "Sessions cannot be stored: the server may not change the tables of tokens.")
    } catch .readOnly {
      throw Problem(.readOnly, "Sessions cannot be stored, because the store is read-only.")
    } catch {
      logger.error("\(error)")
      throw AccessCheck.problem(of: .unavailable)
    }
  }
}
