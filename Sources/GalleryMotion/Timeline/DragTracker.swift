// SPDX-License-Identifier: Apache-2.0

/// A finger along one axis, and the number that follows it.
///
///     raw = anchor - (translation - origin) / stride
@usableFromInline
package struct DragTracker: Hashable, Sendable {
  /// The number that the finger asks for.
  @usableFromInline
  package internal(set) var raw: Double

  /// The points per unit of the number.
  ///
  /// With zero, translations are ignored.
  @usableFromInline
  package internal(set) var stride: Double

  /// The last translation of the finger since the touch, in points.
  @usableFromInline
  package internal(set) var translation = 0.0

  @usableFromInline
  var anchor: Double
  @usableFromInline
  var origin = 0.0
  @usableFromInline
  var lastMove: Int64

  /// Starts at a touch.
  ///
  /// - Parameters:
  ///   - position: The number at the touch.
  ///   - stride: The points per unit of the number.
  ///   - time: The time of the touch, in nanoseconds.
  @inlinable
  package init(from position: Double, stride: Double, at time: Int64) {
    raw = position
    anchor = position
    self.stride = stride
    lastMove = time
  }

  /// Follows the finger.
  ///
  /// - Parameters:
  ///   - translation: The translation since the touch, in points.
  ///   - time: The time of the move, in nanoseconds.
  @inlinable
  package mutating func move(to translation: Double, at time: Int64) {
    lastMove = time
    self.translation = translation
    guard stride > 0 else { return }
    raw = (anchor - (translation - origin) / stride).clamped(to: -1e300...1e300)
  }

  /// Continues from another number at the current translation.
  ///
  /// - Parameters:
  ///   - position: The number.
  ///   - stride: The points per unit of the number.
  @inlinable
  package mutating func restart(from position: Double, stride: Double) {
    self.stride = stride
    raw = position
    anchor = position
    origin = translation
  }

  /// Shifts the number by a distance.
  ///
  /// - Parameter distance: The distance.
  @inlinable
  package mutating func shift(by distance: Double) {
    raw += distance
    anchor += distance
  }
}

// MARK: - Releases

extension DragTracker {
  /// The age of the last move from which on a velocity counts as zero: 0.1 s.
  @inlinable
  static var staleMove: Int64 { 100_000_000 }

  /// The largest velocity; higher ones are clamped to it, in points per second.
  @inlinable
  static var greatestVelocity: Double { 100_000 }

  /// Returns whether a finger has moved so recently that its velocity counts.
  ///
  /// - Parameters:
  ///   - lastMove: The time of the last move, in nanoseconds.
  ///   - time: The time of the release, in nanoseconds.
  /// - Returns: `false` if the last move is 0.1 s old or older.
  @inlinable
  static func isFresh(_ lastMove: Int64, at time: Int64) -> Bool { time - lastMove < staleMove }

  /// Returns a velocity, clamped to ±100,000 points per second.
  ///
  /// - Parameter velocity: The velocity of a finger.
  /// - Returns: The velocity.
  @inlinable
  package static func limited(_ velocity: Double) -> Double {
    velocity.clamped(to: -greatestVelocity...greatestVelocity)
  }

  /// Returns the velocity against the translation at a release, in points per second.
  ///
  /// - Parameters:
  ///   - finger: The velocity of the finger, in points per second.
  ///   - time: The time of the release, in nanoseconds.
  /// - Returns: The negative velocity of the finger, zero if its last move is stale.
  @inlinable
  package func releaseVelocity(ofFinger finger: Double, at time: Int64) -> Double {
    Self.isFresh(lastMove, at: time) ? -Self.limited(finger) : 0
  }
}
