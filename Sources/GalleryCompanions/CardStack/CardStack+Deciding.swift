// SPDX-License-Identifier: Apache-2.0

extension CardStack {
  /// Swipes the top card without a drag.
  ///
  /// It has the effect of a drag that ends at the card's current place. Other cards may still be
  /// moving.
  ///
  /// - Parameters:
  ///   - direction: The direction.
  ///   - time: The time of the swipe.
  /// - Returns: `false` without a card, and for a direction that is not allowed.
  @discardableResult
  public mutating func swipe(_ direction: CardDirection, at time: Duration) -> Bool {
    let now = enter(at: time)
    guard deck.count > 0, configuration.allowedDirections.contains(direction) else { return false }
    sendAway(to: direction, at: now)
    return true
  }

  /// Undoes the last decision: the card returns to the top.
  ///
  /// It starts at the place where it left the screen, or where it is if it is still moving. A
  /// dragged card returns to its place behind it.
  ///
  /// - Parameter time: The time of the call.
  /// - Returns: `false` if there is no decision to undo.
  @discardableResult
  public mutating func undo(at time: Duration) -> Bool {
    let now = enter(at: time)
    guard let record = records.popLast() else { return false }
    reset(at: now)
    absorbPull(at: now)
    let page = record.decision.page
    deck.insert(page, at: 0)
    shiftIndexes(from: 0, by: 1, at: now)
    var visual = takeFlying(page) ?? arriving(page, from: record.end)
    let pace = configuration.pace
    visual.presence = TimedMotion(
      from: visual.presence.value(at: now), to: 1, duration: Self.undoDuration, at: now, pace: pace)
    visual.fly(
      from: visual.placement(at: now), to: .inSlot, duration: Self.undoDuration, at: now,
      pace: pace)
    visuals.append(visual)
    outbox.append(
      .undone(page, record.decision.direction, at: Duration(galleryTime: now)))
    arrange(at: now)
    return true
  }

  /// Removes the top card from the deck and animates it away.
  mutating func sendAway(to direction: CardDirection, at time: Int64) {
    guard let top = topPlace else { return }
    absorbPull(at: time)
    var visual = visuals[top]
    let start = placement(of: visual, at: time)
    let end = exit(from: start, to: direction)
    drag = nil
    visual.exit = .swiped
    visual.presence = TimedMotion(
      from: visual.presence.value(at: time), to: 0, duration: Self.exitDuration, at: time,
      pace: configuration.pace)
    visual.fly(
      from: start, to: end, duration: Self.exitDuration, at: time, pace: configuration.pace)
    visuals[top] = visual
    records.append(
      Record(decision: CardDecision(page: visual.page, direction: direction), end: end))
    deck.removeTop()
    shiftIndexes(from: 1, by: -1, at: time)
    let now = Duration(galleryTime: time)
    outbox.append(.swiped(visual.page, direction, at: now))
    if deck.count == 0 { outbox.append(.emptied(at: now)) }
    arrange(at: time)
  }

  private func exit(from start: CardPlacement, to direction: CardDirection) -> CardPlacement {
    let (along, down) = (configuration.exitOffset.width, configuration.exitOffset.height)
    var end = start
    switch direction {
    case .left: end.offset = Point(x: end.offset.x - along, y: end.offset.y + down)
    case .right: end.offset = Point(x: end.offset.x + along, y: end.offset.y + down)
    case .up: end.offset.y -= along
    case .down: end.offset.y += along
    }
    return end
  }

  /// Removes and returns the card of a page that is still leaving; it is in the deck again.
  private mutating func takeFlying(_ page: PageID) -> CardVisual? {
    for place in visuals.indices
    where visuals[place].exit == .swiped && visuals[place].page == page {
      var visual = visuals.remove(at: place)
      visual.exit = nil
      visual.index = 0
      return visual
    }
    return nil
  }

  /// Returns a card that starts outside the visible area, where it left.
  private func arriving(_ page: PageID, from end: CardPlacement) -> CardVisual {
    var visual = CardVisual(
      page: page, index: 0, depth: TimedMotion(restingAt: 0), presence: TimedMotion(restingAt: 0))
    visual.fly(from: end, to: end, duration: 0, at: 0, pace: AnimationSpeed())
    return visual
  }
}
