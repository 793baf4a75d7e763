// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import StripCommands

struct NaturalOrderTests {
  private func sign(_ first: [UInt8], _ second: [UInt8]) -> Int {
    NaturalOrder.compare(first.span, second.span).signum()
  }

  @Test func peopleCountLikeThis() {
    let sorted = [
      "", "0", "00", "1", "01", "001", "2", "10", "page", "page1", "page1a", "page1b", "page2",
      "page2.jpg", "page10", "page10-1", "page10-2", "page10-10", "page99999999999999999999998",
      "page99999999999999999999999", "page100000000000000000000000", "pages", "straße2",
      "straße10",
    ].map { Array($0.utf8) }
    for (i, first) in sorted.enumerated() {
      for (j, second) in sorted.enumerated() {
        #expect(
          sign(first, second) == (i - j).signum(),
          "\(String(decoding: first, as: UTF8.self)) \(String(decoding: second, as: UTF8.self))")
      }
    }
  }

  /// Three names of few distinct bytes, so that common prefixes are frequent.
  private func names(_ generator: inout SeededGenerator) -> [[UInt8]] {
    let alphabet = Array("00129a/:".utf8)
    return (0..<3).map { _ in
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
    }
  }

  private func shrinks(_ names: [[UInt8]]) -> [[[UInt8]]] {
    names.indices.flatMap { index in
      names[index].shrinks.map { shorter in
        var copy = names
        copy[index] = shorter
        return copy
      }
    }
  }

  @Test func orderIsTotal() {
    checkProperty(seed: 1, runs: 20_000, generate: names, shrink: shrinks) { names in
      let (a, b, c) = (names[0], names[1], names[2])
      if sign(a, b) != -sign(b, a) { return "not antisymmetric" }
      if (sign(a, b) == 0) != (a == b) { return "different names are equal" }
      if sign(a, b) <= 0, sign(b, c) <= 0, sign(a, c) > 0 { return "not transitive" }
      return nil
    }
  }

  @Test func orderIsThatOfTheSlowKey() {
    checkProperty(seed: 2, runs: 20_000, generate: names, shrink: shrinks) { names in
      let (a, b) = (names[0], names[1])
      let expected = SlowKey(a).sign(SlowKey(b))
      return sign(a, b) == expected ? nil : "\(sign(a, b)) instead of \(expected)"
    }
  }
}

/// The straightforward algorithm: split a name into numbers and other bytes, compare piecewise.
private struct SlowKey {
  /// The value of a digit run as text without leading zeros, or a single byte.
  enum Piece: Equatable {
    case number(String)
    case byte(UInt8)
  }

  var pieces: [Piece] = []
  var zeros: [Int] = []

  init(_ name: [UInt8]) {
    var digits = ""
    for byte in name + [0xFF] {
      if (0x30...0x39).contains(byte) {
        digits.append(Character(Unicode.Scalar(byte)))
        continue
      }
      if !digits.isEmpty {
        let value = String(digits.drop { $0 == "0" })
        pieces.append(.number(value))
        zeros.append(digits.count - value.count)
        digits = ""
      }
      pieces.append(.byte(byte))
    }
    pieces.removeLast()
  }

  func sign(_ other: SlowKey) -> Int {
    for (mine, theirs) in zip(pieces, other.pieces) where mine != theirs {
      switch (mine, theirs) {
      case (.number(let a), .number(let b)):
        return a.count != b.count ? (a.count - b.count).signum() : (a < b ? -1 : 1)
      case (.byte(let a), .byte(let b)): return a < b ? -1 : 1
      // Digits are contiguous in the order, so any digit represents the number.
      case (.number, .byte(let b)): return 0x30 < b ? -1 : 1
      case (.byte(let a), .number): return a < 0x30 ? -1 : 1
      }
    }
    if pieces.count != other.pieces.count { return (pieces.count - other.pieces.count).signum() }
    for (mine, theirs) in zip(zeros, other.zeros) where mine != theirs {
      return mine < theirs ? -1 : 1
    }
    return 0
  }
}
