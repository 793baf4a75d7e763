// SPDX-License-Identifier: Apache-2.0

extension ThumbnailStripLayout {
  /// Where the items of a strip are at one state.
  ///
  /// The center of item `i` lies at
  ///
  ///     X(i) = (i - p) * P + 1/2 * sum over j != i of sgn(i - j) * E(j)
  ///
  /// from the center of the viewport, with `p` the position, `P` the pitch and `E(j)` the extra
  /// length of an expanded item `j`: its growth plus its margin, both times its expansion. So the
  /// strip is an even row, and each expanding item pushes the rest apart by half of its extra
  /// length to either side while its own center stays. The sum has two terms, and one for each
  /// explicit expansion.
  ///
  /// A focused item at rest is exactly in the middle, since it does not push itself. Two neighbors
  /// are never closer than the spacing, since no extra length is negative.
  public struct Arrangement: Hashable, Sendable {
    /// The layout that made the arrangement.
    public let layout: ThumbnailStripLayout

    /// The state that is shown.
    public let state: State

    /// The number of items.
    public let itemCount: Int

    /// What a change of the list does to the items, `nil` if nothing changes.
    let transition: LayoutTransition?

    /// The items that are not collapsed.
    let expandedItems: ExpandedItems
  }
}

// MARK: - The whole strip

extension ThumbnailStripLayout.Arrangement {
  /// The item nearest to the middle, the later one of two at the same distance; `nil` without items.
  public var focusedIndex: Int? {
    guard itemCount > 0 else { return nil }
    return state.position.roundedHalfUp().clampedIndex(last: itemCount - 1)
  }

  /// The length that all items take along the axis with their spacing and margins, in points.
  public var totalLength: Double {
    let placeCount = transition?.placeCount ?? Double(itemCount)
    return placeCount * configuration.pitch + expandedItems.totalExtraLength
  }
}

// MARK: - The line along the axis

// All coordinates below are distances from the center of the viewport along the axis, in the order
// of the items.
extension ThumbnailStripLayout.Arrangement {
  var configuration: ThumbnailStripLayout.Configuration { layout.configuration }

  var viewportLength: Double { layout.viewportSize.length(along: configuration.axis) }

  var viewportCrossLength: Double {
    layout.viewportSize.length(along: configuration.axis.perpendicular)
  }

  /// Whether nothing can be seen at any position.
  var isEmpty: Bool {
    itemCount == 0 || viewportLength == 0 || viewportCrossLength == 0
      || configuration.thumbnailHeight == 0
  }

  /// The center and the length of an item.
  func extent(of index: Int) -> ThumbnailStripLayout.Extent {
    if let transition { return extent(of: index, during: transition) }
    return restingExtent(of: index)
  }

  /// The center and the length of an item of a list that does not change.
  ///
  /// It is inlined because a call for each item would copy the expanded items each time.
  @inline(__always)
  func restingExtent(of index: Int) -> ThumbnailStripLayout.Extent {
    let effect = expandedItems.effect(on: index)
    return ThumbnailStripLayout.Extent(
      center: (Double(index) - state.position) * configuration.pitch + effect.displacement,
      length: configuration.collapsedLength + effect.growth,
      expansion: effect.expansion)
  }
}

extension ThumbnailStripLayout {
  /// Where an item is on the line.
  struct Extent {
    /// X(i).
    var center: Double

    var length: Double

    /// The progress from collapsed to expanded.
    var expansion: Double

    /// The factor by which the item is drawn smaller, also its opacity.
    ///
    /// The length has it already.
    var scale = 1.0

    /// Whether the item is on its way past others.
    var isMoved = false

    var leadingEdge: Double { center - length / 2 }

    var trailingEdge: Double { center + length / 2 }
  }
}
