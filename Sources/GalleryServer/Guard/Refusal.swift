// SPDX-License-Identifier: Apache-2.0

/// A response of the guard itself, after which the connection closes.
struct Refusal: Hashable, Sendable {
  let status: Int
  let title: String
  let detail: String
  let code: ProblemCode?

  /// The response to a request that is not acceptable.
  init(_ error: FramingError) {
    let detail = "The request breaks a rule of HTTP/1.1: \(error.rawValue)."
    switch error {
    case .longHeader, .tooManyFields:
      self.init(431, "Request Header Fields Too Large", "The header exceeds a limit.")
    case .tunnel:
      self.init(501, "Not Implemented", "The server has no tunnels.")
    case .missingHost, .repeatedHost:
      self.init(400, ProblemCode.noHost.title, ProblemCode.noHost.explanation, .noHost)
    default: self.init(400, ProblemCode.malformed.title, detail, .malformed)
    }
  }

  /// The response before a connection closes for other reasons; `nil` without a response.
  init?(_ reason: CloseReason) {
    switch reason {
    case .slowHeader, .slowBody:
      self.init(408, "Request Timeout", "The request arrived too slowly.")
    case .tooManyConnections:
      self.init(503, "Service Unavailable", "This address has too many connections.")
    default: return nil
    }
  }

  private init(_ status: Int, _ title: String, _ detail: String, _ code: ProblemCode? = nil) {
    (self.status, self.title, self.detail, self.code) = (status, title, detail, code)
  }

  /// The bytes of the response: all texts are constants without quotation marks.
  var text: String {
    let member = code.map { ",\"code\":\"\($0.rawValue)\"" } ?? ""
    let body = """
      {"type":"about:blank","title":"\(title)","status":\(status),"detail":"\(detail)"\(member)}
      """
    return """
      HTTP/1.1 \(status) \(code == nil ? title : "Bad Request")\r
      Content-Type: application/problem+json\r
      Content-Length: \(body.utf8.count)\r
      Cache-Control: no-store\r
      Connection: close\r
      \r
      \(body)
      """
  }
}
