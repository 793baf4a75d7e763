// SPDX-License-Identifier: Apache-2.0

/// A Huffman code as a DHT segment defines it (ITU-T T.81, C and F.2.2.3).
///
/// Codes of one length are consecutive numbers. The first code of a length is the successor of the
/// last shorter code, extended with zeros.
struct HuffmanCode: Hashable {
  /// One code: the `length` lowest bits of `bits`.
  struct Entry: Hashable {
    let bits: Int
    let length: Int
    let symbol: UInt8
  }

  /// All codes, the shortest first.
  let entries: [Entry]

  static let longestLength = 16

  /// Builds the codes.
  ///
  /// Fails if the counts do not match the symbols, or if there are too many codes: no code may be
  /// all ones.
  ///
  /// - Parameters:
  ///   - counts: The number of codes of each length: `counts[i]` is for length i + 1.
  ///   - symbols: The symbols in the order of their codes.
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
}

extension HuffmanCode {
  /// Reads the code whose 16 counts start at `offset`; 0 is the offset of an undefined table.
  ///
  /// - Returns: The code, or `nil` if it is undefined or invalid.
  /// - Throws: `ImagingError.io`.
  static func read(_ source: ByteSource, at offset: Int) throws(ImagingError) -> HuffmanCode? {
    guard offset > 0 else { return nil }
    let counts = try source.bytes(at: offset, count: longestLength).map(Int.init)
    let symbols = try source.bytes(at: offset + longestLength, count: counts.reduce(0, +))
    return HuffmanCode(counts: counts, symbols: symbols)
  }
}
