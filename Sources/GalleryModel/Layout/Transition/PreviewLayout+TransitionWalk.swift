// SPDX-License-Identifier: Apache-2.0

extension PreviewLayout.Arrangement {
  /// An iteration over the visible pages, ordered by index.
  ///
  /// It needs no closure, because retaining the captured values would cost more per frame than the
  /// layout.
  struct Walk {
    /// The next of the pages that keep their order.
    fileprivate var ordered: TransitionWalk

    /// The number of remaining candidates that keep their order.
    fileprivate var candidateCount: Int

    /// The range of the remaining moved pages that are not transparent.
    fileprivate var moved: Range<Int>

    /// The page that is drawn above the others.
    fileprivate(set) var nearest: Int?
  }

  /// Returns an iteration over the visible pages, `nil` if nothing is visible.
  func walk(during transition: LayoutTransition) -> Walk? {
    guard !layout.isEmpty, itemCount > 0 else { return nil }
    let ranks = visibleCandidates(during: transition)
    let start = ranks.isEmpty ? 0 : transition.index(atRank: ranks.lowerBound)
    var walk = Walk(
      ordered: transition.walk(from: start), candidateCount: ranks.count,
      moved: opaqueMoves(during: transition))
    walk.nearest = nearestIndex(of: walk, during: transition)
    return walk
  }

  /// Returns the next visible page, `nil` at the end.
  func next(_ walk: inout Walk, during transition: LayoutTransition) -> PreviewAttributes? {
    guard let (index, presence) = nextPresence(&walk, during: transition) else { return nil }
    return layoutAttributes(of: index, presence, nearest: walk.nearest)
  }

  private func nextPresence(
    _ walk: inout Walk, during transition: LayoutTransition
  ) -> (index: Int, presence: Presence)? {
    while true {
      let isOrdered = walk.candidateCount > 0
      let index = isOrdered ? walk.ordered.index : itemCount
      if let moved = nextMoved(&walk, before: index, during: transition) { return moved }
      guard isOrdered else { return nil }
      let presence = presence(
        of: index, transition.placement(at: walk.ordered), during: transition)
      walk.candidateCount = isBehind(presence) ? 0 : walk.candidateCount - 1
      transition.step(&walk.ordered)
      if isVisible(presence) { return (index, presence) }
    }
  }

  /// Returns the next visible moved page before an index.
  private func nextMoved(
    _ walk: inout Walk, before index: Int, during transition: LayoutTransition
  ) -> (index: Int, presence: Presence)? {
    while let place = walk.moved.first {
      let move = transition.map.moves[place]
      guard move.source < index else { return nil }
      walk.moved = place + 1..<walk.moved.upperBound
      let presence = presence(
        of: move.source, transition.placement(of: move), during: transition)
      if isVisible(presence) { return (move.source, presence) }
    }
    return nil
  }

  /// Returns the range of the moved pages that are not transparent while gaps close and open.
  private func opaqueMoves(during transition: LayoutTransition) -> Range<Int> {
    guard transition.hasMoves else { return 0..<0 }
    return transition.movedAlpha > 0
      ? 0..<transition.map.moves.count : transition.movedTarget
  }

  /// Returns the visible page nearest to the middle, the later one of two at the same distance.
  private func nearestIndex(of walk: Walk, during transition: LayoutTransition) -> Int? {
    var walk = walk
    var nearest: (index: Int, distance: Double)?
    while let (index, presence) = nextPresence(&walk, during: transition) {
      guard abs(presence.distance) <= nearest?.distance ?? .infinity else { continue }
      nearest = (index, abs(presence.distance))
    }
    return nearest?.index
  }

  /// Returns the page that is drawn last at a location in the viewport.
  func indexOfTopElement(location: Point, during transition: LayoutTransition) -> Int? {
    guard var walk = walk(during: transition) else { return nil }
    var top: PreviewAttributes?
    while let element = next(&walk, during: transition) {
      guard element.frame.contains(location), element.zIndex >= top?.zIndex ?? .min else {
        continue
      }
      top = element
    }
    return top?.index
  }

  func visibleRange(during transition: LayoutTransition) -> Range<Int> {
    guard !layout.isEmpty, itemCount > 0 else { return 0..<0 }
    let candidates = visibleCandidates(during: transition)
    let upper = candidates.partitioningIndex {
      isBehind(presence(of: transition.index(atRank: $0), during: transition))
    }
    let ranks = candidates.lowerBound..<upper
    guard !ranks.isEmpty else { return 0..<0 }
    let last = transition.index(atRank: ranks.upperBound - 1)
    return transition.index(atRank: ranks.lowerBound)..<last + 1
  }

  private func isVisible(_ presence: Presence) -> Bool {
    presence.scale > 0 && presence.alpha > 0 && isVisible(atDistance: presence.distance)
  }

  /// Returns whether a page is beyond the end of the viewport.
  private func isBehind(_ presence: Presence) -> Bool {
    presence.distance * layout.pitch >= layout.mainLength
  }

  /// Returns the ranks of pages that keep their order: from the first visible one to the last one
  /// that may be visible.
  private func visibleCandidates(during transition: LayoutTransition) -> Range<Int> {
    let candidates = transition.ranks(from: focus - 1, to: focus + 1)
    let lower = candidates.partitioningIndex { rank in
      let distance = presence(of: transition.index(atRank: rank), during: transition).distance
      return distance * layout.pitch > -layout.mainLength
    }
    return lower..<candidates.upperBound
  }
}
