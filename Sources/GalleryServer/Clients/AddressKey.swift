// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The part of an address that stands for one client: four bytes of IPv4, or eight of IPv6.
struct AddressKey: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Creates a key; `nil` for connections without an Internet address.
  init?(_ address: SocketAddress?) {
    // IPv4 has four bytes; of IPv6, take the network.
    guard let bytes = address?.networkBytes.prefix(8), !bytes.isEmpty else { return nil }
    self.bytes = Array(bytes)
  }
}
