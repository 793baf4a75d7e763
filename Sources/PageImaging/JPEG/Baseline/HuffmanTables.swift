// SPDX-License-Identifier: Apache-2.0

/// A Huffman code as tables over the next 12 bits.
///
/// Most codes are no longer; larger tables would fall out of the nearest cache, and were slower.
///
/// `ProgressiveTable` is the other form of a code. A baseline block keeps few of its coefficients, so
/// entries here skip several symbols at once; a progressive scan needs the value of each symbol, so
/// entries there hold that value.
///
/// Safe as a value: its pointers lead into storage that it owns.
@safe final class HuffmanTables {
  /// The bits that select an entry.
  static let indexBits = 12

  /// The next symbol: `SymbolEntry`, all zero when its code is longer than 12 bits.
  let symbols: UnsafePointer<UInt32>
  /// The distance that the next symbols lead: `SkipEntry`.
  ///
  /// DC codes have no use for it.
  let skips: UnsafePointer<UInt16>

  private let symbolStorage: RawStorage
  private let skipStorage: RawStorage
  /// The codes that are longer than the index, shorter ones first.
  private let longCodes: [LongCodes]

  /// Makes the tables of the coefficients behind the first, or of the first when `isDC`.
  ///
  /// The result is nil if a DC symbol has no meaning: it tells a number of bits, at most 15.
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

  /// The entry of a code that is longer than the index, at the front of `window`; all zero if no
  /// code is there.
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

  /// As many symbols as their codes are inside of the first `known` bits of the index; the bits
  /// behind the last code need not be.
  static func skip(
    from index: Int, known: Int, _ symbols: UnsafePointer<UInt32>
  ) -> SkipEntry {
    var bitCount = 0
    var advance = 0
    while bitCount < known, advance < SymbolEntry.endAdvance {
      let rest = (index << bitCount) & (1 << indexBits - 1)
      let next = unsafe SymbolEntry(rawValue: symbols[rest])
      guard next.rawValue != 0, next.codeLength <= known - bitCount else { break }
      // A sum that is no position any more would look like the end of the block.
      let isEnd = next.advance == SymbolEntry.endAdvance
      guard isEnd || advance + next.advance < 64 else { break }
      bitCount += next.bitCount
      advance += next.advance
    }
    return bitCount == 0 ? SkipEntry.long : SkipEntry(bitCount: bitCount, advance: advance)
  }
}

/// One symbol in 32 bits: how many bits it takes, and how far it leads.
///
/// The high half of an AC symbol's byte is a run of zeros, the low half the number of bits of the
/// coefficient behind it; F0 is 16 zeros, and any other one without bits ends the block, as in
/// libjpeg; the standard knows 00 only. A DC symbol has no run.
struct SymbolEntry {
  let rawValue: UInt32

  /// The advance of the end of a block: more than any run.
  static let endAdvance = 128

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ entry: HuffmanCode.Entry) {
    let size = Int(entry.symbol & 15)
    let isEnd = size == 0 && entry.symbol != 0xF0
    let advance = isEnd ? Self.endAdvance : Int(entry.symbol >> 4) + 1
    rawValue = UInt32(entry.length + size | entry.length << 8 | size << 16 | advance << 24)
  }

  /// The bits of code and coefficient together.
  @inline(__always) var bitCount: Int { Int(rawValue & 0xFF) }
  @inline(__always) var codeLength: Int { Int(rawValue >> 8 & 0xFF) }
  /// The bits of the coefficient.
  @inline(__always) var size: Int { Int(rawValue >> 16 & 0xFF) }
  /// From this position to the one behind the coefficient.
  @inline(__always) var advance: Int { Int(rawValue >> 24) }
}

/// Some symbols in 16 bits: how many bits they take, and how far they lead.
struct SkipEntry {
  let rawValue: UInt16

  /// The next code is longer than the index.
  static let long = SkipEntry(bitCount: 0, advance: 255)

  init(bitCount: Int, advance: Int) { rawValue = UInt16(bitCount | advance << 8) }

  @inline(__always) var bitCount: Int { Int(rawValue & 0xFF) }
  @inline(__always) var advance: Int { Int(rawValue >> 8) }

  /// Whether a position that was reached is the end of a block and no more: exactly 64, or an end
  /// symbol inside of the block.
  ///
  /// Any other one from 64 on is a long code, or symbols of the next block that were taken for
  /// this one's.
  @inline(__always)
  static func isEnd(_ position: Int) -> Bool {
    position == 64 || (position >= SymbolEntry.endAdvance && position < SymbolEntry.endAdvance + 64)
  }
}
