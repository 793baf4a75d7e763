// SPDX-License-Identifier: Apache-2.0

/// One block of a refinement scan.
struct BlockRefinement {
  var bits: EntropyBits
  var values: UInt64
  var nonZero: UInt64
  /// The coefficients of the band that are still to come.
  var rest: UInt64
  /// The value of the bit that comes.
  let unit: Int

  /// Decodes the block and returns whether it is sound.
  @inline(__always)
  mutating func decode(_ table: ProgressiveLookup, _ endOfBandRun: inout Int) -> Bool {
    while endOfBandRun == 0, rest != 0 {
      let window = bits.window
      let entry = table.entry(window)
      if entry.bitCount == 0 { return false }
      bits.skip(entry.bitCount)
      if entry.number == 0, entry.run < 15 {
        endOfBandRun = entry.endOfBandRun(window)
        bits.skip(entry.run)
      } else {
        guard abs(entry.number) <= 1, let place = place(ofZero: entry.run) else { return false }
        refine(rest & ((1 << place) - 1))
        if entry.number != 0 { insert(entry.number * unit, at: place) }
        rest &= ~1 << place
      }
    }
    guard endOfBandRun > 0 else { return true }
    refine(rest)
    endOfBandRun -= 1
    return true
  }

  /// The coefficient behind `run` others that are zero so far, or nil if it is not in the band.
  @inline(__always)
  private func place(ofZero run: Int) -> UInt64? {
    var zeros = rest & ~nonZero
    for _ in 0..<run { zeros &= zeros &- 1 }
    return zeros == 0 ? nil : UInt64(zeros.trailingZeroBitCount)
  }

  private mutating func insert(_ value: Int, at place: UInt64) {
    nonZero |= 1 << place
    guard let bit = CoefficientGrid.detailBit(of: Int(place)) else { return }
    values |= UInt64(UInt16(truncatingIfNeeded: value)) << UInt64(bit)
  }

  /// Reads a bit for each coefficient of `range` that is not zero.
  @inline(__always)
  private mutating func refine(_ range: UInt64) {
    let refined = range & nonZero
    if refined & Self.kept != 0 {
      refine(1, of: refined)
      refine(2, of: refined)
      refine(4, of: refined)
    }
    bits.skip(refined.nonzeroBitCount)
  }

  private static let kept: UInt64 = 1 << 1 | 1 << 2 | 1 << 4

  /// Moves a kept coefficient away from zero if it is among the refined ones and its bit is set.
  private mutating func refine(_ coefficient: UInt64, of refined: UInt64) {
    let distance = (refined & ((1 << coefficient) - 1)).nonzeroBitCount
    guard (refined >> coefficient) & 1 == 1, bits.bit(after: distance),
      let bit = CoefficientGrid.detailBit(of: Int(coefficient))
    else { return }
    let value = Int(Int16(truncatingIfNeeded: values >> UInt64(bit)))
    let larger = value >= 0 ? value + unit : value - unit
    values &= ~(0xFFFF << UInt64(bit))
    values |= UInt64(UInt16(truncatingIfNeeded: larger)) << UInt64(bit)
  }
}
