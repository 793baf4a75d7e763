// SPDX-License-Identifier: Apache-2.0

/// The placement of a card relative to its slot in the stack.
struct CardPlacement: Hashable, Sendable {
  /// The offset of its center, in points.
  var offset = Point.zero

  /// The angle in radians, clockwise.
  var rotation = 0.0

  static var inSlot: Self { Self() }

  func lerp(to other: Self, _ share: Double) -> Self {
    guard share > 0 else { return self }
    guard share < 1 else { return other }
    let rest = 1 - share
    return Self(
      offset: Point(
        x: rest * offset.x + share * other.offset.x, y: rest * offset.y + share * other.offset.y),
      rotation: rest * rotation + share * other.rotation)
  }
}

/// A card that is visible, or was at the last call.
struct CardVisual: Hashable, Sendable {
  /// The reason why a card that is no longer in the deck is still visible.
  enum Exit: Hashable, Sendable {
    /// It was swiped.
    case swiped
    /// It was deleted.
    case deleted
  }

  var page: PageID

  /// The index in the deck, or the last one there.
  var index: Int

  var exit: Exit?

  /// The depth in the stack, 0 on top.
  var depth: TimedMotion

  /// The card's own opacity, before the factor of its depth.
  var presence: TimedMotion

  private var start = CardPlacement.inSlot
  private(set) var end = CardPlacement.inSlot
  private(set) var flight = TimedMotion(restingAt: 1)

  init(page: PageID, index: Int, depth: TimedMotion, presence: TimedMotion) {
    self.page = page
    self.index = index
    self.depth = depth
    self.presence = presence
  }

  func placement(at time: Int64) -> CardPlacement {
    start.lerp(to: end, flight.value(at: time))
  }

  /// Animates the card from one placement to another.
  mutating func fly(
    from start: CardPlacement, to end: CardPlacement, duration: Int64, at time: Int64,
    pace: AnimationSpeed
  ) {
    (self.start, self.end) = (start, end)
    flight = TimedMotion(from: 0, to: 1, duration: duration, at: time, pace: pace)
    finish(at: time)
  }

  /// The next time at which one of the motions ends.
  var nextEnd: Int64 { Swift.min(flight.end, depth.end, presence.end) }

  mutating func finish(at time: Int64) {
    depth.finish(at: time)
    presence.finish(at: time)
    flight.finish(at: time)
    if !flight.isMoving { start = end }
  }

  /// Returns whether the card is invisible in a stack of `count` visible cards.
  func isGone(visible count: Int) -> Bool {
    guard nextEnd == .never else { return false }
    return exit != nil || index >= count
  }

  /// Returns whether the card is before another one in a frame.
  ///
  /// Swiped cards come first, in order of their swipes; deleted ones are last.
  func precedes(_ other: Self) -> Bool {
    if rank != other.rank { return rank < other.rank }
    return exit == nil && index < other.index
  }

  private var rank: Int { exit == .swiped ? 0 : exit == nil ? 1 : 2 }
}
