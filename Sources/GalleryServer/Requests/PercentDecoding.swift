// SPDX-License-Identifier: Apache-2.0

/// Decodes percent-encoded text once, strictly (RFC 3986).
enum PercentDecoding {
  /// Decodes a text.
  ///
  /// - Parameters:
  ///   - text: The text as it was received.
  ///   - plusIsSpace: Whether a plus sign stands for a space, as in forms and queries.
  /// - Returns: The decoded text; `nil` for an incomplete escape, a byte that must be escaped, or bytes
  ///   that are not UTF-8.
  static func decode(_ text: Substring, plusIsSpace: Bool = false) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = digit(rest.next()), let low = digit(rest.next()) else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      case 0x21...0x7E: bytes.append(byte)
      default: return nil
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { return nil }
    return decoded
  }

  /// Returns whether a text contains NUL, which no title and no metadata may have.
  static func hasNUL(_ text: String) -> Bool { text.utf8.contains(0) }

  /// Returns whether a text has control characters.
  static func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Returns the value of a hexadecimal digit, `nil` for another byte.
  static func digit(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case let byte? where UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte: byte - UInt8(ascii: "0")
    case let byte? where UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte:
      byte - UInt8(ascii: "a") + 10
    case let byte? where UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte:
      byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
