// SPDX-License-Identifier: Apache-2.0

/// How fast the animations of a model are.
struct Pace: Hashable, Sendable {
  /// The factor on the speed of all animations, above 0 and at most 10.
  var speed = 1.0

  /// Whether animations take no time.
  var isReduced = false

  /// Whether a factor can be a speed.
  static func isValid(speed: Double) -> Bool { speed > 0 && speed <= 10 }

  /// The time in nanoseconds that an animation of the given length takes.
  func duration(nanoseconds: Int64) -> Int64 {
    guard !isReduced, nanoseconds > 0 else { return 0 }
    let length = (Double(nanoseconds) / speed).rounded(.up)
    return Int64(Swift.min(length, Double(Int64.longestAnimation)))
  }
}
