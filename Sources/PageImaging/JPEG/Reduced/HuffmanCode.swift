// SPDX-License-Identifier: Apache-2.0

/// A Huffman code as a DHT segment defines it (ITU-T T.81, C and F.2.2.3).
///
/// Codes of one length are consecutive numbers, and go on where the shorter ones ended.
struct HuffmanCode: Hashable {
  /// One code: the `length` lowest bits of `bits`.
  struct Entry: Hashable {
    let bits: Int
    let length: Int
    let symbol: UInt8
  }

  /// All codes, shorter ones first.
  let entries: [Entry]

  static let longestLength = 16

  /// Makes the codes, or nil if they do not fit: no code may be all ones.
  ///
  /// `counts[i]` is the number of codes of the length i + 1.
  init?(counts: [Int], symbols: [UInt8]) {
    guard counts.count == Self.longestLength, counts.reduce(0, +) == symbols.count else {
      return nil
    }
    var entries: [Entry] = []
    var bits = 0
    for length in 1...Self.longestLength {
      for _ in 0..<counts[length - 1] {
        entries.append(Entry(bits: bits, length: length, symbol: symbols[entries.count]))
        bits += 1
      }
      guard bits < 1 << length else { return nil }
      bits <<= 1
    }
    self.entries = entries
  }

  /// Reads one table from a DHT segment behind its class and number.
  ///
  /// The number of bytes it took is 16 and one for each code.
  static func read(from input: EntropyInput) throws(ImagingError) -> HuffmanCode? {
    var counts: [Int] = []
    for _ in 0..<longestLength {
      guard let count = try input.nextByte() else { return nil }
      counts.append(Int(count))
    }
    var symbols: [UInt8] = []
    for _ in 0..<min(counts.reduce(0, +), 257) {
      guard let symbol = try input.nextByte() else { return nil }
      symbols.append(symbol)
    }
    guard symbols.count <= 256 else { return nil }
    return HuffmanCode(counts: counts, symbols: symbols)
  }
}
