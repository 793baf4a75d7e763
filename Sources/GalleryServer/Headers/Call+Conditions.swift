// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

extension Call {
  /// Answers a GET with 304 if the client has the content of a tag.
  ///
  /// - Parameters:
  ///   - tag: The entity tag of the current content, with quotation marks.
  ///   - policy: The cache policy of the resource.
  ///   - isCompressible: Whether the content may be sent with gzip; `false` by default.
  ///   - make: Makes the full response; not called for a 304.
  /// - Returns: The response with its validator.
  /// - Throws: The error of `make`, and `Problem` for a malformed condition.
  func respond(
    tag: String, policy: CachePolicy, isCompressible: Bool = false,
    _ make: () async throws -> Response
  ) async throws -> Response {
    let unchanged = try notModified(tag: tag, policy: policy, isCompressible: isCompressible)
    if let unchanged { return unchanged }
    var response = try await make()
    response.headers.append(contentsOf: Self.validators(tag, policy))
    return response
  }

  /// Returns a 304 if the client has the content of a tag in a form that it accepts, otherwise `nil`.
  ///
  /// Its tag is that of the client's form, and its `Vary` that of a full response that is long enough for a coding.
  ///
  /// - Throws: `Problem` for a malformed condition.
  func notModified(
    tag: String, policy: CachePolicy, isCompressible: Bool = false
  ) throws -> Response? {
    guard let known = try tags(.ifNoneMatch) else { return nil }
    let forms = isCompressible && request.head.acceptsGzip ? [tag, CodedTag.text(tag)] : [tag]
    guard let tag = forms.first(where: known.matchesWeakly) else { return nil }
    var unchanged = Response(status: .notModified, headers: Self.validators(tag, policy))
    if isCompressible { unchanged.headers[.vary] = "Accept-Encoding" }
    return unchanged
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
