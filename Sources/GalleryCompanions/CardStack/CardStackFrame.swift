// SPDX-License-Identifier: Apache-2.0

/// All that a ``CardStack`` shows at one time.
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

  /// The visible cards: first those that fly away, the first one foremost, then the deck from top to
  /// bottom, then deleted ones that fade.
  public var cards: [CardCell] = []

  /// Creates the frame of an empty stack.
  public init() {}
}

/// One card in a frame.
public struct CardCell: Hashable, Sendable {
  /// The page on the card.
  public var page: PageID

  /// The place in the deck from the top, `nil` if the card has left it.
  public var index: Int?

  /// The place in the stack, 0 on top, with a fraction while cards move.
  public var depth: Double

  /// The middle of the card, relative to the top left corner of the container, in points.
  public var center: Point

  /// The size before rotation, in points.
  public var size: Size

  /// The rotation around the middle in radians, clockwise.
  public var rotation: Double

  /// The opacity, above 0 and at most 1.
  public var alpha: Double

  /// The drawing order: `-index` in the deck, above zero for cards that fly away.
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

  /// The side to which it was swiped.
  public var direction: CardDirection

  /// Creates a decision.
  ///
  /// - Parameters:
  ///   - page: The page on the card.
  ///   - direction: The side to which it was swiped.
  public init(page: PageID, direction: CardDirection) {
    self.page = page
    self.direction = direction
  }
}

/// Something that happened in a ``CardStack``, at an exact time.
public enum CardStackEvent: Hashable, Sendable {
  /// A card was swiped; it is no longer in the deck, and still flies away.
  case swiped(PageID, CardDirection, at: Duration)

  /// A decision was taken back; the card is on top of the deck, and still flies there.
  case undone(PageID, CardDirection, at: Duration)

  /// The last card left the deck.
  case emptied(at: Duration)

  /// A call carried the time `found`, earlier than the call before it; it was taken to happen at
  /// `at`.
  case clockWentBackwards(found: Duration, at: Duration)
}
