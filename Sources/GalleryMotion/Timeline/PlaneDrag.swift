// SPDX-License-Identifier: Apache-2.0

/// A finger on a plane, and the point at which it began.
///
/// It is smaller than two `DragTracker`s, with which a frame of a card stack took 7 % more
/// instructions.
@usableFromInline
package struct PlaneDrag: Hashable, Sendable {
  /// The dragged point at the touch.
  @usableFromInline
  package var start: Point

  /// The last translation of the finger since the touch, in points.
  @usableFromInline
  package internal(set) var translation = Point.zero

  @usableFromInline
  var lastMove: Int64

  /// Starts at a touch.
  ///
  /// - Parameters:
  ///   - start: The dragged point.
  ///   - time: The time of the touch, in nanoseconds.
  @inlinable
  package init(from start: Point, at time: Int64) {
    self.start = start
    lastMove = time
  }

  /// Follows the finger.
  ///
  /// - Parameters:
  ///   - translation: The translation since the touch, in points.
  ///   - time: The time of the move, in nanoseconds.
  @inlinable
  package mutating func move(to translation: Point, at time: Int64) {
    self.translation = translation
    lastMove = time
  }

  /// Returns whether the finger has moved so recently that its velocity counts.
  ///
  /// - Parameter time: The time of the release, in nanoseconds.
  /// - Returns: `false` if the last move is 0.1 s old or older.
  @inlinable
  package func isFresh(at time: Int64) -> Bool {
    DragTracker.isFresh(lastMove, at: time)
  }
}
