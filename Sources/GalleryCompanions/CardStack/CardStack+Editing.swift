// SPDX-License-Identifier: Apache-2.0

extension CardStack {
  /// Inserts a card into the deck.
  ///
  /// If it is visible, it fades in at its place, and the cards behind it make room. A dragged card
  /// returns if it is no longer the top card.
  ///
  /// - Parameters:
  ///   - page: The page on the card.
  ///   - index: The index that the card will have, from 0 to the number of cards.
  ///   - time: The time of the change.
  /// - Throws: `CardStackError.indexOutOfRange` or `duplicateID`, also for a page whose decision
  ///   can be undone.
  /// - Complexity: O(n) in the number of cards and decisions.
  public mutating func insert(
    _ page: PageID, index: Int, at time: Duration
  ) throws(CardStackError) {
    guard (0...deck.count).contains(index) else {
      throw .indexOutOfRange(index, count: deck.count)
    }
    guard !isKnown(page) else { throw .duplicateID(page) }
    let now = enter(at: time)
    if index == 0 {
      reset(at: now)
      absorbPull(at: now)
    }
    deck.insert(page, at: index)
    shiftIndexes(from: index, by: 1, at: now)
    if index < configuration.maximumVisibleCards {
      visuals.append(
        CardVisual(
          page: page, index: index, depth: TimedMotion(restingAt: Double(index)),
          presence: TimedMotion(
            from: 0, to: 1, duration: Self.promotionDuration, at: now, pace: configuration.pace)))
    }
    arrange(at: now)
  }

  /// Appends cards at the bottom of the deck.
  ///
  /// - Parameters:
  ///   - pages: The pages on the cards, from top to bottom.
  ///   - time: The time of the change.
  /// - Throws: `CardStackError.duplicateID`, also for a page whose decision can be undone.
  /// - Complexity: O((n + m) log m) for m new cards and n others, those of decisions included.
  public mutating func append(
    contentsOf pages: some Collection<PageID>, at time: Duration
  ) throws(CardStackError) {
    if let page = duplicate(in: pages) ?? firstKnown(of: pages) { throw .duplicateID(page) }
    let now = enter(at: time)
    deck.append(contentsOf: pages)
    arrange(at: now)
  }

  /// Deletes a page from the deck and from the decisions.
  ///
  /// A visible card fades out, and the cards behind it come forward. A card that is leaving
  /// continues.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - time: The time of the change.
  /// - Throws: `CardStackError.unknownPage` if there is neither a card nor a decision.
  /// - Complexity: O(n) in the number of cards and decisions.
  public mutating func delete(_ page: PageID, at time: Duration) throws(CardStackError) {
    let index = deck.firstIndex(of: page)
    guard index != nil || hasRecord(of: page) else { throw .unknownPage(page) }
    let now = enter(at: time)
    records.removeAll { $0.decision.page == page }
    guard let index else { return }
    remove(index: index, at: now)
    if deck.count == 0 { outbox.append(.emptied(at: Duration(galleryTime: now))) }
  }

  /// Replaces all cards and forgets all decisions, without animation.
  ///
  /// - Parameters:
  ///   - pages: The pages, from top to bottom.
  ///   - time: The time of the change.
  /// - Throws: `CardStackError.duplicateID` if two pages have the same identifier.
  /// - Complexity: O(n log n) in the number of pages.
  public mutating func reload(
    _ pages: some Collection<PageID>, at time: Duration
  ) throws(CardStackError) {
    if let page = duplicate(in: pages) { throw .duplicateID(page) }
    let now = enter(at: time)
    let wasEmpty = isEmpty
    deck = CardDeck(pages)
    records.removeAll()
    showDeck()
    if isEmpty, !wasEmpty { outbox.append(.emptied(at: Duration(galleryTime: now))) }
  }

  /// Shows the stack in a container of another size.
  ///
  /// It is allowed at any time and changes sizes only: cards keep their distance from their slots
  /// in points, and animations continue.
  ///
  /// - Parameters:
  ///   - container: The new size, in points; sides in `0...1e9`. A side of zero shows nothing.
  ///   - time: The time of the change.
  /// - Throws: `CardStackError.invalidContainer` if a side is out of range.
  /// - Complexity: O(1).
  public mutating func setContainer(
    _ container: Size, at time: Duration
  ) throws(CardStackError) {
    guard container.isUsable else { throw .invalidContainer(container) }
    _ = enter(at: time)
    self.container = container
  }
}

// MARK: - Names

extension CardStack {
  private func hasRecord(of page: PageID) -> Bool {
    records.contains { $0.decision.page == page }
  }

  private func isKnown(_ page: PageID) -> Bool {
    deck.firstIndex(of: page) != nil || hasRecord(of: page)
  }

  /// Returns one of the pages that the stack already contains.
  private func firstKnown(of pages: some Collection<PageID>) -> PageID? {
    var names: [UInt64] = []
    names.reserveCapacity(pages.count)
    for page in pages { names.append(page.rawValue) }
    names.sort()
    for page in deck.pages where names.containsSorted(page.rawValue) { return page }
    for record in records where names.containsSorted(record.decision.page.rawValue) {
      return record.decision.page
    }
    return nil
  }

  private mutating func remove(index: Int, at time: Int64) {
    let pace = configuration.pace
    if index == 0 { absorbPull(at: time) }
    for place in visuals.indices
    where visuals[place].exit == nil && visuals[place].index == index {
      let placement = placement(of: visuals[place], at: time)
      let depth = shownDepth(of: visuals[place], at: time, pull: pull(at: time))
      visuals[place].exit = .deleted
      visuals[place].depth = TimedMotion(restingAt: depth)
      visuals[place].fly(from: placement, to: placement, duration: 0, at: time, pace: pace)
      visuals[place].presence = TimedMotion(
        from: visuals[place].presence.value(at: time), to: 0, duration: Self.exitDuration,
        at: time, pace: pace)
    }
    if index == 0 { drag = nil }
    deck.remove(at: index)
    shiftIndexes(from: index + 1, by: -1, at: time)
    arrange(at: time)
  }
}

extension [UInt64] {
  /// Returns whether a sorted list contains a number.
  fileprivate func containsSorted(_ number: UInt64) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number
  }
}
