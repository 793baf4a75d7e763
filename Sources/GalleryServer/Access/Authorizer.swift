// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// The permission that an operation needs.
public enum AccessScope: String, Sendable, CaseIterable {
  /// Reading documents, pages and images.
  case read
  /// Changing documents and pages.
  case write
}

/// The decision about a request.
public enum AccessDecision: Sendable {
  /// The request is served.
  case granted
  /// The request has no credentials, or unknown ones: 401.
  case unauthenticated
  /// The credentials do not permit the operation: 403.
  case forbidden
}

/// Decides which requests are served.
///
/// A service that mounts the routes of the server supplies its own authorizer, or authenticates
/// before it passes requests on.
public protocol Authorizer: Sendable {
  /// Decides about a request.
  ///
  /// - Parameters:
  ///   - request: The head of the request.
  ///   - scope: The permission that the operation needs.
  /// - Returns: The decision.
  func decide(_ request: HTTPRequest, scope: AccessScope) async -> AccessDecision
}

/// Serves every request, for servers that only this machine can reach.
public struct OpenAuthorizer: Authorizer {
  /// Creates the authorizer.
  public init() {}

  /// Grants access.
  ///
  /// - Parameters:
  ///   - request: The head of the request.
  ///   - scope: The permission that the operation needs.
  /// - Returns: `.granted`.
  public func decide(_ request: HTTPRequest, scope: AccessScope) async -> AccessDecision {
    .granted
  }
}
