// SPDX-License-Identifier: Apache-2.0

/// The lookup tables of a component: of its DC code, of its AC code, and of both combined.
///
/// Safe as a value: its pointer points into storage that it owns.
@safe final class BaselineTables {
  let dc: HuffmanTables
  let ac: HuffmanTables
  /// The start of a block for each index: a `DCEntry`.
  ///
  /// The entry is 0 if the DC code and coefficient have more bits than the index.
  let means: UnsafePointer<UInt32>

  private let storage: RawStorage

  /// Builds the tables.
  ///
  /// Fails if a DC symbol is invalid.
  init?(dc dcCode: HuffmanCode, ac acCode: HuffmanCode) throws(ImagingError) {
    guard let dc = try HuffmanTables(dcCode, isDC: true),
      let ac = try HuffmanTables(acCode, isDC: false)
    else { return nil }
    self.dc = dc
    self.ac = ac
    let count = 1 << HuffmanTables.indexBits
    storage = try RawStorage(byteCount: count * 4)
    let means = unsafe storage.pointer(as: UInt32.self)
    unsafe self.means = UnsafePointer(means)
    for index in 0..<count {
      unsafe means[index] = Self.entry(index, dc.symbols, ac.symbols).rawValue
    }
  }

  private static func entry(
    _ index: Int, _ dc: UnsafePointer<UInt32>, _ ac: UnsafePointer<UInt32>
  ) -> DCEntry {
    let bits = HuffmanTables.indexBits
    let symbol = unsafe SymbolEntry(rawValue: dc[index])
    let left = bits - symbol.bitCount
    guard symbol.rawValue != 0, left >= 0 else { return DCEntry(rawValue: 0) }
    let difference = difference(index >> left & (1 << symbol.size - 1), bitCount: symbol.size)
    let rest = index << symbol.bitCount & (1 << bits - 1)
    let skip = unsafe HuffmanTables.skip(from: rest, known: left, ac)
    let position = 1 + skip.advance
    guard skip.bitCount > 0, position < 64 || SkipEntry.isEnd(position) else {
      return DCEntry(difference: difference, bitCount: symbol.bitCount, advance: 0)
    }
    return DCEntry(
      difference: difference, bitCount: symbol.bitCount + skip.bitCount, advance: skip.advance)
  }

  /// Returns the signed number that the bits stand for (ITU-T T.81, F.2.2.1).
  ///
  /// Bits in the lower half of their range are a negative number.
  private static func difference(_ bits: Int, bitCount: Int) -> Int {
    bitCount > 0 && bits < 1 << (bitCount - 1) ? bits - (1 << bitCount) + 1 : bits
  }
}

/// The start of a block in 32 bits.
///
/// An entry holds the difference of the DC coefficient, the number of bits taken, and the number of
/// positions that the following AC symbols advance; 0 if the index contains no such symbols.
struct DCEntry {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(difference: Int, bitCount: Int, advance: Int) {
    rawValue =
      UInt32(bitCount | advance << 8) | UInt32(UInt16(truncatingIfNeeded: difference)) << 16
  }

  @inline(__always) var bitCount: Int { Int(rawValue & 0xFF) }
  @inline(__always) var advance: Int { Int(rawValue >> 8 & 0xFF) }
  @inline(__always) var difference: Int32 { Int32(bitPattern: rawValue) >> 16 }
}
