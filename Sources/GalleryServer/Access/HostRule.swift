// SPDX-License-Identifier: Apache-2.0

/// The names under which a server answers.
///
/// A server that is open to everybody on this machine must not answer under foreign names: a web page
/// elsewhere could otherwise reach it through a name that resolves to a loopback address.
public struct HostRule: Sendable {
  private let names: Set<String>?

  private init(_ names: Set<String>?) { self.names = names }

  /// Any name, for servers whose authorizer checks credentials.
  public static let any = HostRule(nil)

  /// The names of this machine, and further ones.
  ///
  /// - Parameter names: Further host names, without port.
  /// - Returns: The rule.
  public static func loopback(and names: some Sequence<String> = []) -> Self {
    HostRule(Set(["localhost", "127.0.0.1", "[::1]"] + names.map { $0.lowercased() }))
  }

  /// Returns whether a server answers under the name of an authority, with or without port.
  func accepts(_ authority: String) -> Bool {
    guard let names else { return true }
    guard let host = Self.host(of: authority) else { return false }
    return names.contains(host)
  }

  /// Returns the host of an authority in lower case, `nil` unless it is a host, with or without a port.
  static func host(of authority: String) -> String? {
    let text = authority.lowercased()[...]
    let end: Substring.Index
    if text.hasPrefix("[") {
      guard let bracket = text.firstIndex(of: "]") else { return nil }
      end = text.index(after: bracket)
    } else {
      end = text.firstIndex(of: ":") ?? text.endIndex
    }
    let port = text[end...]
    guard port.isEmpty || port.first == ":" && isPort(port.dropFirst()) else { return nil }
    return end == text.startIndex ? nil : String(text[..<end])
  }

  /// Returns whether a text is the number of a port, or empty for the default one.
  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.utf8.allSatisfy { 0x30...0x39 ~= $0 } && UInt16(text) != nil
  }
}
