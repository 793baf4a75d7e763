// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryServer

struct JSONCheckTests {
  private func mistake(_ bytes: [UInt8]) -> JSONMistake.Kind? {
    do throws(JSONMistake) {
      try JSONCheck.check(bytes)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test(arguments: [
    "{}", "[]", " {\"a\" : [1, -2, 0, true, false, null, \"\"] }\r\n\t", "9007199254740991",
    "\"\\u00e9\\ud83d\\ude00\\\"\\\\\\/\\b\\f\\n\\r\\t\\uD83D\\uDE00\"", "\"é\u{10FFFF}\"",
    "{\"a\":{\"a\":1},\"b\":[{\"a\":1},{\"a\":2}]}", "{\"\":1,\" \":2}",
    String(repeating: "[", count: 32) + String(repeating: "]", count: 32),
  ])
  func accepts(text: String) {
    #expect(mistake(Array(text.utf8)) == nil)
  }

  @Test(
    arguments: [
      ("", .empty), (" ", .syntax), ("{", .syntax), ("{}}", .syntax), ("{} {}", .syntax),
      ("[1,]", .syntax),
      ("{\"a\":1,}", .syntax), ("[,1]", .syntax), ("[1 2]", .syntax), ("{a:1}", .syntax),
      ("{'a':1}", .syntax), ("{\"a\"}", .syntax), ("{\"a\":}", .syntax), ("01", .syntax),
      ("-", .syntax), ("+1", .syntax), (".5", .syntax), ("0x1", .syntax), ("tru", .syntax),
      ("True", .syntax), ("NaN", .syntax), ("Infinity", .syntax), ("\"a", .syntax),
      ("\"\n\"", .syntax), ("\"\\", .syntax), ("// a\n1", .syntax), ("1//", .syntax),
      ("\u{A0}1", .syntax), ("\u{0}", .syntax), ("1\u{0}", .syntax), ("[1\u{C}]", .syntax),
      ("0.0", .number), ("1e0", .number), ("1.", .number), ("[1E5]", .number), ("-0", .number),
      ("\"\\x\"", .escape), ("\"\\u12g4\"", .escape), ("\"\\u123\"", .escape),
      ("\"\\ud83d\"", .escape), ("\"\\ude00\"", .escape), ("\"\\ud83d\\u0041\"", .escape),
      ("\"\\ud83d\\n\"", .escape), ("\"\\ud83d\\ud83d\"", .escape), ("\"\\U0041\"", .escape),
      ("\"\\u0000\"", .nul), ("\"a\u{0}\"", .nul), ("{\"\\u0000\":1}", .nul),
      ("{\"a\":1,\"a\":1}", .duplicateKey), ("{\"a\":1,\"\\u0061\":2}", .duplicateKey),
      ("{\"\u{E9}\":1,\"\\u00E9\":2}", .duplicateKey), ("[{\"\":1,\"b\":2,\"\":3}]", .duplicateKey),
      ("{\"\u{E9}\":1,\"e\u{301}\":2}", .equivalentKeys),
      ("{\"\\u00e9\":1,\"e\\u0301\":2}", .equivalentKeys),
      ("{\"\u{212B}\":1,\"\u{C5}\":1}", .equivalentKeys),
      (String(repeating: "[", count: 33), .depth),
      (String(repeating: "{\"a\":", count: 33), .depth),
      ("\u{FEFF}{}", .byteOrderMark),
    ] as [(String, JSONMistake.Kind)])
  func rejects(text: String, kind: JSONMistake.Kind) {
    #expect(mistake(Array(text.utf8)) == kind)
  }

  /// A key is hashed, which takes a time that grows with the square of its combining marks.
  @Test func rejectsLongKeys() {
    let mark = "\u{301}\u{323}"
    for (key, kind) in [
      (String(repeating: "a", count: 256), nil), (String(repeating: "a", count: 257), .longKey),
      (String(repeating: mark, count: 64), nil), (String(repeating: mark, count: 65), .longKey),
      (String(repeating: mark, count: 500_000), .longKey),
    ] as [(String, JSONMistake.Kind?)] {
      #expect(mistake(Array("{\"a\":{\"\(key)\":1}}".utf8)) == kind)
    }
  }

  @Test(arguments: [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32])
  func rejectsOtherEncodings(encoding: String.Encoding) throws {
    let bytes = Array(try #require("{\"title\":\"a\"}".data(using: encoding)))
    #expect(mistake(bytes) != nil)
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xC3], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
    ] as [[UInt8]])
  func rejectsWhatIsNotUTF8(bytes: [UInt8]) {
    #expect(mistake(bytes) == .encoding)
  }

  @Test func namesThePlace() {
    #expect(throws: JSONMistake(kind: .number, offset: 5)) {
      try JSONCheck.check(Array("{\"a\":1.5}".utf8))
    }
  }

