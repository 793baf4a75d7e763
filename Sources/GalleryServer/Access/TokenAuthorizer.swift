// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
public import Logging
import NIOCore
import Synchronization

/// Serves requests with a token of the store, or with the session of a browser.
public struct TokenAuthorizer: Authorizer {
  /// The shortest time between two records of the use of a token.
  private static let useInterval = 60.0

  let storage: any AccessStorage
  let failures: FailureLimiter
  let now: @Sendable () -> Date
  private let isOpenWithoutTokens: Bool
  let logger: Logger
  private let uses = TokenUses()

  /// Whether decisions depend on the path of a request: `false`.
  public var readsTargets: Bool { false }

  /// Creates an authorizer.
  ///
  /// - Parameters:
  ///   - database: The tokens.
  ///   - isOpenWithoutTokens: Whether every request is served as long as no token was ever added.
  ///   - logger: The log of failures of the database.
  public init(database: AccessDatabase, isOpenWithoutTokens: Bool, logger: Logger) {
    self.init(
      storage: database, isOpenWithoutTokens: isOpenWithoutTokens, logger: logger,
      clock: ContinuousClock(), now: { Date() })
  }

  /// Creates an authorizer with a clock for the limit of failures, and one for the expiry of tokens.
  package init(
    storage: any AccessStorage, isOpenWithoutTokens: Bool, logger: Logger,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.storage = storage
    self.isOpenWithoutTokens = isOpenWithoutTokens
    self.logger = logger
    failures = FailureLimiter(clock: clock)
    self.now = now
  }

  /// Decides about a request.
  ///
  /// - Parameter request: The request.
  /// - Returns: The decision; `.unavailable` if the tokens cannot be read.
  public func decide(_ request: AccessRequest) async -> AccessDecision {
    guard let present = await snapshot(storage.presentSnapshot) else { return .unavailable }
    let decision = decision(request, present, countsFailures: false)
    guard case .rejected = decision else { return decision }
    guard let newest = await snapshot(storage.newestSnapshot) else { return .unavailable }
    return self.decision(request, newest)
  }

  /// Decides about a request with tokens that were read at most 10 milliseconds ago; those in a database on a
  /// server, at most a second.
  ///
  /// - Parameter request: The request.
  /// - Returns: The decision, `nil` if the tokens cannot be read without waiting; a failure is not counted
  ///   here, but by ``decide(_:)``.
  public func decideAtOnce(_ request: AccessRequest) -> AccessDecision? {
    storage.recentSnapshot().map { decision(request, $0, countsFailures: false) }
  }

  /// Returns whether a client still has its access, with tokens as recent as those of ``decideAtOnce(_:)``.
  ///
  /// - Parameter request: The request that was granted.
  /// - Returns: Whether the request may go on.
  public func stillGrants(_ request: AccessRequest) async -> Bool {
    let recent = decideAtOnce(request)
    let decision = if let recent { recent } else { await decide(request) }
    return if case .granted = decision { true } else { false }
  }

  private func decision(
    _ request: AccessRequest, _ snapshot: AccessSnapshot, countsFailures: Bool = true
  ) -> AccessDecision {
    if isOpenWithoutTokens, snapshot.tokens.isEmpty { return .granted(.anyone) }
    let found: TokenRecord?
    var evidence = Client.Evidence.header
    switch Credentials(request.head, isSecure: request.isSecure) {
    case .none: return .unauthenticated
    case .token(let token): found = snapshot.token(token.secret, at: now())
    case .session(let secret):
      found = secret.flatMap { snapshot.tokenOfSession($0, at: now()) }
      // Browsers send an ended session by themselves: that is no attempt, and its user may sign in again.
      guard found != nil else { return .rejected }
      evidence = .cookie
    case .malformed: found = nil
    }
    guard let found else { return countsFailures ? rejection(of: request) : .rejected }
    noteUse(of: found)
    return request.scope <= found.grant.scope
      ? .granted(found.client(with: evidence)) : .forbidden
  }

  /// Returns whether the tokens cannot be read.
  ///
  /// - Returns: A sentence, `nil` if they can be read; the cause is in the log.
  public func unavailability() async -> String? {
    await snapshot(storage.presentSnapshot) == nil
      ? "The tokens cannot be read, so that nobody can sign in." : nil
  }

  /// Returns the tokens that a function reads, `nil` after a failure.
  func snapshot(
    _ read: () async throws(AccessDatabaseError) -> AccessSnapshot
  ) async -> AccessSnapshot? {
    do throws(AccessDatabaseError) {
      return try await read()
    } catch {
      logger.error("\(error)")
      return nil
    }
  }

  private func rejection(of request: AccessRequest) -> AccessDecision {
    failures.register(request.address).map(AccessDecision.limited) ?? .rejected
  }

  /// Records the time of use, at most once a minute, without delaying the request.
  private func noteUse(of token: TokenRecord) {
    let date = now()
    guard uses.isDue(token.id, at: date, interval: Self.useInterval) else { return }
    let (storage, logger, uses) = (storage, logger, uses)
    Task.detached {
      do throws(AccessDatabaseError) {
        try await storage.noteUse(of: token.id, at: date)
      } catch .readOnly {
        // The store is served from a read-only disk.
      } catch .denied(let path, let reason) {
        // The user of the database may only read: that holds for all tokens.
        guard uses.isFirstRefusal() else { return }
        let cause = AccessDatabaseError.denied(path: path, reason: reason)
        logger.notice("the times at which tokens are used are not recorded: \(cause)")
      } catch {
        logger.error("the use of a token was not recorded: \(error)")
      }
    }
  }
}

extension TokenRecord {
  /// The client that uses the token.
  func client(with evidence: Client.Evidence) -> Client {
    Client(
      id: clientID, label: grant.label, scope: grant.scope, document: grant.document,
      evidence: evidence)
  }
}

/// The times at which uses of tokens were recorded last.
private final class TokenUses: Sendable {
  private let times = Mutex<[Int64: Date]>([:])
  private let isRefused = Atomic(false)

  /// Records that the database refuses uses; returns whether it is the first time.
  func isFirstRefusal() -> Bool { !isRefused.exchange(true, ordering: .relaxed) }

  /// Returns whether the use of a token is to be recorded.
  func isDue(_ id: Int64, at date: Date, interval: Double) -> Bool {
    times.withLock { times in
      if let last = times[id], abs(date.timeIntervalSince(last)) < interval { return false }
      times[id] = date
      return true
    }
  }
}
