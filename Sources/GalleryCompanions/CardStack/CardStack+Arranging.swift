// SPDX-License-Identifier: Apache-2.0

// Updates of the visible cards after a change of the deck.
extension CardStack {
  /// The index of the top card among the visible ones.
  var topPlace: Int? {
    for place in visuals.indices
    where visuals[place].exit == nil && visuals[place].index == 0 { return place }
    return nil
  }

  /// Returns the placement of a visible card.
  func placement(of visual: CardVisual, at time: Int64) -> CardPlacement {
    if let drag, visual.exit == nil, visual.index == 0 { return placement(of: drag, at: time) }
    return visual.placement(at: time)
  }

  /// Returns the depth at which a card is drawn.
  func shownDepth(of visual: CardVisual, at time: Int64, pull: Double) -> Double {
    let depth = visual.depth.value(at: time)
    return visual.exit == nil && isPulled(visual.index) ? Swift.max(0, depth - pull) : depth
  }

  /// Returns whether a card comes forward with the top card: the visible ones behind it do.
  private func isPulled(_ index: Int) -> Bool {
    index > 0 && index < configuration.maximumVisibleCards
  }

  /// Adds the pull to the depths of the cards, before another card becomes the top one.
  mutating func absorbPull(at time: Int64) {
    let pull = pull(at: time)
    for place in visuals.indices where visuals[place].exit == nil {
      let depth = shownDepth(of: visuals[place], at: time, pull: pull)
      visuals[place].depth = TimedMotion(restingAt: depth)
    }
    self.pull = TimedMotion(restingAt: 0)
  }

  /// Renumbers the visible cards from an index on, without moving them on the screen.
  mutating func shiftIndexes(from index: Int, by distance: Int, at time: Int64) {
    let pull = pull(at: time)
    for place in visuals.indices
    where visuals[place].exit == nil && visuals[place].index >= index {
      let depth = shownDepth(of: visuals[place], at: time, pull: pull)
      let wasPulled = isPulled(visuals[place].index)
      visuals[place].index += distance
      let isPulled = isPulled(visuals[place].index)
      guard isPulled != wasPulled, pull != 0 else { continue }
      visuals[place].depth = TimedMotion(restingAt: isPulled ? depth + pull : depth)
    }
  }

  /// Animates the visible cards to their depths in the deck, and adds those that become visible.
  mutating func arrange(at time: Int64) {
    let count = configuration.maximumVisibleCards
    var isShown = 0 as UInt64
    for place in visuals.indices where visuals[place].exit == nil {
      let index = visuals[place].index
      if index < count { isShown |= 1 << UInt64(index) }
      let target = Double(Swift.min(index, count))
      guard visuals[place].depth.target != target else { continue }
      visuals[place].depth = promotion(
        from: visuals[place].depth.value(at: time), to: target, at: time)
    }
    // A new card starts invisible, even if it comes forward with the top card at once.
    let pull = pull(at: time)
    for index in 0..<Swift.min(count, deck.count) where isShown & 1 << UInt64(index) == 0 {
      visuals.append(
        CardVisual(
          page: deck[index], index: index,
          depth: promotion(from: Double(count) + pull, to: Double(index), at: time),
          presence: TimedMotion(restingAt: 1)))
    }
    order()
    schedule()
  }

  private func promotion(from start: Double, to target: Double, at time: Int64) -> TimedMotion {
    TimedMotion(
      from: start, to: target, duration: Self.promotionDuration, at: time,
      pace: configuration.pace)
  }

  /// Sorts the visible cards from front to back: insertion sort, as they are few and nearly sorted.
  private mutating func order() {
    for end in visuals.indices.dropFirst() {
      var place = end
      while place > 0, visuals[place].precedes(visuals[place - 1]) {
        visuals.swapAt(place, place - 1)
        place -= 1
      }
    }
  }
}