  /// Foundation reads more than the check, and both count the same keys.
  @Test func acceptsNothingThatAnotherParserRejects() throws {
    var (acceptedCount, rejectedCount, repeatedCount) = (0, 0, 0)
    for seed in 0..<20_000 as Range<UInt64> {
      var random = SeededGenerator(seed: TestEnvironment.randomSeed &+ seed)
      let valid = RandomJSON.text(using: &random)
      try #require(mistake(Array(valid.utf8)) == nil, "seed \(seed): \(valid)")
      let bytes = RandomJSON.mutated(Array(valid.utf8), using: &random)
      if let mistake = mistake(bytes) {
        rejectedCount += 1
        repeatedCount += mistake == .duplicateKey ? 1 : 0
        continue
      }
      acceptedCount += 1
      let value = try? JSONSerialization.jsonObject(
        with: Data(bytes), options: .fragmentsAllowed)
      #expect(
        value.map(Self.keyCount) == Self.memberCount(bytes),
        "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(acceptedCount > 1000 && rejectedCount > 1000 && repeatedCount > 20)
  }

  /// The number of keys in all objects of a value; of equal keys of an object, the value has one.
  private static func keyCount(_ value: Any) -> Int {
    if let object = value as? [String: Any] {
      return object.count + object.values.reduce(0) { $0 + keyCount($1) }
    }
    return (value as? [Any])?.reduce(0) { $0 + keyCount($1) } ?? 0
  }

  /// The number of members in a valid text: that of its colons outside of strings.
  private static func memberCount(_ bytes: [UInt8]) -> Int {
    var (count, isInText, isEscaped) = (0, false, false)
    for byte in bytes {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isInText.toggle()
      } else if isInText {
        isEscaped = byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: ":") {
        count += 1
      }
    }
    return count
  }
}

/// Random JSON texts that the interface accepts, and changes of them.
private enum RandomJSON {
  private static let pieces = [
    "a", "é", "e\u{301}", "\u{1F600}", "\\n", "\\\"", "\\u00e9", "\\ud83d\\ude00", " ", "{", "]",
  ]

  static func text(using random: inout SeededGenerator, depth: Int = 0) -> String {
    switch Int.random(in: depth < 4 ? 0..<8 : 2..<8, using: &random) {
    case 0:
      let count = Int.random(in: 0..<4, using: &random)
      let members = (0..<count).map {
        let letters = Bool.random(using: &random) ? "" : letters(&random)
        return "\"\($0)\(letters)\":\(text(using: &random, depth: depth + 1))"
      }
      return "{" + members.joined(separator: ", ") + "}"
    case 1:
      let count = Int.random(in: 0..<4, using: &random)
      let entries = (0..<count).map { _ in text(using: &random, depth: depth + 1) }
      return "[" + entries.joined(separator: " ,") + "]"
    case 2: return "\"\(letters(&random))\""
    case 3: return "\(Int.random(in: 1...1 << 53, using: &random))"
    case 4: return "\(Int.random(in: -9 ... -1, using: &random))"
    case 5: return "0"
    case 6: return ["true", "false"].randomElement(using: &random) ?? ""
    default: return "null"
    }
  }

  private static func letters(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0..<5, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// Gives the second key of an object the number of the first one, with which keys begin.
  private static func repeatKey(_ bytes: inout [UInt8]) {
    let index = bytes.indices.dropFirst().first {
      bytes[$0] == UInt8(ascii: "1") && bytes[$0 - 1] == UInt8(ascii: "\"")
    }
    if let index { bytes[index] = UInt8(ascii: "0") }
  }

  /// Replaces, removes and inserts a few bytes.
  static func mutated(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    if Int.random(in: 0..<4, using: &random) == 0 { repeatKey(&bytes) }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let other = Array("{}[]\",:\\u0e.-1tfn ".utf8).randomElement(using: &random) ?? 0
      let index = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where index < bytes.count: bytes[index] = other
      case 1 where index < bytes.count: bytes.remove(at: index)
      default: bytes.insert(other, at: index)
      }
    }
    return bytes
  }
}
