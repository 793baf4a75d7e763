// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

extension Exchange {
  /// Returns the client, if it may use an operation.
  func client(of operation: Operation, _ authority: String) async throws -> Client {
    let configuration = server.configuration
    var client = Client.anyone
    if let access = access(to: operation) {
      client = try await AccessCheck(authorizer: configuration.authorizer).client(of: access)
    }
    guard operation.method != .get else { return client }
    let scheme = source.isSecure ? "https" : "http"
    let origin = configuration.publicURL.map(SameSite.origin) ?? "\(scheme)://\(authority)"
    try SameSite(origin: origin, allowedOrigins: server.crossOrigin.origins)
      .check(request.head, needing: client.evidence)
    return client
  }

  /// The request for access, `nil` for an operation that needs no permission.
  func access(to operation: Operation) -> AccessRequest? {
    operation.scope.map { scope in
      AccessRequest(
        head: request.head, scope: scope, address: source.address, isSecure: source.isSecure)
    }
  }
}
