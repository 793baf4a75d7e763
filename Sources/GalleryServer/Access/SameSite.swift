// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Protects changes from other web sites: their pages can make a browser send requests, but not
/// without these headers.
enum SameSite {
  /// Requires that a request comes from a page of this server, or from a program.
  ///
  /// - Parameters:
  ///   - request: The head of the request.
  ///   - authority: The host and port that the request is for.
  ///   - publicURL: The URL under which browsers know the server, if it is configured.
  /// - Throws: `Problem` if it comes from elsewhere.
  static func check(
    _ request: HTTPRequest, authority: String, publicURL: String?
  ) throws(Problem) {
    let fields = request.headerFields
    // Browsers set it themselves. The origin of a form is null on pages without a referrer.
    if let site = fields[.fetchSite] {
      guard site == "same-origin" || site == "none" else { throw problem }
      return
    }
    guard let origin = fields[.origin] else { return }
    let own = publicURL.map(Self.origin) ?? "http://\(authority)"
    guard origin.lowercased() == own.lowercased() else { throw problem }
  }

  /// Returns scheme, host and port of a URL.
  private static func origin(of url: String) -> String {
    url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/")
  }

  private static let problem = Problem(
    .crossSite, "The request was caused by a page of another site.")
}
