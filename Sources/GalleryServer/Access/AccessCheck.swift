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
    case .unauthenticated: throw Self.problem(of: .unauthenticated)
    case .rejected: throw Self.problem(of: .rejected)
    case .forbidden: throw Self.problem(of: .forbidden(request.scope))
    case .limited(let delay): throw Self.problem(of: .limited(retryAfter: delay))
    case .unavailable: throw Self.problem(of: .unavailable)
    }
  }

  /// The reason why a request is not served.
  enum Denial {
    case unauthenticated
    case rejected
    case forbidden(AccessScope)
    case limited(retryAfter: Duration)
    case unavailable
  }

  /// Returns the problem of a request that is not served.
  static func problem(of denial: Denial) -> Problem {
    switch denial {
    case .unauthenticated:
      Problem(
        .unauthorized, "The request has no credentials.", headers: [.wwwAuthenticate: "Bearer"])
    case .rejected:
      Problem(
        .unauthorized, "The credentials are unknown, expired or revoked.",
        headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
    case .forbidden(let scope):
      Problem(
        .forbidden, "The credentials do not permit this.",
        headers: [
          .wwwAuthenticate: "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\""
        ])
    case .limited(let delay):
      Problem(
        .tooManyFailures, "This address has presented too many wrong credentials.",
        headers: [.retryAfter: "\(seconds(delay))"])
    case .unavailable:
      Problem(.unavailable, "Credentials cannot be checked.", headers: [.retryAfter: "5"])
    }
  }

  /// Returns whole seconds, rounded up.
  private static func seconds(_ duration: Duration) -> Int64 {
    let (seconds, rest) = duration.components
    return max(1, seconds + (rest > 0 ? 1 : 0))
  }
}
