// SPDX-License-Identifier: Apache-2.0

/// The next 64 bits of coded data, the first one most significant.
///
/// A refill loads eight bytes and shifts them behind the remaining bits; bits that do not fit are
/// loaded again by the next refill. No function branches or checks bounds: see
/// `EntropyInput.slack`.
@unsafe struct BitWindow {
  private(set) var bits: UInt64 = 0
  /// The number of valid bits.
  private(set) var count = 0
  /// The first byte whose bits are not included in `count`.
  private(set) var next: UnsafePointer<UInt8>

  init(at next: UnsafePointer<UInt8>) { unsafe self.next = next }

  /// Fills the window to at least 56 valid bits.
  @inline(__always)
  mutating func refill() {
    let loaded = unsafe UnsafeRawPointer(next).loadUnaligned(as: UInt64.self).bigEndian
    unsafe bits |= loaded &>> UInt64(truncatingIfNeeded: count)
    unsafe next += (63 &- count) &>> 3
    unsafe count |= 56
  }

  /// The next bits as the index of a table entry.
  @inline(__always) var index: Int {
    unsafe Int(truncatingIfNeeded: bits &>> UInt64(64 - HuffmanTables.indexBits))
  }

  @inline(__always)
  mutating func drop(_ bitCount: Int) {
    unsafe bits &<<= UInt64(truncatingIfNeeded: bitCount)
    unsafe count &-= bitCount
  }

  /// Takes a symbol and returns the coefficient after its code.
  ///
  /// A coefficient of n bits that starts with 0 is negative: 2^n - 1 is subtracted (ITU-T T.81,
  /// F.2.2.1).
  @inline(__always)
  mutating func take(_ entry: SymbolEntry) -> Int32 {
    let value = unsafe bits &<< UInt64(truncatingIfNeeded: entry.codeLength)
    let size = UInt64(truncatingIfNeeded: entry.size)
    // Two shifts, because a masking shift by 64 would be a shift by 0.
    let magnitude = Int32(truncatingIfNeeded: (value &>> 1) &>> (63 &- size))
    let isNegative = ~Int32(truncatingIfNeeded: Int64(bitPattern: value) &>> 63)
    unsafe drop(entry.bitCount)
    return magnitude &- (isNegative & ((1 &<< Int32(truncatingIfNeeded: size)) &- 1))
  }

  /// Puts back bits that were dropped since the bytes were last moved, and refills the window.
  mutating func putBack(_ bitCount: Int) {
    unsafe count += bitCount
    let (byte, bit) = unsafe bytePosition
    unsafe move(to: byte, bit: bit)
    unsafe refill()
  }

  /// Returns the distance from the first valid bit to `end`, in bits.
  ///
  /// The distance is negative if bits after `end` were taken.
  func bitCount(to end: UnsafePointer<UInt8>) -> Int { unsafe (end - next) * 8 + count }

  /// The byte that contains the first valid bit, and the number of its bits already taken.
  var bytePosition: (byte: UnsafePointer<UInt8>, bit: Int) {
    let whole = unsafe (count + 7) / 8
    return unsafe (next - whole, whole * 8 - count)
  }

  /// Continues at the same bit after the bytes were moved.
  ///
  /// `byte` is the new address of the byte in `bytePosition`.
  mutating func move(to byte: UnsafePointer<UInt8>, bit: Int) {
    unsafe self = BitWindow(at: byte)
    unsafe refill()
    unsafe drop(bit)
  }
}
