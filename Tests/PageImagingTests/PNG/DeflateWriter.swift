// SPDX-License-Identifier: Apache-2.0

/// A writer of the bits of a deflate stream (RFC 1951), valid or not.
struct DeflateWriter {
  /// The complete bytes.
  private(set) var bytes: [UInt8] = []
  /// The bits of the last byte, which is not complete yet.
  private var bits = 0
  private var bitCount = 0

  /// Writes a number, its least significant bit first (section 3.1.1).
  mutating func number(_ value: Int, bitCount count: Int) {
    bits |= value << bitCount
    bitCount += count
    while bitCount >= 8 {
      bytes.append(UInt8(bits & 255))
      bits >>= 8
      bitCount -= 8
    }
  }

  /// Writes the code of a symbol, its most significant bit first; nothing if it has no code.
  mutating func symbol(_ symbol: Int, of words: [Int: HuffmanWord]) {
    guard let word = words[symbol] else { return }
    for bit in (0..<word.bitCount).reversed() { number(word.bits >> bit & 1, bitCount: 1) }
  }

  /// Pads the last byte with zeros.
  mutating func align() {
    if bitCount > 0 { number(0, bitCount: 8 - bitCount) }
  }

  /// Writes whole bytes, from the next byte boundary on.
  mutating func raw(_ more: [UInt8]) {
    align()
    bytes += more
  }
}

/// The code word of a symbol in a Huffman code.
struct HuffmanWord {
  let bits: Int
  let bitCount: Int

  /// Returns the code words by symbol, computed from their lengths in bits (section 3.2.2).
  ///
  /// A length of zero means that the symbol has no code word.
  static func words(lengths: [Int]) -> [Int: HuffmanWord] {
    var words: [Int: HuffmanWord] = [:]
    var next = 0
    for bitCount in 1...15 {
      for (symbol, length) in lengths.enumerated() where length == bitCount {
        words[symbol] = HuffmanWord(bits: next, bitCount: bitCount)
        next += 1
      }
      next <<= 1
    }
    return words
  }
}

/// A literal, or a copy of earlier output.
enum DeflateToken {
  case literal(UInt8)
  case match(length: Int, distance: Int)

  /// The symbols in the two codes, each with its extra bits (section 3.2.5).
  var symbols: (literal: Symbol, distance: Symbol?) {
    switch self {
    case .literal(let byte): (Symbol(number: Int(byte)), nil)
    case .match(let length, let distance):
      (
        length == 258 ? Symbol(number: 285) : Symbol.place(of: length - 3, group: 4, from: 257),
        Symbol.place(of: distance - 1, group: 2, from: 0)
      )
    }
  }

  /// A symbol, and the number that follows its code word.
  struct Symbol {
    var number: Int
    var extra = 0
    var extraBitCount = 0

    /// Returns the symbol whose range contains a value.
    ///
    /// The first `2 * group` symbols represent one value each. From then on, each `group` symbols
    /// represent twice as many values per symbol as the previous ones.
    static func place(of value: Int, group: Int, from first: Int) -> Symbol {
      var (start, size, number) = (0, 1, first)
      var used = 0
      while value >= start + size {
        start += size
        number += 1
        used += 1
        if used >= 2 * group, used % group == 0 { size *= 2 }
      }
      return Symbol(
        number: number, extra: value - start, extraBitCount: size.trailingZeroBitCount)
    }
  }
}
