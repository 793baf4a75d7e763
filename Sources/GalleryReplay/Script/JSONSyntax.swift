// SPDX-License-Identifier: Apache-2.0

/// A validator that checks whether a line, or a text of many lines, is one JSON value as defined by
/// RFC 8259.
///
/// `JSONDecoder` silently accepts trailing commas and uses the first of two equal keys, and it does
/// not report the position of an error. Keys count as equal only if they are spelled alike.
package struct JSONSyntax {
  /// The maximum nesting depth of objects and arrays.
  static let deepestNesting = 32

  private static let lineFeed = UInt8(ascii: "\n")
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var depth = 0

  /// Whether the text may have more than one line.
  private let hasLines: Bool

  private init(_ bytes: ArraySlice<UInt8>, hasLines: Bool) {
    self.bytes = bytes
    self.hasLines = hasLines
    position = bytes.startIndex
  }

  /// Checks a line.
  package static func check(_ line: ArraySlice<UInt8>) throws(ScriptMistake) {
    guard String(validating: line, as: UTF8.self) != nil else {
      throw ScriptMistake("The line is not valid UTF-8.")
    }
    var syntax = JSONSyntax(line, hasLines: false)
    try syntax.value()
    guard syntax.next == nil else { throw syntax.mistake("the end of the line") }
  }

  /// Checks a text of many lines.
  ///
  /// The message of an error is written as the end of a sentence.
  package static func checkText(_ text: ArraySlice<UInt8>) throws(ScriptMistake) {
    guard String(validating: text, as: UTF8.self) != nil else {
      throw ScriptMistake("it is not valid UTF-8.")
    }
    var syntax = JSONSyntax(text, hasLines: true)
    try syntax.value()
    guard syntax.next == nil else { throw syntax.mistake("the end of the text") }
  }

  /// The next byte after white space, `nil` at the end.
  private var next: UInt8? {
    mutating get {
      while let byte = current,
        [0x20, 0x09, 0x0D].contains(byte) || (hasLines && byte == Self.lineFeed)
      { position += 1 }
      return current
    }
  }

  private var current: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private func mistake(_ expected: String) -> ScriptMistake {
    let whole = hasLines ? "it" : "The line"
    guard position < bytes.endIndex else {
      return ScriptMistake("\(whole) is not JSON: it ends where \(expected) was expected.")
    }
    let found = bytes[position]
    let text = (0x21..<0x7F).contains(found) ? ", '\(Unicode.Scalar(found))'," : ""
    return ScriptMistake("\(whole) is not JSON: at \(place)\(text) \(expected) was expected.")
  }

  /// A description of the position of the next byte.
  private var place: String {
    let before = bytes[..<position]
    let line = before.lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? bytes.startIndex
    // Columns count characters: every byte that is not a UTF-8 continuation byte.
    let column = "column \(bytes[line...position].count { $0 & 0xC0 != 0x80 })"
    return hasLines ? "line \(before.count { $0 == Self.lineFeed } + 1), \(column)" : column
  }
}

// MARK: - Values

extension JSONSyntax {
  private mutating func value() throws(ScriptMistake) {
    switch next {
    case UInt8(ascii: "{"): try nested(until: UInt8(ascii: "}"), Self.members)
    case UInt8(ascii: "["): try nested(until: UInt8(ascii: "]"), Self.elements)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte): try number()
    default: throw mistake("a value")
    }
  }

  private mutating func nested(
    until end: UInt8, _ contents: (inout JSONSyntax) throws(ScriptMistake) -> Void
  ) throws(ScriptMistake) {
    depth += 1
    guard depth <= Self.deepestNesting else {
      throw ScriptMistake(
        "Objects and arrays are nested too deeply; \(Self.deepestNesting) levels are allowed.")
    }
    position += 1
    if next != end { try contents(&self) }
    position += 1
    depth -= 1
  }

  private static func elements(_ syntax: inout JSONSyntax) throws(ScriptMistake) {
    repeat { try syntax.value() } while try syntax.goesOn(until: UInt8(ascii: "]"))
  }

  private static func members(_ syntax: inout JSONSyntax) throws(ScriptMistake) {
    var keys: Set<ArraySlice<UInt8>> = []
    repeat {
      guard syntax.next == UInt8(ascii: "\"") else { throw syntax.mistake("a key in quotes") }
      let start = syntax.position + 1
      try syntax.string()
      let key = syntax.bytes[start..<syntax.position - 1]
      guard keys.insert(key).inserted else {
        let name = String(decoding: key, as: UTF8.self).clipped
        throw ScriptMistake("The key \"\(name)\" occurs twice in one object; once is allowed.")
      }
      guard syntax.next == UInt8(ascii: ":") else { throw syntax.mistake("a colon") }
      syntax.position += 1
      try syntax.value()
    } while try syntax.goesOn(until: UInt8(ascii: "}"))
  }

  /// Skips a comma and returns `true`, or returns `false` before the end of a list.
  private mutating func goesOn(until end: UInt8) throws(ScriptMistake) -> Bool {
    if next == end { return false }
    guard next == UInt8(ascii: ",") else {
      throw mistake("a comma or '\(Unicode.Scalar(end))'")
    }
    position += 1
    return true
  }
}

// MARK: - Strings and literals

extension JSONSyntax {
  private mutating func literal(_ word: StaticString) throws(ScriptMistake) {
    let text = word.withUTF8Buffer { unsafe Array($0) }
    guard bytes[position...].starts(with: text) else { throw mistake("a value") }
    position += text.count
  }

  private mutating func string() throws(ScriptMistake) {
    position += 1
    while let byte = current, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw mistake("a character of a string") }
      position += 1
      if byte == UInt8(ascii: "\\") { try escape() }
    }
    guard current != nil else { throw mistake("the end of a string") }
    position += 1
  }

  private mutating func escape() throws(ScriptMistake) {
    guard let byte = current, "\"\\/bfnrtu".utf8.contains(byte) else { throw mistake("an escape") }
    position += 1
    guard byte == UInt8(ascii: "u") else { return }
    // A character beyond U+FFFF is a pair of surrogate escapes; neither is valid alone.
    let unit = try codeUnit()
    guard unit & 0xF800 == 0xD800 else { return }
    guard unit < 0xDC00, bytes[position...].starts(with: #"\u"#.utf8) else {
      throw mistake("the second half of a surrogate pair")
    }
    position += 2
    guard try codeUnit() & 0xFC00 == 0xDC00 else {
      throw mistake("the first half of a surrogate pair before it")
    }
  }

  private mutating func codeUnit() throws(ScriptMistake) -> Int {
    var unit = 0
    for _ in 0..<4 {
      guard let digit = current.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw mistake("a hexadecimal digit")
      }
      unit = unit * 16 + digit
      position += 1
    }
    return unit
  }

  private mutating func number() throws(ScriptMistake) {
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if current == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    guard current == UInt8(ascii: "e") || current == UInt8(ascii: "E") else { return }
    position += 1
    if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
    try digits()
  }

  private mutating func digits() throws(ScriptMistake) {
    let start = position
    while let byte = current, Self.digits.contains(byte) { position += 1 }
    guard position > start else { throw mistake("a digit") }
  }
}
