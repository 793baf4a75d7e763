// SPDX-License-Identifier: Apache-2.0

/// A rotation by the user, in quarter turns clockwise, on top of what the file itself says.
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

  /// Whether width and height change places.
  public var swapsSides: Bool { count & 1 == 1 }

  /// Returns one rotation after another.
  ///
  /// - Parameters:
  ///   - first: The first rotation.
  ///   - second: The rotation after it.
  /// - Returns: Both together.
  public static func + (first: Self, second: Self) -> Self { Self(first.count + second.count) }
}
