// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore

/// The origin of a request, as far as it can be trusted.
struct RequestSource: Sendable {
  /// The address of the client, `nil` if it is unknown.
  var address: SocketAddress?

  /// Whether the client uses https.
  var isSecure: Bool

  /// Finds the client of a request behind proxies.
  ///
  /// `Forwarded` (RFC 7239) or `X-Forwarded-For` and `X-Forwarded-Proto` count only if the connection comes
  /// from a trusted proxy, from the last entry back to the first that no trusted proxy has added. If both
  /// kinds are present, neither counts: a proxy that sets one of them passes the other on as the client
  /// has sent it.
  ///
  /// - Parameters:
  ///   - peer: The address of the connection.
  ///   - isSecure: Whether the connection is encrypted.
  ///   - fields: The fields of the request.
  ///   - proxies: The addresses of trusted proxies.
  init(
    peer: SocketAddress?, isSecure: Bool, fields: HTTPFields, proxies: [AddressBlock]
  ) {
    (address, self.isSecure) = (peer, isSecure)
    guard !proxies.isEmpty else { return }
    var hops = Self.hops(in: fields)
    while let address, proxies.contains(where: { $0.contains(address) }), let hop = hops.popLast() {
      if let scheme = hop.scheme { self.isSecure = scheme == "https" }
      // A proxy that does not tell the address: nothing before it is known either.
      guard let client = hop.address else { break }
      self.address = client
    }
  }

  /// The client of a proxy, as that proxy reports it.
  private struct Hop {
    var address: SocketAddress?
    var scheme: String?
  }

  private static func hops(in fields: HTTPFields) -> [Hop] {
    let standard = entries(of: .forwarded, in: fields)
    let addresses = entries(of: .forwardedFor, in: fields)
    let schemes = entries(of: .forwardedProto, in: fields)
    guard standard.isEmpty || addresses.isEmpty && schemes.isEmpty else { return [] }
    guard standard.isEmpty else { return standard.map(hop) }
    // One scheme for all, or one for each.
    return (addresses.isEmpty ? schemes : addresses).indices.map { index in
      let place = schemes.count == 1 ? 0 : index
      return Hop(
        address: addresses.indices.contains(index) ? address(addresses[index]) : nil,
        scheme: schemes.indices.contains(place) ? schemes[place].lowercased() : nil)
    }
  }

  /// Returns the entries of a list, over all fields with its name.
  private static func entries(of name: HTTPField.Name?, in fields: HTTPFields) -> [Substring] {
    (name.map { fields[values: $0] } ?? []).flatMap { $0.split(separator: ",") }.map(trimmed)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let rest = text.drop { $0 == " " || $0 == "\t" }
    let end = rest.lastIndex { $0 != " " && $0 != "\t" }.map(rest.index(after:))
    return rest[..<(end ?? rest.startIndex)]
  }

  /// Reads an entry such as `for="[2001:db8::1]:4711";proto=https`.
  private static func hop(_ entry: Substring) -> Hop {
    var hop = Hop()
    for pair in entry.split(separator: ";") {
      let sides = pair.split(separator: "=", maxSplits: 1).map(trimmed)
      guard sides.count == 2 else { continue }
      let value = sides[1].hasPrefix("\"") ? sides[1].dropFirst().dropLast() : sides[1]
      switch sides[0].lowercased() {
      case "for": hop.address = address(value)
      case "proto": hop.scheme = value.lowercased()
      default: break
      }
    }
    return hop
  }

  /// Reads an address with or without a port; `nil` for `unknown` and obfuscated names.
  private static func address(_ text: Substring) -> SocketAddress? {
    var host = text
    if text.hasPrefix("[") {
      host = text.dropFirst().prefix { $0 != "]" }
    } else if text.count(where: { $0 == ":" }) == 1 {
      host = text.prefix { $0 != ":" }
    }
    return try? SocketAddress(ipAddress: String(host), port: 0)
  }
}

extension HTTPField.Name {
  fileprivate static let forwarded = Self("Forwarded")
  fileprivate static let forwardedFor = Self("X-Forwarded-For")
  fileprivate static let forwardedProto = Self("X-Forwarded-Proto")
}
