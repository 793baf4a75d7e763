// SPDX-License-Identifier: Apache-2.0

/// The side to which a card is swiped.
public enum CardDirection: String, Hashable, Sendable, CaseIterable {
  /// Toward smaller x.
  case left
  /// Toward larger x.
  case right
  /// Toward smaller y.
  case up
  /// Toward larger y.
  case down

  /// The length of a vector along the direction, negative against it.
  func projection(of vector: Point) -> Double {
    switch self {
    case .left: -vector.x
    case .right: vector.x
    case .up: -vector.y
    case .down: vector.y
    }
  }
}

/// The sides to which cards may be swiped.
public struct CardDirections: OptionSet, Hashable, Sendable {
  /// A bit for each side.
  public var rawValue: UInt8

  /// Creates a set of sides.
  ///
  /// - Parameter rawValue: A bit for each side, in the order of ``CardDirection``.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The left side.
  public static var left: Self { Self(rawValue: 1) }
  /// The right side.
  public static var right: Self { Self(rawValue: 2) }
  /// The upper side.
  public static var up: Self { Self(rawValue: 4) }
  /// The lower side.
  public static var down: Self { Self(rawValue: 8) }

  /// Returns whether cards may be swiped to a side.
  ///
  /// - Parameter direction: The side.
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
