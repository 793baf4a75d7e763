// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPTypes

/// A response of the guard itself, after which the connection closes.
struct Refusal: Hashable, Sendable {
  let code: ProblemCode
  let detail: String

  /// The rule that the request breaks, `nil` for other reasons.
  private(set) var error: FramingError?

  /// The status of the response.
  var status: Int { code.status.code }

  /// The response to a request that is not acceptable.
  init(_ error: FramingError) {
    let code: ProblemCode =
      switch error {
      case .longHeader, .tooManyFields: .headerTooLarge
      case .tunnel, .unknownMethod: .notImplemented
      case .missingHost, .repeatedHost: .noHost
      default: .malformed
      }
    self.init(code, error.sentence)
    self.error = error
  }

  /// The response before a connection closes for other reasons; `nil` without a response.
  init?(_ reason: CloseReason) {
    switch reason {
    case .slowHeader: self.init(.slowRequest, "The header of the request arrived too slowly.")
    case .slowBody: self.init(.slowRequest, "The body of the request arrived too slowly.")
    case .tooManyConnections:
      self.init(.tooManyConnections, "This address has too many connections.")
    default: return nil
    }
  }

  private init(_ code: ProblemCode, _ detail: String) { (self.code, self.detail) = (code, detail) }

  /// Returns the bytes of the response in HTTP/1.1.
  ///
  /// - Parameters:
  ///   - requestID: The ID of the refused request.
  ///   - date: The present time.
  /// - Returns: Header and body.
  func text(requestID: String, at date: Date) -> String {
    let body = body(requestID: requestID)
    var head = fields(requestID: requestID, at: date, byteCount: body.utf8.count)
    head[.connection] = "close"
    let lines = head.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
    return "HTTP/1.1 \(code.status.code) \(code.status.reasonPhrase)\r\n\(lines)\r\n\(body)"
  }

  /// Returns the fields of the response, which are those of every response.
  func fields(requestID: String, at date: Date, byteCount: Int) -> HTTPFields {
    var fields: HTTPFields = [
      .contentType: "application/problem+json", .contentLength: "\(byteCount)",
      .xContentTypeOptions: "nosniff", .referrerPolicy: "no-referrer",
      .crossOriginResourcePolicy: "same-origin", .requestID: requestID,
      .cacheControl: CachePolicy.never.rawValue, .date: HTTPDate(date).description,
    ]
    if code == .tooManyConnections { fields[.retryAfter] = "1" }
    return fields
  }

  /// Returns the fields of the response at present, with names in lowercase.
  func lines(requestID: String, byteCount: Int) -> [(name: String, value: String)] {
    fields(requestID: requestID, at: Date(), byteCount: byteCount).map {
      ($0.name.canonicalName, $0.value)
    }
  }

  /// Returns the content of the response.
  ///
  /// The guard does not know below which path the server is mounted: the type has none.
  func body(requestID: String) -> String {
    var problem = Problem(code, detail)
    if let error { problem.facts["reason"] = error.rawValue }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let document = ProblemDocument(problem: problem, root: "", requestID: requestID)
    return (try? encoder.encode(document)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
