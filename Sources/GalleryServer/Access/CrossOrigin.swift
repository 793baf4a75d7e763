// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// Lets pages of chosen other sites use the interface: CORS, without cookies.
struct CrossOrigin: Sendable {
  /// The time for which browsers remember the answer to a preflight request, in seconds.
  private static let maximumAge = 600

  private static let requestFields = [
    "Authorization", "Content-Digest", "Content-Disposition", "Content-Type", "Idempotency-Key",
    "If-Match", "If-None-Match", "If-Range", "Last-Event-ID", "Range",
  ].joined(separator: ", ")

  private static let responseFields = [
    "Accept-Encoding", "Accept-Ranges", "Allow", "Content-Disposition", "Content-Range", "ETag",
    "Idempotent-Replay", "Location", "Retry-After", "WWW-Authenticate", "X-Page-Damage",
    "X-Request-Id",
  ].joined(separator: ", ")

  /// The origins in lower case.
  let origins: Set<String>

  /// Adds the fields that let a page read a response.
  func addFields(to response: inout Response, of request: HTTPRequest) {
    guard !origins.isEmpty else { return }
    let vary = response.headers[.vary].map { "\($0), Origin" }
    response.headers[.vary] = vary ?? "Origin"
    guard let origin = request.headerFields[.origin], origins.contains(origin.lowercased()) else {
      return
    }
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.accessControlExposeHeaders] = Self.responseFields
    guard request.method == .options, let allow = response.headers[.allow] else { return }
    response.headers[.accessControlAllowMethods] = allow
    response.headers[.accessControlAllowHeaders] = Self.requestFields
    response.headers[.accessControlMaxAge] = "\(Self.maximumAge)"
  }
}
