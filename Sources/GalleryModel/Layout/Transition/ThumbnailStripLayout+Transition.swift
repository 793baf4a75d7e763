// SPDX-License-Identifier: Apache-2.0

// The strip while its list of items changes.
//
// With `i` and `i'` the old and the new index of an item, `q` the progress between them and `s` the
// shift that keeps the focus in the middle, the center of item `i` lies at
//
//     X(i) = (lerp(i, i', q) - (p + q * s)) * P + 1/2 * sum over j != i of side(i, j) * E(j)
//
// where `side` is the sign of `i - j`, or on its way from there to the sign of `i' - j'` if both items
// stay. Items that stay and are not moved keep their order, and so they never overlap.
extension ThumbnailStripLayout.Arrangement {
  func extent(
    of index: Int, during transition: LayoutTransition
  ) -> ThumbnailStripLayout.Extent {
    extent(of: index, PassedItems(expandedItems, during: transition))
  }

  private func extent(of index: Int, _ passed: PassedItems) -> ThumbnailStripLayout.Extent {
    extent(of: index, passed.transition.placement(of: index), passed)
  }

  private func extent(
    of index: Int, _ placement: LayoutTransition.Placement, _ passed: PassedItems
  ) -> ThumbnailStripLayout.Extent {
    let effect = passed.effect(of: expandedItems, on: index, goingTo: placement.newIndex)
    return ThumbnailStripLayout.Extent(
      center: evenCenter(of: index, placement) + effect.displacement,
      length: (configuration.collapsedLength + effect.growth) * placement.scale,
      expansion: effect.expansion,
      scale: placement.scale,
      isMoved: placement.isMoved)
  }

  /// The center of an item if none is expanded.
  private func evenCenter(of index: Int, _ placement: LayoutTransition.Placement) -> Double {
    ((Double(index) - state.position) + placement.travel) * configuration.pitch
  }

  /// The visible items that have an order, as a range of ranks.
  private func visibleRanks(within reach: Double, _ passed: PassedItems) -> Range<Int> {
    let transition = passed.transition
    let candidates = candidateRanks(from: -reach, to: reach, during: transition)
    let lower = candidates.partitioningIndex {
      extent(of: transition.index(atRank: $0), passed).trailingEdge > -reach
    }
    let upper = (lower..<candidates.upperBound).partitioningIndex {
      extent(of: transition.index(atRank: $0), passed).leadingEdge >= reach
    }
    return lower..<upper
  }

  func visibleRange(within reach: Double, during transition: LayoutTransition) -> Range<Int> {
    let passed = PassedItems(expandedItems, during: transition)
    let ranks = visibleRanks(within: reach, passed)
    guard !ranks.isEmpty else { return 0..<0 }
    let last = transition.index(atRank: ranks.upperBound - 1)
    return transition.index(atRank: ranks.lowerBound)..<last + 1
  }

  /// Calls a body with the attributes of the visible items that have a size, ordered by index.
  func forEachElement(during transition: LayoutTransition, _ body: (LayoutAttributes) -> Void) {
    guard !isEmpty else { return }
    let reach = viewportLength / 2 + configuration.overscan
    let passed = PassedItems(expandedItems, during: transition)
    var moved = 0
    for rank in visibleRanks(within: reach, passed) {
      let index = transition.index(atRank: rank)
      moved = visitMoved(from: moved, before: index, within: reach, passed, body)
      let extent = extent(of: index, passed)
      if extent.scale > 0 { body(layoutAttributes(of: index, extent)) }
    }
    _ = visitMoved(from: moved, before: itemCount, within: reach, passed, body)
  }

