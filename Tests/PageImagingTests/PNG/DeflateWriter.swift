// SPDX-License-Identifier: Apache-2.0

/// A writer of the bits of a deflate stream (RFC 1951), valid or not.
struct DeflateWriter {
  private(set) var bytes: [UInt8] = []
  private var bits = 0
  private var bitCount = 0

  /// Numbers begin with their least significant bit (section 3.1.1).
  mutating func number(_ value: Int, bitCount count: Int) {
    bits |= value << bitCount
    bitCount += count
    while bitCount >= 8 {
      bytes.append(UInt8(bits & 255))
      bits >>= 8
      bitCount -= 8
    }
  }

  /// Codes begin with their most significant bit; a symbol without a code writes nothing.
  mutating func symbol(_ symbol: Int, of words: [Int: HuffmanWord]) {
    guard let word = words[symbol] else { return }
    for bit in (0..<word.bitCount).reversed() { number(word.bits >> bit & 1, bitCount: 1) }
  }

  /// Pads the last byte.
  mutating func align() {
    if bitCount > 0 { number(0, bitCount: 8 - bitCount) }
  }

  mutating func raw(_ more: [UInt8]) {
    align()
    bytes += more
  }
}

/// The code of a symbol in a Huffman code.
struct HuffmanWord {
  let bits: Int
  let bitCount: Int

  /// The codes computed from their lengths (section 3.2.2).
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

  struct Symbol {
    var number: Int
    var extra = 0
    var extraBitCount = 0

    /// The position of a value if each `group` symbols represent twice as many values as the
    /// previous ones.
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
