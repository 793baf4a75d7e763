// SPDX-License-Identifier: Apache-2.0

/// The direction in which a card is swiped.
public enum CardDirection: String, Hashable, Sendable, CaseIterable {
  /// Toward smaller x.
  case left
  /// Toward larger x.
  case right
  /// Toward smaller y.
  case up
  /// Toward larger y.
  case down

  /// Returns the length of a vector along the direction, negative against it.
  func projection(of vector: Point) -> Double {
    switch self {
    case .left: -vector.x
    case .right: vector.x
    case .up: -vector.y
    case .down: vector.y
    }
  }
}

/// The directions in which cards may be swiped.
public struct CardDirections: OptionSet, Hashable, Sendable {
  /// One bit for each direction.
  public var rawValue: UInt8

  /// Creates a set of directions.
  ///
  /// - Parameter rawValue: One bit for each direction, in the order of ``CardDirection``.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Toward smaller x.
  public static var left: Self { Self(rawValue: 1) }
  /// Toward larger x.
  public static var right: Self { Self(rawValue: 2) }
  /// Toward smaller y.
  public static var up: Self { Self(rawValue: 4) }
  /// Toward larger y.
  public static var down: Self { Self(rawValue: 8) }

  /// Returns whether cards may be swiped in a direction.
  ///
  /// - Parameter direction: The direction.
  /// - Returns: `true` if it is in the set.
  public func contains(_ direction: CardDirection) -> Bool {
    switch direction {
    case .left: contains(Self.left)
    case .right: contains(Self.right)
    case .up: contains(Self.up)
    case .down: contains(Self.down)
    }
  }
}

#if !hasFeature(Embedded)
  extension CardDirection: Codable {}
  extension CardDirections: Codable {}
#endif
