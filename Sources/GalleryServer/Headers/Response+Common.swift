// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

extension HTTPField.Name {
  static let referrerPolicy = constant("Referrer-Policy")
  static let requestID = constant("X-Request-Id")
  static let pageDamage = constant("X-Page-Damage")
  static let fetchSite = constant("Sec-Fetch-Site")
  static let accelBuffering = constant("X-Accel-Buffering")
  static let lastEventID = constant("Last-Event-ID")
  static let idempotencyKey = constant("Idempotency-Key")
  static let idempotentReplay = constant("Idempotent-Replay")

  private static func constant(_ name: String) -> Self {
    guard let name = Self(name) else { preconditionFailure("\(name) is no field name") }
    return name
  }
}

extension Response {
  /// Adds the fields that all responses have.
  mutating func addCommonFields(requestID: String) {
    headers[.xContentTypeOptions] = "nosniff"
    if headers[.referrerPolicy] == nil { headers[.referrerPolicy] = "no-referrer" }
    headers[.crossOriginResourcePolicy] = "same-origin"
    headers[.requestID] = requestID
    if headers[.cacheControl] == nil { headers[.cacheControl] = CachePolicy.never.rawValue }
  }

  /// The response to HEAD: the fields without the content.
  func head() -> Response {
    var head = Response(status: status, headers: headers)
    // The length of a stream is unknown, and not zero.
    if body.contentLength == nil { head.headers[.contentLength] = nil }
    return head
  }
}
