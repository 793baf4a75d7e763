// SPDX-License-Identifier: Apache-2.0

/// The tables of a component: of its DC and AC code, and of both together.
///
/// Safe as a value: its pointer leads into storage that it owns.
@safe final class BaselineTables {
  let dc: HuffmanTables
  let ac: HuffmanTables
  /// The starts of blocks: `DCEntry`, all zero where the DC coefficient is longer than the index.
  let means: UnsafePointer<UInt32>

  private let storage: RawStorage

  /// Makes the tables; nil if a DC symbol has no meaning.
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

  /// The number in some bits (ITU-T T.81, F.2.2.1): below half of the range, it is negative.
  private static func difference(_ bits: Int, bitCount: Int) -> Int {
    bitCount > 0 && bits < 1 << (bitCount - 1) ? bits - (1 << bitCount) + 1 : bits
  }
}

/// The beginning of a block in 32 bits: the difference of its DC coefficient, the bits that it
/// takes, and how far AC symbols behind it lead, 0 if none is inside of the index.
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
