// SPDX-License-Identifier: Apache-2.0

/// The request that is being read: only what its further framing depends on.
struct RequestMessage: Sendable {
  /// The bytes of the header, or of the trailer.
  var headerByteCount = 0
  /// Those of empty lines before the request, which begin nothing (RFC 9112, 2.2).
  var emptyByteCount = 0

  /// The fields of the header and the trailer.
  var fieldCount = 0

  var isHeaderComplete = false
  var isVersion10 = false

  /// Whether no request may follow.
  var isLast = false

  var fields = FramingFields()

  /// The name of the current field in lowercase, or the method or the version.
  var name: [UInt8] = []

  /// Whether the current field decides where the request ends.
  var decides = false

  /// The value of the current field, if it decides something.
  var value: [UInt8] = []

  /// The size of the current chunk.
  var chunkSize = 0
  var chunkDigitCount = 0

  /// The bytes of all chunk extensions of the body.
  var extensionByteCount = 0
}

extension UInt8 {
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }

  /// Whether the byte may be part of a method or of the name of a field: RFC 9110, 5.6.2.
  var isTokenByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }

  var isControl: Bool { self < 0x20 || self == 0x7F }

  var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }

  /// The value of a hexadecimal digit.
  var hexadecimalValue: Int? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(self - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(self - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
