// SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// A block of Internet addresses in the notation of CIDR, such as `10.0.0.0/8`; an address alone is a
/// block of one.
public struct AddressBlock: Hashable, Sendable, CustomStringConvertible {
  /// The text from which the block was created.
  public let description: String

  private let bytes: [UInt8]
  private let bitCount: Int

  /// Reads a block, `nil` if the text is none, or has bits behind the prefix.
  ///
  /// - Parameter text: The text.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = try? SocketAddress(ipAddress: String(parts[0]), port: 0)
    else { return nil }
    bytes = address.networkBytes
    guard parts.count == 2 else {
      (bitCount, description) = (8 * bytes.count, text)
      return
    }
    guard let count = UInt8(parts[1]), Int(count) <= 8 * bytes.count, !parts[1].hasPrefix("+")
    else { return nil }
    (bitCount, description) = (Int(count), text)
    guard (bitCount..<8 * bytes.count).allSatisfy({ !Self.bit($0, of: bytes) }) else { return nil }
  }

  /// Returns whether an address lies in the block.
  ///
  /// - Parameter address: The address; IPv4 in IPv6 counts as IPv4.
  /// - Returns: Whether it begins with the prefix.
  public func contains(_ address: SocketAddress) -> Bool {
    let other = address.networkBytes
    guard other.count == bytes.count else { return false }
    return (0..<bitCount).allSatisfy { Self.bit($0, of: bytes) == Self.bit($0, of: other) }
  }

  private static func bit(_ place: Int, of bytes: [UInt8]) -> Bool {
    bytes[place / 8] & (0x80 >> (place % 8)) != 0
  }
}

extension SocketAddress {
  /// The bytes of an Internet address; none for other addresses.
  var networkBytes: [UInt8] {
    let bytes = withSockAddr { pointer, count in
      Array(UnsafeRawBufferPointer(start: pointer, count: count))
    }
    // After the family and the port, and for IPv6 the flow: RFC 3493.
    switch self {
    case .v4: return Array(bytes[4..<8])
    case .v6:
      let mapped = [UInt8](repeating: 0, count: 10) + [255, 255]
      let address = Array(bytes[8..<24])
      return address.starts(with: mapped) ? Array(address.suffix(4)) : address
    default: return []
    }
  }
}
