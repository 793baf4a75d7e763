// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Protects changes from other web sites: their pages can make a browser send requests, but not
/// with these headers.
struct SameSite: Sendable {
  /// The scheme, host and port under which browsers know the server.
  let origin: String

  /// The origins of other sites whose pages may use the server.
  var allowedOrigins: Set<String> = []

  /// Requires that a change comes from a page of this server, or from a program.
  ///
  /// - Parameters:
  ///   - request: The head of the request.
  ///   - evidence: The evidence that its credentials need.
  /// - Throws: `Problem` if it comes from elsewhere, or lacks evidence.
  func check(_ request: HTTPRequest, needing evidence: Client.Evidence) throws(Problem) {
    switch evidence {
    case .header: return
    case .none: guard isNotForeign(request.headerFields) else { throw Self.problem }
    case .cookie: guard isProven(request.headerFields) else { throw Self.problem }
    }
  }

  /// Returns whether nothing shows that a page of another site causes a request.
  private func isNotForeign(_ fields: HTTPFields) -> Bool {
    let origin = fields[.origin]
    if let origin, allowedOrigins.contains(origin.lowercased()) { return true }
    // Browsers set it themselves. The origin of a form is null on pages without a referrer.
    if let site = fields[.fetchSite] { return site == "same-origin" || site == "none" }
    return origin.map(isOwn) ?? true
  }

  /// Returns whether a page of this server causes a request.
  private func isProven(_ fields: HTTPFields) -> Bool {
    if let site = fields[.fetchSite] { return site == "same-origin" }
    return fields[.origin].map(isOwn) ?? false
  }

  private func isOwn(_ origin: String) -> Bool { origin.lowercased() == self.origin.lowercased() }

  /// Returns scheme, host and port of a URL.
  static func origin(of url: String) -> String {
    url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/")
  }

  private static let problem = Problem(
    .crossSite, "The request was caused by a page of another site, or does not prove the contrary.")
}
