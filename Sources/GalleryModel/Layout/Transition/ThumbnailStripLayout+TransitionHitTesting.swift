// SPDX-License-Identifier: Apache-2.0

extension ThumbnailStripLayout.Arrangement {
  /// Returns the item at a distance from the center of the viewport.
  ///
  /// Moved items are above the others, the last one of them on top. Items without a size are never
  /// hit.
  func indexOfItem(atOffset offset: Double, during transition: LayoutTransition) -> Int? {
    var neighbors = HitNeighbors(offset: offset)
    let passed = OvertakenItems(expandedItems, during: transition)
    for move in transition.map.moves.reversed() where transition.hasMoves {
      let extent = extent(
        of: move.source, transition.placement(of: move), passed, during: transition)
      if neighbors.visit(move.source, extent) { return move.source }
    }
    let candidates = candidateRanks(from: offset, to: offset, during: transition)
    let end = transition.ranks(from: -.infinity, to: .infinity).upperBound
    let middle = candidates.partitioningIndex {
      extent(of: transition.index(atRank: $0), passed, during: transition).trailingEdge > offset
    }
    var rank = middle
    while rank < end {
      let index = transition.index(atRank: rank)
      let extent = extent(of: index, passed, during: transition)
      if neighbors.visit(index, extent) { return index }
      if extent.scale > 0 { break }
      rank += 1
    }
    rank = middle
    while rank > 0 {
      rank -= 1
      let index = transition.index(atRank: rank)
      let extent = extent(of: index, passed, during: transition)
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

  /// Visits an item and returns whether the point is in it.
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

  /// The nearer one of the two neighbors, the later one at equal distances; `nil` if a side has
  /// none.
  var nearest: Int? {
    guard let previous, let next else { return nil }
    return previous.distance < next.distance ? previous.index : next.index
  }
}
