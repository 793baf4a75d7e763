// SPDX-License-Identifier: Apache-2.0

extension JSONCheck {
  /// Reads a text, whose quotation mark is next, and returns it without its escapes.
  mutating func text() throws(JSONMistake) -> String {
    var scalars = String.UnicodeScalarView()
    var start = index + 1
    index = start
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw mistake(byte == 0 ? .nul : .syntax) }
      guard byte == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      append(start..<index, to: &scalars)
      scalars.append(try escape())
      start = index
    }
    append(start..<index, to: &scalars)
    guard skip("\"") else { throw mistake(.syntax) }
    return String(scalars)
  }

  private func append(_ range: Range<Int>, to scalars: inout String.UnicodeScalarView) {
    scalars.append(contentsOf: String(decoding: bytes[range], as: UTF8.self).unicodeScalars)
  }

  /// Reads an escape, whose backslash is next.
  private mutating func escape() throws(JSONMistake) -> Unicode.Scalar {
    let start = index
    index += 1
    guard let byte = next else { throw mistake(.syntax) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let scalar = try escapedScalar(from: start)
      guard scalar != "\0" else { throw JSONMistake(kind: .nul, offset: start) }
      return scalar
    default: throw JSONMistake(kind: .escape, offset: start)
    }
  }

  /// Reads four digits, and a second escape if they are the first half of a pair.
  private mutating func escapedScalar(from start: Int) throws(JSONMistake) -> Unicode.Scalar {
    let first = try codeUnit(start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), skip("\\"), skip("u") else {
      throw JSONMistake(kind: .escape, offset: start)
    }
    let second = try codeUnit(start)
    let value = 0x10000 + (UInt32(first & 0x3FF) << 10) + UInt32(second & 0x3FF)
    guard UTF16.isTrailSurrogate(second), let scalar = Unicode.Scalar(value) else {
      throw JSONMistake(kind: .escape, offset: start)
    }
    return scalar
  }

  private mutating func codeUnit(_ start: Int) throws(JSONMistake) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = PercentDecoding.digit(next) else {
        throw JSONMistake(kind: .escape, offset: start)
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }
}
