// SPDX-License-Identifier: Apache-2.0

/// The state that a ``CardStack`` shows at one time.
public struct CardStackFrame: Hashable, Sendable {
  /// The time of the frame, since the host's origin.
  public var time = Duration.zero

  /// The size of the container, in points.
  public var container = Size.zero

  /// The number of cards in the deck.
  public var count = 0

  /// The card on top of the deck, `nil` without one.
  public var topPage: PageID?

  /// Whether the deck has no cards: a host then shows its empty state.
  public var isEmpty = true

  /// Whether something moves without a finger.
  public var isAnimating = false

  /// The visible cards: first those that are leaving, in order of their swipes, then the deck from
  /// top to bottom, then deleted ones that fade out.
  public var cards: [CardCell] = []

  /// Creates the frame of an empty stack.
  public init() {}
}

/// One card in a frame.
public struct CardCell: Hashable, Sendable {
  /// The page on the card.
  public var page: PageID

  /// The index in the deck from the top, `nil` if the card has left it.
  public var index: Int?

  /// The depth in the stack, 0 on top, with a fraction while cards move.
  public var depth: Double

  /// The center of the card, relative to the top left corner of the container, in points.
  public var center: Point

  /// The size before rotation, in points.
  public var size: Size

  /// The rotation around the center in radians, clockwise.
  public var rotation: Double

  /// The opacity, above 0 and at most 1.
  public var alpha: Double

  /// The drawing order: `-index` in the deck, above zero for cards that are leaving.
  public var zIndex: Int
}

#if !hasFeature(Embedded)
  extension CardStackFrame: Codable {}
  extension CardCell: Codable {}
  extension CardDecision: Codable {}
#endif

/// A card that was swiped away.
public struct CardDecision: Hashable, Sendable {
  /// The page on the card.
  public var page: PageID

  /// The direction in which it was swiped.
  public var direction: CardDirection

  /// Creates a decision.
  ///
  /// - Parameters:
  ///   - page: The page on the card.
  ///   - direction: The direction in which it was swiped.
  public init(page: PageID, direction: CardDirection) {
    self.page = page
    self.direction = direction
  }
}

/// An event of a ``CardStack``, with its exact time.
public enum CardStackEvent: Hashable, Sendable {
  /// A card was swiped; it is no longer in the deck, and its animation continues.
  case swiped(PageID, CardDirection, at: Duration)

  /// A decision was undone; the card is on top of the deck, and its animation continues.
  case undone(PageID, CardDirection, at: Duration)

  /// The last card left the deck.
  case emptied(at: Duration)

  /// A call had the time `found`, before that of the previous call; `at` was used instead.
  case clockWentBackwards(found: Duration, at: Duration)
}
