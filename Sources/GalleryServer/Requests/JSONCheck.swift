// SPDX-License-Identifier: Apache-2.0

/// Checks that bytes are JSON of the form that every parser reads the same way.
///
/// It is stricter than RFC 8259, and than decoders, which keep one of two values with the same key and
/// read 1e0 as an integer: keys differ, all numbers are integers without a negative zero, as the
/// interface has no others, the depth is limited, texts contain no NUL, and keys are short.
package struct JSONCheck {
  /// The maximum number of lists and objects around a value.
  static let maximumDepth = 32

  /// The maximum size of a key in UTF-8.
  ///
  /// Hashing a text takes a time that grows with the square of its combining marks.
  static let maximumKeyByteCount = 256

  let bytes: [UInt8]
  var index = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Checks the bytes of a text.
  ///
  /// - Throws: The first mistake.
  /// - Complexity: O(n) in the number of bytes.
  package static func check(_ bytes: [UInt8]) throws(JSONMistake) {
    guard !bytes.isEmpty else { throw JSONMistake(kind: .empty, offset: nil) }
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw JSONMistake(kind: .byteOrderMark, offset: 0)
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONMistake(kind: .encoding, offset: nil)
    }
    var check = JSONCheck(bytes)
    try check.value()
    check.skipSpace()
    guard check.next == nil else { throw check.mistake(.syntax) }
  }

  /// The next byte, `nil` at the end.
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  func mistake(_ kind: JSONMistake.Kind) -> JSONMistake { JSONMistake(kind: kind, offset: index) }

  /// Skips a byte if it is the next one.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func value() throws(JSONMistake) {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): try nested { (check) throws(JSONMistake) in try check.object() }
    case UInt8(ascii: "["): try nested { (check) throws(JSONMistake) in try check.list() }
    case UInt8(ascii: "\""): _ = try text()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
  }

  private mutating func nested(
    _ body: (inout JSONCheck) throws(JSONMistake) -> Void
  ) throws(JSONMistake) {
    guard depth < Self.maximumDepth else { throw mistake(.depth) }
    depth += 1
    index += 1
    try body(&self)
    depth -= 1
  }

  private mutating func object() throws(JSONMistake) {
    var keys: Set<String> = []
    skipSpace()
    guard !skip("}") else { return }
    repeat {
      skipSpace()
      let start = index
      let (isNew, known) = keys.insert(try key())
      guard isNew else { throw repetition(of: known, at: start) }
      skipSpace()
      guard skip(":") else { throw mistake(.syntax) }
      try value()
      skipSpace()
    } while skip(",")
    guard skip("}") else { throw mistake(.syntax) }
  }

  private mutating func key() throws(JSONMistake) -> String {
    guard next == UInt8(ascii: "\"") else { throw mistake(.syntax) }
    let start = index
    let key = try text()
    guard key.utf8.count <= Self.maximumKeyByteCount else {
      throw JSONMistake(kind: .longKey, offset: start)
    }
    return key
  }

  /// Tells a repeated key from one that only Unicode considers equal, as a dictionary does.
  private func repetition(of known: String, at start: Int) -> JSONMistake {
    var copy = self
    copy.index = start
    let isSame = (try? copy.text())?.utf8.elementsEqual(known.utf8) == true
    return JSONMistake(kind: isSame ? .duplicateKey : .equivalentKeys, offset: start)
  }

  private mutating func list() throws(JSONMistake) {
    skipSpace()
    guard !skip("]") else { return }
    repeat {
      try value()
      skipSpace()
    } while skip(",")
    guard skip("]") else { throw mistake(.syntax) }
  }

  private mutating func word(_ word: String) throws(JSONMistake) {
    guard bytes[index...].starts(with: word.utf8) else { throw mistake(.syntax) }
    index += word.utf8.count
  }

  private mutating func number() throws(JSONMistake) {
    let start = index
    let isNegative = skip("-")
    let first = next
    while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
    let digitCount = index - start - (isNegative ? 1 : 0)
    guard digitCount > 0, digitCount == 1 || first != 0x30 else {
      throw JSONMistake(kind: .syntax, offset: start)
    }
    let isFraction = next.map { ".eE".utf8.contains($0) } == true
    guard !isFraction, !(isNegative && first == 0x30) else {
      throw JSONMistake(kind: .number, offset: start)
    }
  }
}
