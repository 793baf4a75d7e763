// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The credentials of a request.
enum Credentials: Sendable {
  case none
  /// A token in `Authorization`, which is stronger than a cookie.
  case token(AccessToken)
  /// A session in a cookie, `nil` if the cookie cannot be that of a session.
  case session(Secret?)
  /// Something that cannot be valid.
  case malformed

  /// Reads the credentials of a request.
  init(_ request: HTTPRequest, isSecure: Bool) {
    let fields = request.headerFields[values: .authorization]
    if let field = fields.first {
      let parts = field.split(separator: " ", maxSplits: 1)
      guard fields.count == 1, parts.count == 2, parts[0].lowercased() == "bearer",
        let token = AccessToken(parts[1])
      else {
        self = .malformed
        return
      }
      self = .token(token)
    } else if let text = SessionCookie(isSecure: isSecure).value(in: request.headerFields) {
      self = .session(Secret(text))
    } else {
      self = .none
    }
  }
}

/// The cookie of a session.
struct SessionCookie: Sendable {
  /// The time for which a session is valid, in seconds: 30 days.
  static let maximumAge = 30 * 86_400

  /// Whether browsers reach the server by https.
  let isSecure: Bool

  /// The name: with the prefix, browsers accept the cookie only from this host, by https.
  var name: String { (isSecure ? "__Host-" : "") + "gallery-session" }

  /// Returns the value of the cookie in a request.
  func value(in fields: HTTPFields) -> String? {
    for field in fields[values: .cookie] {
      for pair in field.split(separator: ";") {
        let sides = pair.drop { $0 == " " }.split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if sides.count == 2, sides[0] == name { return String(sides[1]) }
      }
    }
    return nil
  }

  /// The value of `Set-Cookie` that starts a session.
  func starting(_ secret: Secret, maximumAge: Int) -> String {
    "\(name)=\(secret.text); Path=/; Max-Age=\(maximumAge); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }

  /// The value of `Set-Cookie` that ends a session.
  var ending: String {
    "\(name)=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
  }
}
