// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import StripRendering

/// A color as given on the command line: `#RGB`, `#RRGGBB` or a name.
struct ColorArgument: ExpressibleByArgument, Hashable, Sendable {
  let color: RGBColor

  /// The named colors, with their CSS values.
  static let names: KeyValuePairs = [
    "black": RGBColor(white: 0),
    "dimgray": RGBColor(white: 0x69),
    "gray": RGBColor(white: 0x80),
    "silver": RGBColor(white: 0xC0),
    "whitesmoke": RGBColor(white: 0xF5),
    "white": RGBColor(white: 0xFF),
  ]

  init?(argument: String) {
    if let named = Self.names.first(where: { $0.key == argument.lowercased() }) {
      color = named.value
    } else if let parsed = Self.parse(Array(argument.utf8)) {
      color = parsed
    } else {
      return nil
    }
  }

  private static func parse(_ text: [UInt8]) -> RGBColor? {
    guard text.first == UInt8(ascii: "#") else { return nil }
    let digits = text.dropFirst().compactMap(digitValue)
    guard digits.count == text.count - 1 else { return nil }
    switch digits.count {
    case 3: return RGBColor(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
    case 6:
      return RGBColor(
        red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3],
        blue: digits[4] << 4 | digits[5])
    default: return nil
    }
  }

  private static func digitValue(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
