// SPDX-License-Identifier: Apache-2.0

/// A URL under which browsers know a server: scheme, host, port and path.
struct PublicURL: Sendable {
  let text: String

  /// The host without port; IPv6 in brackets.
  let host: String

  /// Whether there is nothing behind the host and the port.
  let isOrigin: Bool

  init?(_ text: String) {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let scheme = ["http://", "https://"].first(where: text.hasPrefix)
    else { return nil }
    let authority = text.dropFirst(scheme.count).prefix { $0 != "/" }
    let isIPv6 = authority.hasPrefix("[")
    let host = isIPv6 ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    let port = authority.dropFirst(host.count)
    guard !host.isEmpty, !text.contains(where: { "?#@\\\"<>".contains($0) }),
      port.isEmpty || port.first == ":" && UInt16(digits: port.dropFirst()) != nil
    else { return nil }
    self.text = text
    self.host = String(host)
    isOrigin = text.utf8.count == scheme.utf8.count + authority.utf8.count
  }

  /// Returns a URL without a path and without a slash at its end.
  static func base(_ text: String) -> String? {
    let base = text.hasSuffix("/") ? String(text.dropLast()) : text
    return PublicURL(base).flatMap { $0.isOrigin ? $0.text : nil }
  }

  /// Returns a URL that is an origin, in lower case.
  static func origin(_ text: String) -> String? {
    PublicURL(text).flatMap { $0.isOrigin ? $0.text.lowercased() : nil }
  }
}
