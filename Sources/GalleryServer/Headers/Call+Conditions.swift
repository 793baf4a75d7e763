// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

extension Call {
  /// Answers a GET with 304 if the client has the content of a tag.
  ///
  /// - Parameters:
  ///   - tag: The entity tag of the current content, with quotation marks.
  ///   - policy: The cache policy of the resource.
  ///   - make: Makes the full response; not called for a 304.
  /// - Returns: The response with its validator.
  /// - Throws: The error of `make`, and `Problem` for a malformed condition.
  func respond(
    tag: String, policy: CachePolicy, _ make: () async throws -> Response
  ) async throws -> Response {
    if let unchanged = try notModified(tag: tag, policy: policy) { return unchanged }
    var response = try await make()
    response.headers.append(contentsOf: Self.validators(tag, policy))
    return response
  }

  /// Returns a 304 if the client has the content of a tag, otherwise `nil`.
  ///
  /// - Throws: `Problem` for a malformed condition.
  func notModified(tag: String, policy: CachePolicy) throws -> Response? {
    guard let known = try tags(.ifNoneMatch), known.matchesWeakly(tag) else { return nil }
    return Response(status: .notModified, headers: Self.validators(tag, policy))
  }

  /// Returns the fields of a response that is revalidated by its tag.
  static func validators(_ tag: String, _ policy: CachePolicy) -> HTTPFields {
    [.eTag: tag, .cacheControl: policy.rawValue]
  }
}

extension Request {
  /// Whether the client is a browser that requests a page.
  var wantsHTML: Bool {
    (headers[.accept] ?? "").split(separator: ",").contains { range in
      range.prefix { $0 != ";" }.drop { $0 == " " }.prefix { $0 != " " } == "text/html"
    }
  }
}
