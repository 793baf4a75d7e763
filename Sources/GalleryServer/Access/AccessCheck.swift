// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Turns the decisions of an authorizer into clients and problems.
struct AccessCheck: Sendable {
  let authorizer: any Authorizer

  /// Returns the client of a request that is served.
  ///
  /// - Throws: `Problem` for a request that is not.
  func client(of request: AccessRequest) async throws(Problem) -> Client {
    switch await authorizer.decide(request) {
    case .granted(let client): return client
    case .unauthenticated:
      throw Problem(
        .unauthorized, "The request has no credentials.", headers: [.wwwAuthenticate: "Bearer"])
    case .rejected:
      throw Problem(
        .unauthorized, "The credentials are unknown, expired or revoked.",
        headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
    case .forbidden: throw Self.forbidden(request.scope)
    case .limited(let delay):
      throw Problem(
        .tooManyFailures, "This address has presented too many wrong credentials.",
        headers: [.retryAfter: "\(max(1, delay.components.seconds + 1))"])
    case .unavailable:
      throw Problem(
        .unavailable, "Credentials cannot be checked.", headers: [.retryAfter: "5"])
    }
  }

  private static func forbidden(_ scope: AccessScope) -> Problem {
    let challenge = "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\""
    return Problem(
      .forbidden, "The credentials do not permit this.", headers: [.wwwAuthenticate: challenge])
  }
}
