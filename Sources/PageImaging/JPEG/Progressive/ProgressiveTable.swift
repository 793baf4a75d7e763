// SPDX-License-Identifier: Apache-2.0

/// A Huffman code made for decoding it together with the number behind it.
///
/// One lookup of the next 12 bits gives the symbol, its number and the length of both, if that is no
/// more than 12 bits together; the few others are searched by length. Larger tables leave the
/// first level cache, and are slower.
///
/// Safe as a value: its lookup leads into storage that it owns.
@safe struct ProgressiveTable {
  /// Keeps what `lookup` points to.
  private let storage: RawStorage
  /// The table as a decoder uses it, valid as long as the table is.
  let lookup: ProgressiveLookup

  /// Makes a table.
  ///
  /// - Throws: `ImagingError.outOfMemory`.
  init(_ code: HuffmanCode) throws(ImagingError) {
    storage = try unsafe RawStorage(byteCount: 4 * ProgressiveLookup.wordCount)
    let words = unsafe storage.pointer(as: UInt32.self)
    unsafe lookup = ProgressiveLookup(words: words)
    for (index, entry) in code.entries.enumerated() {
      unsafe words[ProgressiveLookup.symbols + index] = UInt32(entry.symbol)
      unsafe words[ProgressiveLookup.offsets + entry.length] = UInt32(
        bitPattern: Int32(truncatingIfNeeded: index - entry.bits))
      unsafe words[ProgressiveLookup.limits + entry.length] = UInt32(
        (entry.bits + 1) << (HuffmanCode.longestLength - entry.length))
    }
    for length in 2...HuffmanCode.longestLength
    where unsafe words[ProgressiveLookup.limits + length] == 0 {
      unsafe words[ProgressiveLookup.limits + length] = words[ProgressiveLookup.limits + length - 1]
    }
    for index in unsafe 0..<1 << ProgressiveLookup.indexBitCount {
      let entry = unsafe lookup.search(
        UInt64(index) << UInt64(64 - ProgressiveLookup.indexBitCount))
      if unsafe entry.bitCount <= ProgressiveLookup.indexBitCount {
        unsafe words[index] = entry.rawValue
      }
    }
  }
}

/// The lookups in a `ProgressiveTable`.
@unsafe struct ProgressiveLookup {
  /// A code and the number behind it.
  struct Entry {
    /// Bits 0...7: the bits of both, 0 for none.
    ///
    /// Bits 8...15: the upper half of the symbol. Bits 16...31: the number, signed.
    let rawValue: UInt32

    var bitCount: Int { Int(rawValue & 0xFF) }
    /// Coefficients to step over (AC).
    var run: Int { Int(rawValue >> 8 & 0xFF) }
    var number: Int { Int(Int32(bitPattern: rawValue) >> 16) }

    static let none = Entry(rawValue: 0)
  }

  static let indexBitCount = 12

  /// 4096 entries, then for each length from 1 to 16 the first code that is too large for it, in
  /// 16 bits from the top, then what to add to a code for the index of its symbol, then the
  /// symbols.
  let words: UnsafeMutablePointer<UInt32>

  fileprivate static let limits = 1 << indexBitCount
  fileprivate static let offsets = limits + 17
  fileprivate static let symbols = offsets + 17
  fileprivate static let wordCount = symbols + 256

  /// The code on top of `window` and its number, `Entry.none` if they are longer than 12 bits.
  @inline(__always)
  func short(_ window: UInt64) -> Entry {
    unsafe Entry(rawValue: words[Int(window &>> UInt64(64 - Self.indexBitCount))])
  }

  /// The code on top of `window` and its number, `Entry.none` if it is no code.
  @inline(__always)
  func entry(_ window: UInt64) -> Entry {
    let entry = unsafe short(window)
    return unsafe _fastPath(entry.bitCount != 0) ? entry : search(window)
  }

  /// The same by length; a code has 16 bits at most, and its number 15.
  @inline(never)
  func search(_ window: UInt64) -> Entry {
    let code = UInt32(window >> 48)
    for length in 1...16 where unsafe code < words[Self.limits + length] {
      let place =
        unsafe Int32(bitPattern: code >> UInt32(16 - length))
        + Int32(bitPattern: words[Self.offsets + length])
      let symbol = unsafe words[Self.symbols + Int(place & 0xFF)]
      let size = symbol & 15
      let number = unsafe Self.number(window << UInt64(length), bitCount: UInt64(size))
      return Entry(
        rawValue: UInt32(length) + size | (symbol >> 4) << 8
          | UInt32(truncatingIfNeeded: number) << 16)
    }
    return .none
  }

  /// The number in the upper `bitCount` bits (0...15): half of all are negative, those with a
  /// zero on top (ITU-T T.81, F.2.2.1, EXTEND).
  private static func number(_ window: UInt64, bitCount: UInt64) -> Int {
    guard bitCount > 0 else { return 0 }
    let bits = Int(window >> (64 - bitCount))
    return bits >> (Int(bitCount) - 1) == 0 ? bits - (1 << Int(bitCount)) + 1 : bits
  }
}
