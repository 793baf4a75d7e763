// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The target of a request in absolute form, which a server has to accept: RFC 9112, 3.2.2.
struct AbsoluteTarget: Sendable {
  /// The host with its port.
  let authority: Substring

  /// The path with the query, `/` at least.
  let path: Substring

  private let defaultPort: String

  /// Splits a target; `nil` for one in another form.
  init?(_ text: Substring) {
    let schemes = [("http://", "80"), ("https://", "443")]
    let found = schemes.first { text.prefix($0.0.count).lowercased() == $0.0 }
    guard let (scheme, port) = found else { return nil }
    let rest = text.dropFirst(scheme.count)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    (authority, defaultPort) = (rest[..<end], port)
    path = rest[end...].hasPrefix("/") ? rest[end...] : "/" + rest[end...]
  }

  /// Returns whether the value of the field `Host` names the same server.
  func isFor(_ host: String) -> Bool { normalized(authority) == normalized(host[...]) }

  /// Returns an authority in lower case, without the port of the scheme.
  private func normalized(_ authority: Substring) -> String {
    let text = authority.lowercased()
    for port in [":", ":" + defaultPort] where text.hasSuffix(port) {
      return String(text.dropLast(port.count))
    }
    return text
  }
}

extension HTTPField.Name {
  /// A `Host` that a connection has replaced, because the target names another server.
  static let replacedHost: Self = {
    guard let name = Self("Gallery-Replaced-Host") else { preconditionFailure("no field name") }
    return name
  }()
}
