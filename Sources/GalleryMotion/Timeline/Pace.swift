// SPDX-License-Identifier: Apache-2.0

/// How fast the animations of a model are.
@usableFromInline
package struct Pace: Hashable, Sendable {
  /// The factor on the speed of all animations, above 0 and at most 10.
  @usableFromInline
  package var speed: Double

  /// Whether animations take no time.
  @usableFromInline
  package var isReduced: Bool

  /// Creates a pace.
  ///
  /// - Parameters:
  ///   - speed: The factor on the speed of all animations, above 0 and at most 10. 1 by default.
  ///   - isReduced: Whether animations take no time. `false` by default.
  package init(speed: Double = 1, isReduced: Bool = false) {
    self.speed = speed
    self.isReduced = isReduced
  }

  /// Whether a factor can be a speed.
  ///
  /// - Parameter speed: The factor.
  /// - Returns: `false` also for what is not a number.
  package static func isValid(speed: Double) -> Bool { speed > 0 && speed <= 10 }

  /// The time in nanoseconds that an animation of the given length takes.
  ///
  /// - Parameter nanoseconds: The length at a speed of 1.
  /// - Returns: Zero with reduced motion, and at most `Int64.longestAnimation`.
  @inlinable
  package func duration(nanoseconds: Int64) -> Int64 {
    guard !isReduced, nanoseconds > 0 else { return 0 }
    let length = (Double(nanoseconds) / speed).rounded(.up)
    return Int64(Swift.min(length, Double(Int64.longestAnimation)))
  }
}
