// SPDX-License-Identifier: Apache-2.0

/// A Huffman code as lookup tables over the next 12 bits.
///
/// Most codes have at most 12 bits. Larger tables do not fit into the L1 cache, and measured
/// slower.
///
/// `ProgressiveTable` is the other form of a code. Few coefficients of a baseline block are kept,
/// so entries here skip several symbols at once. A progressive scan needs the value of each symbol,
/// so entries there hold that value. Decoding a baseline page symbol by symbol took 1.27 to 1.35 times
/// as long (entropy stage of `imaging-benchmark`, 512 and 132 pixels).
///
/// Safe as a value: its pointers point into storage that it owns.
@safe final class HuffmanTables {
  /// The number of bits that select an entry.
  static let indexBits = 12

  /// The next symbol for each index: a `SymbolEntry`, 0 if its code has more than 12 bits.
  let symbols: UnsafePointer<UInt32>
  /// The next symbols for each index, to be skipped at once: a `SkipEntry`.
  ///
  /// Unused for DC codes.
  let skips: UnsafePointer<UInt16>

  private let symbolStorage: RawStorage
  private let skipStorage: RawStorage
  /// The codes with more bits than the index, the shortest first.
  private let longCodes: [LongCodes]

  /// Builds the tables of an AC code, or of a DC code if `isDC` is set.
  ///
  /// Fails if a DC symbol is invalid: it is a number of bits, at most 15.
  init?(_ code: HuffmanCode, isDC: Bool) throws(ImagingError) {
    guard !isDC || code.entries.allSatisfy({ $0.symbol <= 15 }) else { return nil }
    let count = 1 << Self.indexBits
    symbolStorage = try RawStorage(byteCount: count * 4)
    skipStorage = try RawStorage(byteCount: count * 2)
    let symbols = unsafe symbolStorage.pointer(as: UInt32.self)
    for entry in code.entries where entry.length <= Self.indexBits {
      let free = Self.indexBits - entry.length
      unsafe (symbols + entry.bits << free).update(
        repeating: SymbolEntry(entry).rawValue, count: 1 << free)
    }
    longCodes = (Self.indexBits + 1...HuffmanCode.longestLength).compactMap { length in
      LongCodes(code.entries.filter { $0.length == length })
    }
    unsafe self.symbols = UnsafePointer(symbols)
    let skips = unsafe skipStorage.pointer(as: UInt16.self)
    unsafe self.skips = UnsafePointer(skips)
    guard !isDC else { return }
    for index in 0..<count {
      unsafe skips[index] = Self.skip(from: index, known: Self.indexBits, symbols).rawValue
    }
  }

  /// Returns the entry of the code of more than 12 bits at the front of `window`.
  ///
  /// The entry is 0 if the bits are not a valid code.
  func longEntry(_ window: UInt64) -> SymbolEntry {
    for codes in longCodes {
      let place = Int(truncatingIfNeeded: window >> UInt64(64 - codes.length)) - codes.first
      if codes.entries.indices.contains(place) { return codes.entries[place] }
    }
    return SymbolEntry(rawValue: 0)
  }

  /// All codes of one length, which are consecutive numbers.
  private struct LongCodes {
    let length: Int
    let first: Int
    let entries: [SymbolEntry]

    init?(_ codes: [HuffmanCode.Entry]) {
      guard let first = codes.first else { return nil }
      length = first.length
      self.first = first.bits
      entries = codes.map { SymbolEntry($0) }
    }
  }

  /// Returns an entry for all symbols whose codes lie within the first `known` bits of the index.
  ///
  /// The coefficient bits after the last code may exceed the index.
  static func skip(
    from index: Int, known: Int, _ symbols: UnsafePointer<UInt32>
  ) -> SkipEntry {
    var bitCount = 0
    var advance = 0
    while bitCount < known, advance < SymbolEntry.endAdvance {
      let rest = (index << bitCount) & (1 << indexBits - 1)
      let next = unsafe SymbolEntry(rawValue: symbols[rest])
      guard next.rawValue != 0, next.codeLength <= known - bitCount else { break }
      // A larger sum is no position in a block, and could be mistaken for the end of the block.
      let isEnd = next.advance == SymbolEntry.endAdvance
      guard isEnd || advance + next.advance < 64 else { break }
      bitCount += next.bitCount
      advance += next.advance
    }
    return bitCount == 0 ? SkipEntry.long : SkipEntry(bitCount: bitCount, advance: advance)
  }
}

/// One symbol in 32 bits: the number of its bits, and the number of positions it advances.
///
/// The high four bits of an AC symbol are a run of zeros, the low four bits the number of bits of
/// the coefficient after the code. F0 is 16 zeros. Any other symbol without coefficient bits ends
/// the block, as in libjpeg; the standard defines only 00. A DC symbol has no run.
struct SymbolEntry {
  let rawValue: UInt32

  /// The advance of an end-of-block symbol: larger than any run.
  static let endAdvance = 128

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ entry: HuffmanCode.Entry) {
    let size = Int(entry.symbol & 15)
    let isEnd = size == 0 && entry.symbol != 0xF0
    let advance = isEnd ? Self.endAdvance : Int(entry.symbol >> 4) + 1
    rawValue = UInt32(entry.length + size | entry.length << 8 | size << 16 | advance << 24)
  }

  /// The number of bits of code and coefficient together.
  @inline(__always) var bitCount: Int { Int(rawValue & 0xFF) }
  @inline(__always) var codeLength: Int { Int(rawValue >> 8 & 0xFF) }
  /// The number of bits of the coefficient.
  @inline(__always) var size: Int { Int(rawValue >> 16 & 0xFF) }
  /// The distance from the current position to the position after the coefficient.
  @inline(__always) var advance: Int { Int(rawValue >> 24) }
}

/// Several symbols in 16 bits: the number of their bits, and of the positions they advance.
struct SkipEntry {
  let rawValue: UInt16

  /// The entry if the known bits contain no whole code.
  static let long = SkipEntry(bitCount: 0, advance: 255)

  init(bitCount: Int, advance: Int) { rawValue = UInt16(bitCount | advance << 8) }

  @inline(__always) var bitCount: Int { Int(rawValue & 0xFF) }
  @inline(__always) var advance: Int { Int(rawValue >> 8) }

  /// Returns whether a position is the end of a block and nothing else.
  ///
  /// The end is exactly 64, or an end-of-block symbol inside the block. Any other position from 64
  /// on results from a long code, or from symbols of the next block that were taken for symbols of
  /// this one.
  @inline(__always)
  static func isEnd(_ position: Int) -> Bool {
    position == 64 || (position >= SymbolEntry.endAdvance && position < SymbolEntry.endAdvance + 64)
  }
}
