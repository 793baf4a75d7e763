// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import NIOCore

/// A request, as far as access to it is decided.
public struct AccessRequest: Sendable {
  /// The head of the request.
  public var head: HTTPRequest

  /// The permission that the operation needs.
  public var scope: AccessScope

  /// The address of the client, `nil` if it is unknown.
  public var address: SocketAddress?

  /// Whether the client reaches the server by https, which decides the name of the cookie.
  public var isSecure: Bool

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - head: The head of the request.
  ///   - scope: The permission that the operation needs.
  ///   - address: The address of the client; `nil`, the default, if it is unknown.
  ///   - isSecure: Whether the client reaches the server by https; `false` by default.
  public init(
    head: HTTPRequest, scope: AccessScope, address: SocketAddress? = nil, isSecure: Bool = false
  ) {
    (self.head, self.scope, self.address, self.isSecure) = (head, scope, address, isSecure)
  }
}

/// The decision about a request.
public enum AccessDecision: Sendable {
  /// The request is served.
  case granted(Client)
  /// The request has no credentials: 401.
  case unauthenticated
  /// The credentials are unknown, expired or revoked: 401.
  case rejected
  /// The credentials do not permit the operation: 403.
  case forbidden
  /// The address has presented too many wrong credentials: 429.
  case limited(retryAfter: Duration)
  /// The credentials cannot be checked: 503.
  case unavailable
}

/// Decides which requests are served.
///
/// A service that mounts the routes of the server supplies its own authorizer, or authenticates
/// before it passes requests on.
public protocol Authorizer: Sendable {
  /// Decides about a request.
  ///
  /// - Parameter request: The request.
  /// - Returns: The decision.
  func decide(_ request: AccessRequest) async -> AccessDecision

  /// Decides about a request on the thread of its connection, which must not wait.
  ///
  /// - Parameter request: The request.
  /// - Returns: The decision, `nil` if it takes longer; ``decide(_:)`` is then asked. By default `nil`.
  func decideAtOnce(_ request: AccessRequest) -> AccessDecision?

  /// Whether decisions may depend on the path of a request: then ``decideAtOnce(_:)`` gets that of each
  /// thumbnail. Otherwise it may get the path of an earlier request with the same header fields.
  ///
  /// By default `true`.
  var readsTargets: Bool { get }

  /// Returns whether a client still has the access that it was granted; asked while a stream is open, and
  /// when the body of a change has arrived.
  ///
  /// - Parameter request: The request that was granted.
  /// - Returns: Whether the request may go on. By default, whether ``decide(_:)`` still grants it.
  func stillGrants(_ request: AccessRequest) async -> Bool

  /// Returns why credentials cannot be checked at present; asked by `/health/ready`.
  ///
  /// - Returns: A sentence without paths and secrets; `nil`, by default, if they can be checked.
  func unavailability() async -> String?
}

extension Authorizer {
  /// Whether decisions may depend on the path of a request: `true`.
  public var readsTargets: Bool { true }

  /// Decides nothing.
  ///
  /// - Parameter request: The request.
  /// - Returns: `nil`.
  public func decideAtOnce(_ request: AccessRequest) -> AccessDecision? { nil }

  /// Returns whether the request would be granted now.
  ///
  /// - Parameter request: The request that was granted.
  /// - Returns: Whether the request may go on.
  public func stillGrants(_ request: AccessRequest) async -> Bool {
    if case .granted = await decide(request) { true } else { false }
  }

  /// Returns that credentials can be checked.
  ///
  /// - Returns: `nil`.
  public func unavailability() async -> String? { nil }
}

extension Authorizer {
  /// Returns whether a request is certainly granted at present.
  func grantsAtOnce(_ request: AccessRequest) -> Bool {
    if case .granted = decideAtOnce(request) { true } else { false }
  }
}

/// Serves every request, for servers that only this machine can reach.
public struct OpenAuthorizer: Authorizer {
  /// Whether decisions depend on the path of a request: `false`.
  public var readsTargets: Bool { false }

  /// Creates the authorizer.
  public init() {}

  /// Grants access to anyone.
  ///
  /// - Parameter request: The request.
  /// - Returns: `.granted`.
  public func decide(_ request: AccessRequest) async -> AccessDecision { .granted(.anyone) }

  /// Grants access to anyone.
  ///
  /// - Parameter request: The request.
  /// - Returns: `.granted`.
  public func decideAtOnce(_ request: AccessRequest) -> AccessDecision? { .granted(.anyone) }
}
