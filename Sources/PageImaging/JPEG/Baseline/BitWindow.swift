// SPDX-License-Identifier: Apache-2.0

/// The next 64 bits of coded data, the first one highest.
///
/// Eight bytes are loaded at once and shifted behind the bits that are left; bits that do not fit
/// are loaded again next time. Nothing here branches or checks: see `EntropyInput.slack`.
@unsafe struct BitWindow {
  private(set) var bits: UInt64 = 0
  /// The number of bits that count.
  private(set) var count = 0
  /// The first byte that is not counted.
  private(set) var next: UnsafePointer<UInt8>

  init(at next: UnsafePointer<UInt8>) { unsafe self.next = next }

  /// Makes at least 56 bits count.
  @inline(__always)
  mutating func refill() {
    let loaded = unsafe UnsafeRawPointer(next).loadUnaligned(as: UInt64.self).bigEndian
    unsafe bits |= loaded &>> UInt64(truncatingIfNeeded: count)
    unsafe next += (63 &- count) &>> 3
    unsafe count |= 56
  }

  /// The next bits as the index of a table.
  @inline(__always) var index: Int {
    unsafe Int(truncatingIfNeeded: bits &>> UInt64(64 - HuffmanTables.indexBits))
  }

  @inline(__always)
  mutating func drop(_ bitCount: Int) {
    unsafe bits &<<= UInt64(truncatingIfNeeded: bitCount)
    unsafe count &-= bitCount
  }

  /// Takes a symbol, and the coefficient behind its code.
  ///
  /// A coefficient of n bits that starts with 0 is negative: 2^n - 1 are to be subtracted
  /// (ITU-T T.81, F.2.2.1).
  @inline(__always)
  mutating func take(_ entry: SymbolEntry) -> Int32 {
    let value = unsafe bits &<< UInt64(truncatingIfNeeded: entry.codeLength)
    let size = UInt64(truncatingIfNeeded: entry.size)
    // Two shifts, because one by 64 would be one by 0.
    let magnitude = Int32(truncatingIfNeeded: (value &>> 1) &>> (63 &- size))
    let isNegative = ~Int32(truncatingIfNeeded: Int64(bitPattern: value) &>> 63)
    unsafe drop(entry.bitCount)
    return magnitude &- (isNegative & ((1 &<< Int32(truncatingIfNeeded: size)) &- 1))
  }

  /// Gives back bits that were dropped since bytes were moved last, and fills the window.
  mutating func putBack(_ bitCount: Int) {
    unsafe count += bitCount
    let (byte, bit) = unsafe bytePosition
    unsafe move(to: byte, bit: bit)
    unsafe refill()
  }

  /// The distance from the first bit that counts to `end`, in bits; negative when bits behind it
  /// were taken.
  func bitCount(to end: UnsafePointer<UInt8>) -> Int { unsafe (end - next) * 8 + count }

  /// The byte in which the first bit is that counts, and how many bits of it are gone.
  var bytePosition: (byte: UnsafePointer<UInt8>, bit: Int) {
    let whole = unsafe (count + 7) / 8
    return unsafe (next - whole, whole * 8 - count)
  }

  /// Goes on at the same bit in bytes that were moved: `byte` is the new place of what
  /// `bytePosition` gave.
  mutating func move(to byte: UnsafePointer<UInt8>, bit: Int) {
    unsafe self = BitWindow(at: byte)
    unsafe refill()
    unsafe drop(bit)
  }
}
