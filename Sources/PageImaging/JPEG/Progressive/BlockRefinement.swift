// SPDX-License-Identifier: Apache-2.0

/// A decoder of one block of an AC refinement scan.
@unsafe struct BlockRefinement {
  var bits: EntropyBits
  var values: UInt64
  var nonZero: UInt64
  /// The coefficients of the band that are not decoded yet: bit k stands for coefficient k.
  var rest: UInt64
  /// The value of the bit that the scan adds.
  let unit: Int

  /// Decodes the block, and returns whether it is valid.
  @inline(__always)
  mutating func decode(_ table: ProgressiveLookup, _ endOfBandRun: inout Int) -> Bool {
    while endOfBandRun == 0, unsafe rest != 0 {
      let window = unsafe bits.window
      let entry = unsafe table.entry(window)
      if entry.bitCount == 0 { return false }
      unsafe bits.skip(entry.bitCount)
      if entry.number == 0, entry.run < 15 {
        endOfBandRun = entry.endOfBandRun(window)
        unsafe bits.skip(entry.run)
      } else {
        guard abs(entry.number) <= 1, let place = unsafe place(ofZero: entry.run) else {
          return false
        }
        unsafe refine(rest & ((1 << place) - 1))
        if entry.number != 0 { unsafe insert(entry.number * unit, at: place) }
        unsafe rest &= ~1 << place
      }
    }
    guard endOfBandRun > 0 else { return true }
    unsafe refine(rest)
    endOfBandRun -= 1
    return true
  }

  /// Returns the position of the next zero coefficient after `run` others.
  ///
  /// The position is `nil` if it is outside the band.
  @inline(__always)
  private func place(ofZero run: Int) -> UInt64? {
    var zeros = unsafe rest & ~nonZero
    for _ in 0..<run { zeros &= zeros &- 1 }
    return zeros == 0 ? nil : UInt64(zeros.trailingZeroBitCount)
  }

  private mutating func insert(_ value: Int, at place: UInt64) {
    unsafe nonZero |= 1 << place
    guard let bit = CoefficientGrid.detailBit(of: Int(place)) else { return }
    unsafe values |= UInt64(UInt16(truncatingIfNeeded: value)) << UInt64(bit)
  }

  /// Decodes a correction bit for each nonzero coefficient in `range`.
  @inline(__always)
  private mutating func refine(_ range: UInt64) {
    let refined = unsafe range & nonZero
    if unsafe refined & Self.kept != 0 {
      unsafe refine(1, of: refined)
      unsafe refine(2, of: refined)
      unsafe refine(4, of: refined)
    }
    unsafe bits.skip(refined.nonzeroBitCount)
  }

  private static let kept: UInt64 = 1 << 1 | 1 << 2 | 1 << 4

  /// Moves a kept coefficient away from zero by its correction bit.
  ///
  /// The coefficient is unchanged if it is not among `refined`, or if its bit is not set.
  private mutating func refine(_ coefficient: UInt64, of refined: UInt64) {
    let distance = (refined & ((1 << coefficient) - 1)).nonzeroBitCount
    guard (refined >> coefficient) & 1 == 1, unsafe bits.bit(after: distance),
      let bit = CoefficientGrid.detailBit(of: Int(coefficient))
    else { return }
    let value = unsafe Int(Int16(truncatingIfNeeded: values >> UInt64(bit)))
    let larger = unsafe value >= 0 ? value + unit : value - unit
    unsafe values &= ~(0xFFFF << UInt64(bit))
    unsafe values |= UInt64(UInt16(truncatingIfNeeded: larger)) << UInt64(bit)
  }
}
