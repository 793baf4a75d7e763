// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// Appends an integer in decimal digits.
  mutating func appendDecimal(_ value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    appendDecimal(UInt64(value.magnitude))
  }

  /// Appends an integer in decimal digits.
  mutating func appendDecimal(_ value: UInt64) {
    var divisor: UInt64 = 1
    while value / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }

  /// Creates the digits of a time in decimal seconds, down to nanoseconds, without trailing zeros.
  init(seconds time: Duration) {
    self = []
    let nanoseconds = (time.attoseconds / 1_000_000_000).magnitude
    if time < .zero { append(UInt8(ascii: "-")) }
    appendDecimal(UInt64(clamping: nanoseconds / 1_000_000_000))
    var fraction = UInt64(nanoseconds % 1_000_000_000)
    var divisor: UInt64 = 100_000_000
    if fraction > 0 { append(UInt8(ascii: ".")) }
    while fraction > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / divisor))
      fraction %= divisor
      divisor /= 10
    }
  }

  /// Appends a JSON string in quotation marks.
  ///
  /// Quotation marks, backslashes and control characters are escaped. Bytes that are not valid
  /// UTF-8 become U+FFFD, so that every JSON parser accepts the line.
  mutating func appendJSONString(_ text: [UInt8]) {
    append(UInt8(ascii: "\""))
    if text.allSatisfy(Self.isPlain) {
      append(contentsOf: text)
    } else {
      // Decoding replaces invalid sequences.
      for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { appendEscaped(scalar) }
    }
    append(UInt8(ascii: "\""))
  }

  /// Whether a byte is an ASCII character that needs no escape in a JSON string.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Appends a character of a string.
  ///
  /// The characters that ``displayText`` escapes are escaped here too: a terminal may show the text.
  private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append(contentsOf: Array("\\\"".utf8))
    case "\\": append(contentsOf: Array("\\\\".utf8))
    case "\n": append(contentsOf: Array("\\n".utf8))
    case "\r": append(contentsOf: Array("\\r".utf8))
    case "\t": append(contentsOf: Array("\\t".utf8))
    case _ where Self.isControl(scalar):
      // One unit, or a surrogate pair.
      for unit in scalar.utf16 { appendEscape(of: unit) }
    default: append(contentsOf: scalar.utf8)
    }
  }

  private mutating func appendEscape(of unit: UInt16) {
    append(contentsOf: Array("\\u".utf8))
    for shift in stride(from: 12, through: 0, by: -4) {
      append(Self.hexadecimalDigits[Int(unit >> shift & 15)])
    }
  }

  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}
