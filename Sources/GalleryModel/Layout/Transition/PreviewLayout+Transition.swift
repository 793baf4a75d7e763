// SPDX-License-Identifier: Apache-2.0

// The preview while its list of pages changes. A page is at the distance
//
//     r(i) = lerp(i, i', q) - (focus + q * s)
//
// from the middle, with `i` and `i'` its old and new index, `q` the progress between them and `s` the
// shift that keeps the focus in the middle. A page without size or opacity is not visible.
extension PreviewLayout.Arrangement {
  /// Where a page is, and how much of it is seen.
  struct Presence {
    var distance: Double
    var scale: Double
    var alpha: Double
    var isDeleted: Bool
  }

  func presence(of index: Int, during transition: LayoutTransition) -> Presence {
    presence(of: index, transition.placement(of: index), during: transition)
  }

  private func presence(
    of index: Int, _ placement: LayoutTransition.Placement, during transition: LayoutTransition
  ) -> Presence {
    let isCrossing = placement.isMoved && index != transition.target
    return Presence(
      distance: (Double(index) - focus) + placement.travel,
      scale: placement.scale,
      alpha: isCrossing ? transition.movedAlpha : placement.scale,
      isDeleted: placement.newIndex == nil)
  }

  /// The attributes of one page, visible or not.
  ///
  /// The nearest page is one of the visible ones.
  func layoutAttributes(of index: Int, during transition: LayoutTransition) -> PreviewAttributes {
    let ranks = visibleRanks(during: transition)
    let nearest = nearestIndex(of: ranks, during: transition)
    return layoutAttributes(of: index, presence(of: index, during: transition), nearest: nearest)
  }

  private func layoutAttributes(
    of index: Int, _ presence: Presence, nearest: Int?
  ) -> PreviewAttributes {
    let zIndex = presence.isDeleted ? -1 : index == nearest ? 1 : 0
    var attributes = layoutAttributes(of: index, distance: presence.distance, zIndex: zIndex)
    attributes.scale = presence.scale
    attributes.alpha = presence.alpha
    return attributes
  }
}

// MARK: - Visible pages

extension PreviewLayout.Arrangement {
  func visibleRange(during transition: LayoutTransition) -> Range<Int> {
    let ranks = visibleRanks(during: transition)
    guard !ranks.isEmpty else { return 0..<0 }
    return transition.index(atRank: ranks.lowerBound)..<transition.index(
      atRank: ranks.upperBound - 1) + 1
  }

  func forEachElement(during transition: LayoutTransition, _ body: (PreviewAttributes) -> Void) {
    let ranks = visibleRanks(during: transition)
    let nearest = nearestIndex(of: ranks, during: transition)
    forEachPresence(of: ranks, during: transition) { index, presence in
      body(layoutAttributes(of: index, presence, nearest: nearest))
    }
  }

  /// The page that is drawn last at a point of the viewport.
  func indexOfTopElement(at point: Point) -> Int? {
    var top: PreviewAttributes?
    forEachElement { element in
      guard element.frame.contains(point), element.zIndex >= top?.zIndex ?? .min else { return }
      top = element
    }
    return top?.index
  }

  /// The visible page nearest to the middle, the later one of two at the same distance.
  private func nearestIndex(of ranks: Range<Int>, during transition: LayoutTransition) -> Int? {
    var nearest: (index: Int, distance: Double)?
    forEachPresence(of: ranks, during: transition) { index, presence in
      guard abs(presence.distance) <= nearest?.distance ?? .infinity else { return }
      nearest = (index, abs(presence.distance))
    }
    return nearest?.index
  }

  /// Calls a body with the visible pages, ordered by index.
  private func forEachPresence(
    of ranks: Range<Int>, during transition: LayoutTransition, _ body: (Int, Presence) -> Void
  ) {
    guard !layout.isEmpty else { return }
    var moved = 0
    for rank in ranks {
      let index = transition.index(atRank: rank)
      moved = visitMoved(from: moved, before: index, during: transition, body)
      let presence = presence(of: index, during: transition)
      if isVisible(presence) { body(index, presence) }
    }
    _ = visitMoved(from: moved, before: itemCount, during: transition, body)
  }

  /// Calls a body with the visible ones of the moved pages before an index.
  ///
  /// - Parameters:
  ///   - first: The place of the first one to look at among the moved pages.
  ///   - index: The index before which to end.
  ///   - transition: The change.
  ///   - body: What to do with the visible pages.
  /// - Returns: The place of the first one at or behind the index.
  private func visitMoved(
    from first: Int, before index: Int, during transition: LayoutTransition,
    _ body: (Int, Presence) -> Void
  ) -> Int {
    guard transition.hasMoves else { return first }
    let indexes = transition.map.movedIndexes
    var place = first
    while place < indexes.count, indexes[place] < index {
      let placement = transition.placement(ofMovedAt: place)
      let presence = presence(of: indexes[place], placement, during: transition)
      if isVisible(presence) { body(indexes[place], presence) }
      place += 1
    }
    return place
  }

  private func isVisible(_ presence: Presence) -> Bool {
    presence.scale > 0 && presence.alpha > 0 && isVisible(atDistance: presence.distance)
  }

  /// The visible pages that have an order, as a range of ranks.
  ///
  /// Two neighbors among them are one page apart or more, so that there are at most two.
  private func visibleRanks(during transition: LayoutTransition) -> Range<Int> {
    guard !layout.isEmpty, itemCount > 0 else { return 0..<0 }
    let candidates = transition.ranks(from: focus - 1, to: focus + 1)
    func distance(ofRank rank: Int) -> Double {
      presence(of: transition.index(atRank: rank), during: transition).distance * layout.pitch
    }
    let lower = candidates.partitioningIndex { distance(ofRank: $0) > -layout.mainLength }
    let upper = (lower..<candidates.upperBound).partitioningIndex {
      distance(ofRank: $0) >= layout.mainLength
    }
    return lower..<upper
  }
}
