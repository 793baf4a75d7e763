// SPDX-License-Identifier: Apache-2.0

/// The reason why a ``CardStack`` refused a call.
///
/// A refused call changes nothing.
public enum CardStackError: Error, Hashable, Sendable {
  /// A point or a vector that comes with a gesture.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// The place of a touch.
    case location
    /// The distance that a finger has moved.
    case translation
    /// The speed at which a finger left.
    case velocity
  }

  /// A number that a configuration is made of.
  public enum Number: String, Hashable, Sendable, CaseIterable {
    /// The distance by which each card is narrower than the one above, on each side.
    case horizontalInset
    /// The distance by which each card is lower than the one above.
    case verticalInset
    /// The share of the width that is a swipe.
    case distanceThreshold
    /// The speed that is a swipe.
    case speedThreshold
    /// The greatest angle of a dragged card.
    case maximumRotation
    /// A side of the way on which a card leaves.
    case exitOffset
  }

  /// A coordinate is infinite or not a number.
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

  /// No card and no decision has this name.
  case unknownPage(PageID)

  /// A card or a decision that can be taken back has this name already.
  case duplicateID(PageID)
}

// The text of a `Double` needs tables that an Embedded build does not carry.
#if !hasFeature(Embedded)

  extension CardStackError: CustomStringConvertible {
    /// One sentence that says what was found and what is allowed.
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
      case .maximumRotation: "greatest rotation"
      case .exitOffset: "exit offset"
      }
    }
  }

#endif
