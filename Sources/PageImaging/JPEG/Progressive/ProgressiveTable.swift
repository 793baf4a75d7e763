// SPDX-License-Identifier: Apache-2.0

/// A Huffman code as a table that decodes a code and the number after it in one lookup.
///
/// A lookup of the next 12 bits gives the symbol, its number and the length of both, if both
/// together have at most 12 bits. The few longer ones are searched by code length. Larger tables do
/// not fit into the L1 cache, and are slower.
///
/// Safe as a value: `lookup` points into storage that the table owns.
@safe struct ProgressiveTable {
  /// The memory that `lookup` points to.
  private let storage: RawStorage
  /// The lookup functions for decoders, valid as long as the table.
  let lookup: ProgressiveLookup

  /// Builds a table.
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

/// The lookup functions on the memory of a `ProgressiveTable`.
@unsafe struct ProgressiveLookup {
  /// A code and the number after it.
  struct Entry {
    /// Bits 0...7: the number of bits of code and number, 0 if there is no valid code.
    ///
    /// Bits 8...15: the upper half of the symbol. Bits 16...31: the number, signed.
    let rawValue: UInt32

    var bitCount: Int { Int(rawValue & 0xFF) }
    /// The upper half of an AC symbol.
    ///
    /// It is a run of zero coefficients, or the exponent of an end-of-band run.
    var run: Int { Int(rawValue >> 8 & 0xFF) }
    var number: Int { Int(Int32(bitPattern: rawValue) >> 16) }

    static let none = Entry(rawValue: 0)
  }

  static let indexBitCount = 12

  /// The table in four parts.
  ///
  /// - 4096 entries.
  /// - For each length up to 16 the first code that is too large for it, left-aligned in 16 bits.
  /// - For each length the difference between the index of a symbol and its code.
  /// - The symbols.
  let words: UnsafeMutablePointer<UInt32>

  fileprivate static let limits = 1 << indexBitCount
  fileprivate static let offsets = limits + 17
  fileprivate static let symbols = offsets + 17
  fileprivate static let wordCount = symbols + 256

  /// Returns the entry of the code on top of `window`.
  ///
  /// The entry is `Entry.none` if code and number together have more than 12 bits.
  @inline(__always)
  func short(_ window: UInt64) -> Entry {
    unsafe Entry(rawValue: words[Int(window &>> UInt64(64 - Self.indexBitCount))])
  }

  /// Returns the entry of the code on top of `window`.
  ///
  /// The entry is `Entry.none` if the bits are not a valid code.
  @inline(__always)
  func entry(_ window: UInt64) -> Entry {
    let entry = unsafe short(window)
    return unsafe _fastPath(entry.bitCount != 0) ? entry : search(window)
  }

  /// Returns the same entry as `entry(_:)` by a search over the code lengths.
  ///
  /// A code has at most 16 bits, and its number at most 15.
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

  /// Returns the signed number in the upper `bitCount` bits (0...15).
  ///
  /// A number whose top bit is zero is negative (ITU-T T.81, F.2.2.1, EXTEND).
  private static func number(_ window: UInt64, bitCount: UInt64) -> Int {
    guard bitCount > 0 else { return 0 }
    let bits = Int(window >> (64 - bitCount))
    return bits >> (Int(bitCount) - 1) == 0 ? bits - (1 << Int(bitCount)) + 1 : bits
  }
}
