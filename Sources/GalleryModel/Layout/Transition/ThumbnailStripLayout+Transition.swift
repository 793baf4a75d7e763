// SPDX-License-Identifier: Apache-2.0

// The strip during a change of the items.
//
// With `i` and `i'` the old and the new index of an item, `q` the progress between them and `s` the
// shift that keeps the focus in the middle, the center of item `i` lies at
//
//     X(i) = (lerp(i, i', q) - (p + q * s)) * P + 1/2 * sum over j != i of side(i, j) * E(j)
//
// where `side` is the sign of `i - j`, or changes from it to the sign of `i' - j'` if neither item
// is deleted. Items that are neither deleted nor moved keep their order, so they never overlap.
extension ThumbnailStripLayout.Arrangement {
  func extent(
    of index: Int, during transition: LayoutTransition
  ) -> ThumbnailStripLayout.Extent {
    let passed = OvertakenItems(expandedItems, during: transition)
    return extent(of: index, passed, during: transition)
  }

  func extent(
    of index: Int, _ passed: OvertakenItems, during transition: LayoutTransition
  ) -> ThumbnailStripLayout.Extent {
    extent(of: index, transition.placement(of: index), passed, during: transition)
  }

  @inline(__always)
  func extent(
    of index: Int, _ placement: LayoutTransition.Placement, _ passed: OvertakenItems,
    during transition: LayoutTransition
  ) -> ThumbnailStripLayout.Extent {
    let effect = passed.effect(
      of: expandedItems, on: index, goingTo: placement.newIndex, during: transition)
    return ThumbnailStripLayout.Extent(
      center: evenCenter(of: index, placement.travel) + effect.displacement,
      length: (configuration.collapsedLength + effect.growth) * placement.scale,
      expansion: effect.expansion,
      scale: placement.scale,
      isMoved: placement.isMoved)
  }

  /// Returns the center of an item if none is expanded.
  func evenCenter(of index: Int, _ travel: Double) -> Double {
    ((Double(index) - state.position) + travel) * configuration.pitch
  }
}

// MARK: - Search

extension ThumbnailStripLayout.Arrangement {
  /// Returns a range with the ranks of all items that keep their order and intersect an interval of
  /// the axis.
  ///
  /// The bound is that of ``candidates(from:to:)``: items that pass each other push less than items
  /// that do not.
  func candidateRanks(
    from start: Double, to end: Double, during transition: LayoutTransition
  ) -> Range<Int> {
    transition.ranks(
      from: state.position + (start - slack) / configuration.pitch,
      to: state.position + (end + slack) / configuration.pitch)
  }

  /// The largest distance of the edge of an item from its center without expansion, plus one pitch
  /// for rounding.
  var slack: Double {
    (expandedItems.totalExtraLength + configuration.collapsedLength) / 2 + configuration.pitch
  }
}
