// SPDX-License-Identifier: Apache-2.0

/// The opacity of an image, as an integer in 65536ths.
///
/// Integers give the same pixels on every machine. With 16 bits the result differs from floating
/// point by at most one.
struct BlendWeight: Hashable, Sendable {
  static let opaque = 1 << 16

  let value: Int

  /// Rounds an opacity; not a number counts as invisible.
  init(_ alpha: Double) {
    value = alpha > 0 ? Int((min(alpha, 1) * Double(Self.opaque)).rounded()) : 0
  }

  var isInvisible: Bool { value == 0 }

  /// Returns the sample `above` blended over `below`.
  func blend(_ above: UInt8, over below: UInt8) -> UInt8 {
    let sum = Int(above) * value + Int(below) * (Self.opaque - value)
    return UInt8(truncatingIfNeeded: (sum + Self.opaque / 2) >> 16)
  }
}
