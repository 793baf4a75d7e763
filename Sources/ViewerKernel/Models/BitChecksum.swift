// SPDX-License-Identifier: Apache-2.0

/// A checksum over every bit of numbers, in their order.
struct BitChecksum {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Adds a number.
  ///
  /// All NaNs count as the same one, because their bits differ between processors.
  mutating func add(_ number: Double) {
    value ^= number.isNaN ? Double.nan.bitPattern : number.bitPattern
    value = (value ^ (value >> 32)) &* 0xBF58_476D_1CE4_E5B9
    value ^= value >> 29
  }

  /// Adds what was written to a region.
  mutating func add(_ region: NumberRegion) {
    for index in 0..<region.count { add(region[index]) }
  }
}