  /// Calls a body with the visible ones of the moved items before an index.
  ///
  /// - Parameters:
  ///   - first: The place of the first one to look at among the moved items.
  ///   - index: The index before which to end.
  ///   - reach: The distance from the middle to the ends of what is visible.
  ///   - passed: The expanded items.
  ///   - body: What to do with the visible items.
  /// - Returns: The place of the first one at or behind the index.
  private func visitMoved(
    from first: Int, before index: Int, within reach: Double, _ passed: PassedItems,
    _ body: (LayoutAttributes) -> Void
  ) -> Int {
    guard passed.isNeeded else { return first }
    let indexes = passed.transition.map.movedIndexes
    var place = first
    while place < indexes.count, indexes[place] < index {
      let placement = passed.transition.placement(ofMovedAt: place)
      if abs(evenCenter(of: indexes[place], placement)) <= reach + slack {
        let extent = extent(of: indexes[place], placement, passed)
        if extent.trailingEdge > -reach, extent.leadingEdge < reach {
          body(layoutAttributes(of: indexes[place], extent))
        }
      }
      place += 1
    }
    return place
  }

  /// A range that holds the rank of every item with an order that intersects a stretch of the line.
  ///
  /// The bound is that of ``candidates(from:to:)``: passing items push less than they do on one side.
  private func candidateRanks(
    from start: Double, to end: Double, during transition: LayoutTransition
  ) -> Range<Int> {
    transition.ranks(
      from: state.position + (start - slack) / configuration.pitch,
      to: state.position + (end + slack) / configuration.pitch)
  }

  /// The greatest distance of the edge of an item from the center that it would have if none were
  /// expanded, with one pitch more for rounding.
  private var slack: Double {
    (expandedItems.totalExtraLength + configuration.collapsedLength) / 2 + configuration.pitch
  }
}

// MARK: - Hit testing

extension ThumbnailStripLayout.Arrangement {
  /// Returns the item at a distance from the center of the viewport.
  ///
  /// Moved items are above the others, and the last one of them is on top. Items without a size are
  /// never hit.
  func indexOfItem(atOffset offset: Double, during transition: LayoutTransition) -> Int? {
    var neighbors = HitNeighbors(offset: offset)
    let passed = PassedItems(expandedItems, during: transition)
    for index in transition.movedIndexes.reversed() {
      if neighbors.visit(index, extent(of: index, passed)) { return index }
    }
    let candidates = candidateRanks(from: offset, to: offset, during: transition)
    let end = transition.ranks(from: -.infinity, to: .infinity).upperBound
    let middle = candidates.partitioningIndex {
      extent(of: transition.index(atRank: $0), passed).trailingEdge > offset
    }
    var rank = middle
    while rank < end {
      let index = transition.index(atRank: rank)
      let extent = extent(of: index, passed)
      if neighbors.visit(index, extent) { return index }
      if extent.scale > 0 { break }
      rank += 1
    }
    rank = middle
    while rank > 0 {
      rank -= 1
      let index = transition.index(atRank: rank)
      let extent = extent(of: index, passed)
      _ = neighbors.visit(index, extent)
      if extent.scale > 0 { break }
    }
    return neighbors.nearest
  }
}

/// The nearest items on both sides of a point between items.
private struct HitNeighbors {
  let offset: Double
  private var previous: (index: Int, distance: Double)?
  private var next: (index: Int, distance: Double)?

  init(offset: Double) {
    self.offset = offset
  }

  /// Looks at an item, and returns whether the point is in it.
  mutating func visit(_ index: Int, _ extent: ThumbnailStripLayout.Extent) -> Bool {
    guard extent.scale > 0 else { return false }
    let before = offset - extent.trailingEdge
    let behind = extent.leadingEdge - offset
    if before >= 0 {
      if before < previous?.distance ?? .infinity { previous = (index, before) }
      return false
    }
    if behind > 0 {
      if behind < next?.distance ?? .infinity { next = (index, behind) }
      return false
    }
    return true
  }

  /// The nearer one of both neighbors, in the middle the one behind; `nil` if a side has none.
  var nearest: Int? {
    guard let previous, let next else { return nil }
    return previous.distance < next.distance ? previous.index : next.index
  }
}
