// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// The text in readable form, on one line.
  ///
  /// Control characters could move the cursor or end the line, and characters that change the
  /// writing direction could disguise a name. They become `\xHH`, as do bytes that are not valid
  /// UTF-8.
  package var displayText: String {
    if allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      return String(decoding: self, as: UTF8.self)
    }
    var text = ""
    var decoder = UTF8.ForwardParser()
    var iterator = makeIterator()
    var position = 0
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let encoded):
        text += Self.displayText(
          of: UTF8.decode(encoded), self[position..<position + encoded.count])
        position += encoded.count
      case .error(let length):
        text += Self.escaped(self[position..<position + length])
        position += length
      case .emptyInput:
        return text
      }
    }
  }

  private static func displayText(of scalar: Unicode.Scalar, _ bytes: ArraySlice<UInt8>) -> String {
    isControl(scalar) ? escaped(bytes) : String(Character(scalar))
  }

  /// Whether a character could move the cursor, end the line or change the writing direction.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // These two, the zero-width (non-)joiners, occur in Persian words and in emoji.
    case .format: scalar.value != 0x200C && scalar.value != 0x200D
    // The unassigned ones among the tag characters are invisible too.
    case .unassigned: (0xE0000...0xE0FFF).contains(scalar.value)
    default: false
    }
  }

  private static func escaped(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
