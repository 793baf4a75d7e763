// SPDX-License-Identifier: Apache-2.0

extension ThumbnailStripLayout.Arrangement {
  /// An iteration over the visible items, ordered by index.
  ///
  /// It needs no closure, because retaining the captured values would cost more per frame than the
  /// layout.
  struct Walk {
    /// The next of the items that keep their order.
    fileprivate var ordered: TransitionWalk

    /// The number of remaining candidates that keep their order.
    fileprivate var candidateCount: Int

    /// The range of the remaining moved items.
    fileprivate var moved: Range<Int>

    fileprivate let passed: OvertakenItems

    /// The distance from the middle to the ends of the visible area.
    fileprivate let reach: Double

    /// The largest distance from the middle at which a moved item may be visible.
    fileprivate let movedReach: Double
  }

  /// Returns an iteration over the visible items, `nil` if nothing is visible.
  func walk(during transition: LayoutTransition) -> Walk? {
    guard !isEmpty else { return nil }
    let reach = viewportLength / 2 + configuration.overscan
    let passed = OvertakenItems(expandedItems, during: transition)
    let ranks = visibleCandidates(within: reach, passed, during: transition)
    let start = ranks.isEmpty ? 0 : transition.index(atRank: ranks.lowerBound)
    return Walk(
      ordered: transition.walk(from: start), candidateCount: ranks.count,
      moved: 0..<(transition.hasMoves ? transition.map.moves.count : 0), passed: passed,
      reach: reach, movedReach: reach + slack)
  }

  /// Returns the next visible item that has a size, `nil` at the end.
  ///
  /// It is inlined with everything that it calls, because each call would copy the walk and the
  /// expanded items.
  @inline(__always)
  func next(_ walk: inout Walk, during transition: LayoutTransition) -> LayoutAttributes? {
    while true {
      let isOrdered = walk.candidateCount > 0
      let index = isOrdered ? walk.ordered.index : itemCount
      if !walk.moved.isEmpty,
        let moved = nextMoved(&walk, before: index, during: transition)
      {
        return moved
      }
      guard isOrdered else { return nil }
      let placement = transition.placement(at: walk.ordered)
      let extent = extent(of: index, placement, walk.passed, during: transition)
      guard extent.leadingEdge < walk.reach else {
        walk.candidateCount = 0
        continue
      }
      walk.candidateCount -= 1
      transition.step(&walk.ordered)
      if extent.scale > 0 { return layoutAttributes(of: index, extent) }
    }
  }

  /// Returns the next visible moved item before an index.
  private func nextMoved(
    _ walk: inout Walk, before index: Int, during transition: LayoutTransition
  ) -> LayoutAttributes? {
    while !walk.moved.isEmpty {
      let move = transition.map.moves[walk.moved.lowerBound]
      guard move.source < index else { return nil }
      walk.moved = walk.moved.lowerBound + 1..<walk.moved.upperBound
      let placement = transition.placement(of: move)
      guard abs(evenCenter(of: move.source, placement.travel)) <= walk.movedReach else { continue }
      let extent = extent(of: move.source, placement, walk.passed, during: transition)
      if extent.trailingEdge > -walk.reach, extent.leadingEdge < walk.reach {
        return layoutAttributes(of: move.source, extent)
      }
    }
    return nil
  }

  func visibleRange(within reach: Double, during transition: LayoutTransition) -> Range<Int> {
    let passed = OvertakenItems(expandedItems, during: transition)
    let candidates = visibleCandidates(within: reach, passed, during: transition)
    let upper = candidates.partitioningIndex {
      extent(of: transition.index(atRank: $0), passed, during: transition).leadingEdge >= reach
    }
    let ranks = candidates.lowerBound..<upper
    guard !ranks.isEmpty else { return 0..<0 }
    let last = transition.index(atRank: ranks.upperBound - 1)
    return transition.index(atRank: ranks.lowerBound)..<last + 1
  }

  /// Returns the ranks of items that keep their order: from the first visible one to the last one
  /// that may be visible.
  private func visibleCandidates(
    within reach: Double, _ passed: OvertakenItems, during transition: LayoutTransition
  ) -> Range<Int> {
    let candidates = candidateRanks(from: -reach, to: reach, during: transition)
    let lower = candidates.partitioningIndex {
      extent(of: transition.index(atRank: $0), passed, during: transition).trailingEdge > -reach
    }
    return lower..<candidates.upperBound
  }
}
