// SPDX-License-Identifier: Apache-2.0

/// A stack of pages that are reviewed one by one: swiped in one direction to keep, in another to
/// discard.
///
///     +------------------+   depth 0, the card that can be dragged
///     |                  |
///     |                  |
///      +----------------+    depth 1: narrower by twice the inset, lower by the inset
///       +--------------+     depth 2
///
/// A swipe is decided at the release, by distance or speed. The card is then removed from the deck
/// and reported; the animation that follows is only visual. So the next card can be dragged while
/// others are still leaving, and decisions can be undone at any time:
///
/// ```swift
/// var stack = try CardStack(pages: [1, 2, 3], container: Size(width: 300, height: 400))
/// try stack.beginDrag(location: Point(x: 150, y: 100), at: .zero)
/// try stack.drag(translation: Point(x: 160, y: 10), at: .milliseconds(16))
/// try stack.endDrag(velocity: .zero, at: .milliseconds(32))
/// for event in stack.advance(to: .milliseconds(48)) { print(event) }
/// stack.undo(at: .seconds(1))
/// ```
///
/// A stack reads no clock: each call has a time, relative to an origin that the host chooses. The
/// same calls at the same times give bit-identical frames, however often ``advance(to:)`` is called
/// in between.
public struct CardStack: Hashable, Sendable {
  /// The configuration of the stack.
  public let configuration: Configuration

  /// The size of the container, in points.
  public internal(set) var container: Size

  /// A swipe that can be undone.
  struct Record: Hashable, Sendable {
    var decision: CardDecision
    /// The placement at which the card left the screen.
    var end: CardPlacement
  }

  var deck: CardDeck
  var records: [Record] = []

  /// The visible cards: those that are leaving, then the top of the deck.
  var visuals: [CardVisual] = []

  /// The drag of the top card.
  var drag: CardDrag?

  /// The pull of the cards behind while the top card returns.
  var pull = TimedMotion(restingAt: 0)

  @usableFromInline
  package var clock: Int64
  @usableFromInline
  package var upcoming = Int64.never
  @usableFromInline
  package var outbox = Outbox<CardStackEvent>()

  /// Creates a stack at rest.
  ///
  /// - Parameters:
  ///   - pages: The pages, from top to bottom.
  ///   - container: The size of the container, in points; sides in `0...1e9`.
  ///   - configuration: The configuration of the stack.
  ///   - time: The time of creation. Zero by default.
  /// - Throws: `CardStackError` if a number is out of range or two pages have the same identifier.
  /// - Complexity: O(n log n) in the number of pages.
  public init(
    pages: some Collection<PageID>, container: Size,
    configuration: Configuration = Configuration(), at time: Duration = .zero
  ) throws(CardStackError) {
    try configuration.validate()
    guard container.isUsable else { throw .invalidContainer(container) }
    if let page = duplicate(in: pages) { throw .duplicateID(page) }
    self.configuration = configuration
    self.container = container
    deck = CardDeck(pages)
    clock = Int64(galleryTime: time)
    showDeck()
  }

  /// The time of the last call.
  public var time: Duration { Duration(galleryTime: clock) }

  /// The number of cards in the deck.
  public var count: Int { deck.count }

  /// The pages in the deck, from top to bottom.
  public var pages: ArraySlice<PageID> { deck.pages }

  /// The card on top of the deck, `nil` without one.
  public var topPage: PageID? { deck.count > 0 ? deck[0] : nil }

  /// Whether the deck has no cards.
  public var isEmpty: Bool { deck.count == 0 }

  /// The decisions that can be undone, the last one at the end.
  ///
  /// - Complexity: O(h) for h decisions.
  public var decisions: [CardDecision] { records.map { $0.decision } }

  /// Shows the deck at rest.
  mutating func showDeck() {
    visuals.removeAll(keepingCapacity: true)
    pull = TimedMotion(restingAt: 0)
    drag = nil
    for index in 0..<Swift.min(deck.count, configuration.maximumVisibleCards) {
      visuals.append(
        CardVisual(
          page: deck[index], index: index, depth: TimedMotion(restingAt: Double(index)),
          presence: TimedMotion(restingAt: 1)))
    }
    upcoming = .never
  }
}

// MARK: - Durations

extension CardStack {
  /// The duration of the exit of a swiped card: 0.2 s.
  static var exitDuration: Int64 { 200_000_000 }

  /// The duration of the return of a released card: 0.2 s.
  static var resetDuration: Int64 { 200_000_000 }

  /// The duration in which the cards behind come forward: 0.2 s.
  static var promotionDuration: Int64 { 200_000_000 }

  /// The duration of the return of a card whose decision was undone: 0.25 s.
  static var undoDuration: Int64 { 250_000_000 }
}

// MARK: - Time

extension CardStack: TimedModel {
  @usableFromInline
  package mutating func pass(at time: Int64) {
    pull.finish(at: time)
    drag?.finish(at: time)
    for place in visuals.indices { visuals[place].finish(at: time) }
    schedule()
  }

  /// Removes cards that are no longer visible, and finds the next boundary.
  mutating func schedule() {
    let count = configuration.maximumVisibleCards
    visuals.removeAll { $0.isGone(visible: count) }
    upcoming = Swift.min(pull.end, drag?.nextEnd ?? .never)
    for visual in visuals { upcoming = Swift.min(upcoming, visual.nextEnd) }
  }

  @usableFromInline
  package static func clockWentBackwards(found: Duration, at time: Duration) -> CardStackEvent {
    .clockWentBackwards(found: found, at: time)
  }

  /// Advances to a time: everything that ends up to then ends at its own exact time.
  ///
  /// - Parameter time: The time. A time before that of the last call is replaced by it and
  ///   reported.
  /// - Returns: The events since the last `advance`, in order.
  public mutating func advance(to time: Duration) -> [CardStackEvent] {
    _ = enter(at: time)
    return outbox.take()
  }

  /// Returns the next time at which something ends.
  ///
  /// - Returns: A time after the last call, `nil` if nothing will happen without a call.
  public func nextBoundary() -> Duration? { boundary }

  /// Returns whether something moves without a finger.
  ///
  /// - Parameter time: The time, not before the last call.
  /// - Returns: `false` for a stack at rest and under a finger that rests.
  public func isAnimating(at time: Duration) -> Bool {
    state(at: moment(of: time)).upcoming != .never
  }
}
