// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PageStorage

/// A request that matched a route, with everything that its operation needs.
struct Call: Sendable {
  var request: Request

  /// The segments that the pattern of the route names.
  let parameters: [String: String]

  let query: QueryParameters

  /// The origin of the request.
  let source: RequestSource

  /// The client, ``Client/anyone`` for operations that need no permission.
  var client = Client.anyone

  /// Returns whether the client still has access, for responses that go on for long.
  var hasAccess: @Sendable () async -> Bool = { true }

  /// Throws the reason why the client has no access at present, which may be that nobody can tell.
  var requireAccessAgain: @Sendable () async throws(Problem) -> Void = {}

  /// Returns whether the client has access at present, on the thread of the connection; `false` if only
  /// ``hasAccess`` can tell.
  var hasAccessAtOnce: @Sendable () -> Bool = { true }

  /// Throws the reason why the store takes no changes at present; never for a request that makes none.
  var requireChangeableStore: @Sendable () async throws(PageStoreError) -> Void = {}

  /// Counts bytes of the response that are sent past its writer.
  var countBytes: @Sendable (_ count: Int) -> Void = { _ in }

  /// The ID of the request, as in the response and in the log.
  let id: String

  let logger: Logger

  /// The part for requests with `Idempotency-Key`, `nil` for others.
  var keyed: KeyedCall?

  /// Returns the text of a path parameter.
  func parameter(_ name: String) -> String { parameters[name] ?? "" }

  func document() throws(Problem) -> DocumentID {
    try Identifiers.document(parameter("document"))
  }

  func page() throws(Problem) -> PageID { try Identifiers.page(parameter("page")) }

  /// The tags of a conditional field, `nil` if it is missing.
  func tags(_ name: HTTPField.Name) throws(Problem) -> EntityTagList? {
    guard let field = request.headers[name] else { return nil }
    guard let list = EntityTagList(field) else {
      throw .malformed("The header \(name) is not a list of entity tags.")
    }
    return list
  }

  /// The announced length of the body.
  func contentLength() throws(Problem) -> Int? {
    guard let field = request.headers[.contentLength] else { return nil }
    // Zeros may lead: RFC 9110, 8.6.
    let digits = field.drop { $0 == "0" }
    guard let length = Identifiers.number(digits.isEmpty ? field.suffix(1) : digits) else {
      throw .malformed("The header Content-Length is not a number of bytes.")
    }
    return length
  }

  /// Requires that the client still has access, after a body whose arrival may have taken long.
  ///
  /// - Throws: `Problem` if its token was revoked or has expired meanwhile, or cannot be checked at present.
  func requireAccess() async throws(Problem) {
    guard await !hasAccess() else { return }
    do {
      try await requireAccessAgain()
    } catch  where error.code == .unauthorized {
      throw Problem(
        .unauthorized, "The access of the client has ended while the body arrived.",
        headers: [.wwwAuthenticate: "Bearer"])
    }
  }

  /// Reads the whole body, which must be short.
  ///
  /// - Throws: `Problem` if it is longer than the limit, and nothing is read if that was announced; or if
  ///   the client has no access any more.
  func body(upTo limit: Int) async throws -> ByteBuffer {
    if let length = try contentLength(), length > limit {
      throw Problem.tooLarge(found: length, limit: limit)
    }
    try await inviteBody()
    var whole = ByteBuffer()
    for try await part in request.body {
      whole.writeImmutableBuffer(part)
      guard whole.readableBytes <= limit else { throw Problem.tooLarge(found: nil, limit: limit) }
    }
    try await requireAccess()
    return whole
  }
}

extension Problem {
  static func tooLarge(found: Int?, limit: Int) -> Self {
    var problem = Problem(
      .limitExceeded, "The body has more than \(limit) bytes.", facts: ["limit": limit])
    if let found { problem.facts["found"] = found }
    return problem
  }
}
