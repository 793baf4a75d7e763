// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The part of an address that stands for one client: four bytes of IPv4, or eight of IPv6.
struct AddressKey: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Creates a key; `nil` for connections without an Internet address.
  init?(_ address: SocketAddress?) {
    guard let address else { return nil }
    let bytes = address.withSockAddr { pointer, count in
      Array(UnsafeRawBufferPointer(start: pointer, count: count))
    }
    // After the family and the port, and for IPv6 the flow: RFC 3493.
    switch address {
    case .v4: self.bytes = Array(bytes[4..<8])
    case .v6: self.bytes = Self.prefix(of: Array(bytes[8..<24]))
    default: return nil
    }
  }

  /// Returns the network of an IPv6 address, or the IPv4 address that it stands for.
  private static func prefix(of bytes: [UInt8]) -> [UInt8] {
    let mapped = [UInt8](repeating: 0, count: 10) + [255, 255]
    return bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : Array(bytes.prefix(8))
  }
}
