// SPDX-License-Identifier: Apache-2.0

/// A decoder of the blocks of a first AC scan.
@unsafe struct BandDecoder {
  private(set) var bits: EntropyBits
  /// The number of following blocks without any coefficient of the band.
  var endOfBandRun = 0
  /// The kept coefficients of the last decoded block, as in `CoefficientGrid.details`.
  private(set) var values: UInt64 = 0
  /// The nonzero coefficients of the last decoded block: bit k stands for coefficient k.
  private(set) var nonZero: UInt64 = 0

  private let table: ProgressiveLookup
  private let places: UnsafeBufferPointer<UInt64>
  private let first: Int
  private let last: Int
  private let shift: Int

  /// The factors that move a coefficient to its position in `values`, 0 if it is not kept.
  static let multipliers: [UInt64] = (0..<64).map { coefficient in
    CoefficientGrid.detailBit(of: coefficient).map { 1 << UInt64($0) } ?? 0
  }

  /// The largest number of bits of a code and the number or run after it.
  private static let longestSymbol = 31

  init(
    _ scan: JPEGScan, _ table: ProgressiveLookup, _ places: UnsafeBufferPointer<UInt64>,
    _ bits: EntropyBits
  ) {
    unsafe self.bits = bits
    unsafe self.table = table
    unsafe self.places = places
    unsafe first = scan.band.lowerBound
    unsafe last = scan.band.upperBound
    unsafe shift = scan.missingBits
  }

  /// Takes blocks from the run of empty ones, and returns their number.
  @inline(__always)
  mutating func skipEmptyBlocks(atMost count: Int) -> Int {
    let skipped = unsafe min(endOfBandRun, count)
    unsafe endOfBandRun -= skipped
    return skipped
  }

  /// Decodes a block, and returns whether it is valid.
  @inline(__always)
  mutating func decodeBlock() -> Bool {
    unsafe (values, nonZero) = (0, 0)
    var k = unsafe first
    var window = unsafe bits.window
    var left = unsafe EntropyBits.windowBitCount
    while unsafe k <= last {
      if unsafe left < Self.longestSymbol {
        window = unsafe bits.window
        left = unsafe EntropyBits.windowBitCount
      }
      let entry = unsafe table.entry(window)
      if entry.bitCount == 0 { return false }
      unsafe bits.skip(entry.bitCount)
      left &-= entry.bitCount
      k &+= entry.run
      if entry.number != 0 {
        guard unsafe k <= last else { return false }
        let value = unsafe UInt16(truncatingIfNeeded: entry.number &<< shift)
        unsafe values |= UInt64(value) &* places[k]
        unsafe nonZero |= 1 &<< UInt64(k)
      } else if entry.run < 15 {
        unsafe endOfBandRun = entry.endOfBandRun(window) &- 1
        unsafe bits.skip(entry.run)
        return true
      } else if unsafe k >= last {
        return false
      }
      window &<<= UInt64(entry.bitCount)
      k &+= 1
    }
    return true
  }
}
