// SPDX-License-Identifier: Apache-2.0

/// A rotation by the user in clockwise quarter turns, added to the file's own orientation.
public struct QuarterTurns: Hashable, Sendable {
  /// The number of quarter turns clockwise, in `0...3`.
  public let count: Int

  /// Creates a rotation.
  ///
  /// - Parameter count: The number of quarter turns clockwise; any integer, negative ones turn
  ///   counterclockwise.
  public init(_ count: Int) {
    self.count = count & 3
  }

  /// No rotation.
  public static let none = QuarterTurns(0)
  /// A quarter turn clockwise.
  public static let clockwise = QuarterTurns(1)
  /// Half a turn.
  public static let half = QuarterTurns(2)
  /// A quarter turn counterclockwise.
  public static let counterclockwise = QuarterTurns(3)

  /// Whether width and height are exchanged.
  public var swapsSides: Bool { count & 1 == 1 }

  /// Returns the sum of two rotations.
  ///
  /// - Parameters:
  ///   - first: The first rotation.
  ///   - second: The rotation after it.
  /// - Returns: The combined rotation.
  public static func + (first: Self, second: Self) -> Self { Self(first.count + second.count) }
}
