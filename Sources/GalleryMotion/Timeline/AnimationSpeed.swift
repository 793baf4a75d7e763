// SPDX-License-Identifier: Apache-2.0

/// The speed of a model's animations.
@usableFromInline
package struct AnimationSpeed: Hashable, Sendable {
  /// The speed factor of all animations, above 0 and at most 10.
  @usableFromInline
  package var speed: Double

  /// Whether animations take no time (reduced motion).
  @usableFromInline
  package var isReduced: Bool

  /// Creates a speed.
  ///
  /// - Parameters:
  ///   - speed: The speed factor of all animations, above 0 and at most 10. 1 by default.
  ///   - isReduced: Whether animations take no time. `false` by default.
  package init(speed: Double = 1, isReduced: Bool = false) {
    self.speed = speed
    self.isReduced = isReduced
  }

  /// Returns whether a speed factor is valid.
  ///
  /// - Parameter speed: The factor.
  /// - Returns: `false` also for NaN.
  package static func isValid(speed: Double) -> Bool { speed > 0 && speed <= 10 }

  /// Returns the time in nanoseconds that an animation of the given length takes.
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
