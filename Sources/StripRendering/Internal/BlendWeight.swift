// SPDX-License-Identifier: Apache-2.0

/// How much of a picture shows, as a whole number of 65536ths.
///
/// Whole numbers give the same pixels on every machine, and with 16 bits the result is at most one
/// step away from that of real numbers.
struct BlendWeight: Hashable, Sendable {
  static let opaque = 1 << 16

  let value: Int

  /// Rounds an opacity; what is not a number counts as invisible.
  init(_ alpha: Double) {
    value = alpha > 0 ? Int((min(alpha, 1) * Double(Self.opaque)).rounded()) : 0
  }

  var isInvisible: Bool { value == 0 }

  /// Returns the sample between `below` and `above`.
  func blend(_ above: UInt8, over below: UInt8) -> UInt8 {
    let sum = Int(above) * value + Int(below) * (Self.opaque - value)
    return UInt8(truncatingIfNeeded: (sum + Self.opaque / 2) >> 16)
  }
}
