// SPDX-License-Identifier: Apache-2.0

/// The effect of a change of the list on the layouts at one instant.
///
/// A change has three stages. First the deleted items collapse in place. Then the gaps close and
/// open, and every item moves from its old to its new index. At the end of this stage the change is
/// committed: from then on indexes are new ones, and the new items grow.
///
///     collapse    [A] [b] [C] [D]       b shrinks
///     close       [A] <-- [C] [D]       C and D go from 2 and 3 to 1 and 2
///     grow        [A] [C] [x] [D]       x grows
///
/// Both layouts take the same value, `nil` without a change.
struct LayoutTransition: Hashable, Sendable {
  /// The progress of the change; every progress is in `0...1`.
  enum Stage: Hashable, Sendable {
    /// The deleted items shrink. Indexes are old ones.
    case collapse(Double)
    /// The deleted items have no size, and the others move to their new places. Indexes are old
    /// ones.
    case close(Double)
    /// The new items grow. Indexes are new ones.
    case grow(Double)
  }

  let map: IndexMap

  /// The old index of the item that is in the middle at the end, `nil` if no item is left.
  let target: Int?

  /// The shift: the number of indexes by which the focus moves.
  let shift: Int

  /// The position of ``target`` among the moved items, an empty range if it does not move.
  let movedTarget: Range<Int>

  var stage: Stage

  /// Creates a transition.
  ///
  /// - Parameters:
  ///   - map: The mapping of the indexes.
  ///   - focus: The old index of the item in the middle, `nil` without items.
  ///   - stage: The stage of the change with its progress.
  init(map: IndexMap, focus: Int?, stage: Stage) {
    self.map = map
    let target = focus.flatMap { map.successor(of: $0) }
    self.target = target
    let place = map.moves.indices.partitioningIndex { map.moves[$0].source >= target ?? 0 }
    let isMoved = place < map.moves.count && map.moves[place].source == target
    movedTarget = place..<(isMoved ? place + 1 : place)
    shift = map.shift(forFocus: focus)
    self.stage = stage
  }
}

// MARK: - Stages

extension LayoutTransition {
  /// The progress of items from their old to their new indexes.
  var progress: Double {
    if case .close(let progress) = stage { progress } else { 0 }
  }

  /// The number of items that have an index in this stage.
  var itemCount: Int {
    if case .grow = stage { map.newCount } else { map.oldCount }
  }

  /// The length of the strip in items, with partly closed or open gaps as fractions.
  var placeCount: Double {
    let change = progress * Double(map.newCount - map.oldCount)
    return Double(itemCount) + change
  }

  /// Whether items pass others at this stage.
  var hasMoves: Bool {
    if case .close = stage { !map.moves.isEmpty } else { false }
  }

  /// The opacity in the preview of a moved page that is not in the middle at the end.
  ///
  /// Such a page would cross others. It fades out in the first tenth and fades in again in the last
  /// tenth.
  var movedAlpha: Double {
    1 - min(1, min(progress, 1 - progress) / Self.movedFadeShare)
  }

  private static var movedFadeShare: Double { 0.1 }
}

// MARK: - Positions

extension LayoutTransition {
  /// The distance by which positions are shifted so that the focus stays in the middle.
  ///
  /// A position without it is in old indexes: it does not change while gaps close and open.
  var positionShift: Double { progress * Double(shift) }

  /// The positions of the ends of the strip at this instant, without ``positionShift``.
  var limits: ClosedRange<Double> {
    guard progress > 0 else { return 0...Double(max(0, itemCount - 1)) }
    let final = finalLimits
    let lower = progress * final.lowerBound
    let last = Double(max(0, map.oldCount - 1))
    return lower...max(lower, last + progress * (final.upperBound - last))
  }

  /// The positions of the ends of the strip at the end of the stage, without ``positionShift``.
  var finalLimits: ClosedRange<Double> {
    let lower = -Double(shift)
    return lower...lower + Double(max(0, map.newCount - 1))
  }
}

// MARK: - Items

extension LayoutTransition {
  /// The effect of the change on one item at this stage.
  struct Placement {
    /// The displacement from the item's old index to its current place, less that of the focus.
    ///
    /// The distance of item `i` from a position `p` is `(i - p) + travel`. In this form large
    /// numbers are never subtracted from each other: the place is exact at both ends of the stage,
    /// and the focus rests exactly in the middle.
    var travel = 0.0

    /// The scale factor of the item, which is also its opacity.
    var scale = 1.0

    /// The index after the change, `nil` if the item is deleted.
    var newIndex: Int?

    var isMoved = false
  }

  /// Returns whether the item is deleted.
  func isDeleted(_ index: Int) -> Bool {
    if case .grow = stage { false } else { map.isDeleted(index) }
  }

  /// Returns the placement of a moved item while gaps close and open.
  ///
  /// - Parameter move: One of the moves of the ``map``.
  /// - Returns: The placement, found without a search.
  func placement(of move: IndexMap.Move) -> Placement {
    let travel = progress * Double(move.destination - move.source - shift)
    return Placement(travel: travel, newIndex: move.destination, isMoved: true)
  }

  /// Returns the placement of an item at this stage.
  ///
  /// - Parameter index: An old index, or a new one in the last stage.
  /// - Returns: The placement.
  /// - Complexity: O(log m) for m entries of the change.
  func placement(of index: Int) -> Placement { placement(of: index, in: run(of: index)) }

  /// Returns the placement of an item of a run at this stage.
  @inline(__always)
  func placement(of index: Int, in run: IndexMap.Run) -> Placement {
    switch stage {
    case .collapse(let progress):
      guard run.itemChange == .deleted else {
        return Placement(newIndex: run.image(of: index), isMoved: run.itemChange == .moved)
      }
      return Placement(scale: 1 - progress)
    case .close(let progress):
      let image = run.image(of: index)
      let travel = progress * Double(image - index - shift)
      guard run.itemChange != .deleted else { return Placement(travel: travel, scale: 0) }
      return Placement(travel: travel, newIndex: image, isMoved: run.itemChange == .moved)
    case .grow(let progress):
      return Placement(scale: run.itemChange == .inserted ? progress : 1, newIndex: index)
    }
  }
}

// MARK: - Search

extension LayoutTransition {
  /// Returns the ranks of the items that keep their order and lie in a range of places, and few
  /// others.
  ///
  /// While gaps close and open, these are the kept items, which have a size. In the other stages
  /// all items keep their order.
  ///
  /// - Parameters:
  ///   - start: The lowest place of an item without a change, as a fractional index.
  ///   - end: The highest place.
  /// - Returns: Ranks for ``index(atRank:)``.
  func ranks(from start: Double, to end: Double) -> Range<Int> {
    let last = itemCount - 1
    guard case .close(let progress) = stage else {
      return start.clampedIndex(last: last)..<end.clampedIndex(last: last) + 1
    }
    let first = start + progress * Double(shift - map.shifts.upperBound)
    let final = end + progress * Double(shift - map.shifts.lowerBound)
    let lower = map.keptRank(of: first.clampedIndex(last: last))
    return lower..<max(lower, map.keptRank(of: final.clampedIndex(last: last) + 1))
  }

  /// Returns the index of the item with a rank.
  func index(atRank rank: Int) -> Int {
    if case .close = stage { map.keptIndex(atRank: rank) } else { rank }
  }
}

extension LayoutTransition {
  /// Returns the factor of the expansion of a deleted or new item.
  func share(of index: Int) -> Double {
    switch stage {
    case .collapse: 1
    case .close(let progress): map.isDeleted(index) ? 1 - progress : 1
    case .grow: placement(of: index).scale
    }
  }
}
