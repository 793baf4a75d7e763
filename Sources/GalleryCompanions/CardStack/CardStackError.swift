// SPDX-License-Identifier: Apache-2.0

/// The reason why a ``CardStack`` rejected a call.
///
/// A rejected call has no effect.
public enum CardStackError: Error, Hashable, Sendable {
  /// A point or vector argument of a gesture.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// The location of a touch.
    case location
    /// The distance that a finger has moved.
    case translation
    /// The velocity of a finger at its release.
    case velocity
  }

  /// A number in a configuration.
  public enum Number: String, Hashable, Sendable, CaseIterable {
    /// The distance by which each card is narrower than the one above, on each side.
    case horizontalInset
    /// The distance by which each card is lower than the one above.
    case verticalInset
    /// The distance from which on a released card leaves, as a fraction of the width.
    case distanceThreshold
    /// The speed from which on a released card leaves.
    case speedThreshold
    /// The largest angle of a dragged card.
    case maximumRotation
    /// A side of the exit offset.
    case exitOffset
  }

  /// A coordinate is infinite or NaN.
  case notFinite(Input, found: Point)

  /// A side of the container is not in `0...1e9` points.
  case invalidContainer(Size)

  /// A number of a configuration is not in `0...1e9`.
  case invalidNumber(Number, found: Double)

  /// The number of visible cards is not in ``CardStack/Configuration/visibleCounts``.
  case invalidVisibleCount(found: Int)

  /// The speed of animations is not above 0 and at most 10.
  case invalidSpeed(found: Double)

  /// An index is not that of a gap between cards.
  case indexOutOfRange(Int, count: Int)

  /// No card and no decision has this identifier.
  case unknownPage(PageID)

  /// A card or an undoable decision already has this identifier.
  case duplicateID(PageID)
}

// Formatting a `Double` needs tables that an Embedded build does not contain.
#if !hasFeature(Embedded)

  extension CardStackError: CustomStringConvertible {
    /// One sentence with the value found and the values allowed.
    public var description: String {
      switch self {
      case .notFinite(let input, let found):
        "The \(input) of a drag must be finite, but it is \(found)."
      case .invalidContainer(let size):
        "The sides of the container must be in 0...1e9 points, but they are \(size)."
      case .invalidNumber(let number, let found):
        "The \(number.name) must be in 0...1e9, but it is \(found)."
      case .invalidVisibleCount(let found):
        "The number of visible cards must be in \(CardStack.Configuration.visibleCounts), "
          + "but it is \(found)."
      case .invalidSpeed(let found):
        "The speed must be above 0 and at most 10, but it is \(found)."
      case .indexOutOfRange(let index, let count):
        "There is no gap at index \(index) in a stack of \(count)."
      case .unknownPage(let id):
        "There is no card of page \(id) in the stack."
      case .duplicateID(let id):
        "There is more than one card of page \(id)."
      }
    }
  }

  extension CardStackError.Number {
    fileprivate var name: String {
      switch self {
      case .horizontalInset: "horizontal inset"
      case .verticalInset: "vertical inset"
      case .distanceThreshold: "distance threshold"
      case .speedThreshold: "speed threshold"
      case .maximumRotation: "maximum rotation"
      case .exitOffset: "exit offset"
      }
    }
  }

#endif
