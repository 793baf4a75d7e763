// SPDX-License-Identifier: Apache-2.0

extension CardStack {
  /// Swipes the card on top without a finger.
  ///
  /// The same as a drag that ends where the card is. It need not wait for other cards.
  ///
  /// - Parameters:
  ///   - direction: The side.
  ///   - time: The time of the swipe.
  /// - Returns: `false` without a card, and for a side that is not allowed.
  @discardableResult
  public mutating func swipe(_ direction: CardDirection, at time: Duration) -> Bool {
    let now = enter(at: time)
    guard deck.count > 0, configuration.allowedDirections.contains(direction) else { return false }
    sendAway(to: direction, at: now)
    return true
  }

  /// Takes back the last decision: the card comes back on top.
  ///
  /// It comes from where it left, or from where it still flies. A card that is being dragged goes
  /// back behind it.
  ///
  /// - Parameter time: The time of the call.
  /// - Returns: `false` if there is no decision to take back.
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
    pendingEvents.append(
      .undone(page, record.decision.direction, at: Duration(galleryTime: now)))
    arrange(at: now)
    return true
  }

  /// Takes the card on top out of the deck and lets it fly away.
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
    pendingEvents.append(.swiped(visual.page, direction, at: now))
    if deck.count == 0 { pendingEvents.append(.emptied(at: now)) }
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

  /// The card of a page that still flies away, which is then in the deck again.
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

  /// A card that is out of sight at the end of its way.
  private func arriving(_ page: PageID, from end: CardPlacement) -> CardVisual {
    var visual = CardVisual(
      page: page, index: 0, depth: TimedMotion(restingAt: 0), presence: TimedMotion(restingAt: 0))
    visual.fly(from: end, to: end, duration: 0, at: 0, pace: Pace())
    return visual
  }
}
