// SPDX-License-Identifier: Apache-2.0

extension ThumbnailStripLayout {
  /// The geometry of the items of a strip in one state.
  ///
  /// The center of item `i` lies at
  ///
  ///     X(i) = (i - p) * P + 1/2 * sum over j != i of sgn(i - j) * E(j)
  ///
  /// from the center of the viewport, with `p` the position, `P` the pitch and `E(j)` the extra
  /// length of an expanded item `j`: its growth plus its margin, both times its expansion. So the
  /// strip is an evenly spaced row. Each expanding item keeps its center and pushes the items on
  /// each side away by half of its extra length. The sum has two terms, and one for each explicit
  /// expansion.
  ///
  /// A focused item at rest is exactly in the middle, because it does not push itself. Two
  /// neighbors are never closer than the spacing, because no extra length is negative.
  public struct Arrangement: Hashable, Sendable {
    /// The layout of the arrangement.
    public let layout: ThumbnailStripLayout

    /// The state that is shown.
    public let state: State

    /// The number of items.
    public let itemCount: Int

    /// The effect of a change of the list on the items, `nil` without a change.
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

  /// The total length of all items along the axis with their spacing and margins, in points.
  public var totalLength: Double {
    let placeCount = transition?.placeCount ?? Double(itemCount)
    return placeCount * configuration.pitch + expandedItems.totalExtraLength
  }
}

// MARK: - The line along the axis

// Extents along the axis. All coordinates below are distances from the center of the viewport along
// the axis, in the order of the items.
extension ThumbnailStripLayout.Arrangement {
  var configuration: ThumbnailStripLayout.Configuration { layout.configuration }

  var viewportLength: Double { layout.viewportSize.length(along: configuration.axis) }

  var viewportCrossLength: Double {
    layout.viewportSize.length(along: configuration.axis.perpendicular)
  }

  /// Whether nothing is visible at any position.
  var isEmpty: Bool {
    itemCount == 0 || viewportLength == 0 || viewportCrossLength == 0
      || configuration.thumbnailHeight == 0
  }

  /// Returns the center and the length of an item.
  func extent(of index: Int) -> ThumbnailStripLayout.Extent {
    if let transition { return extent(of: index, during: transition) }
    return restingExtent(of: index)
  }

  /// Returns the center and the length of an item without a change of the list.
  ///
  /// It is inlined because each call would copy the expanded items.
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
  /// The extent of an item along the axis.
  struct Extent {
    /// X(i), the center.
    var center: Double

    var length: Double

    /// The progress from collapsed to expanded.
    var expansion: Double

    /// The scale factor of the item, which is also its opacity.
    ///
    /// The length includes it.
    var scale = 1.0

    /// Whether the item is moving past others.
    var isMoved = false

    var leadingEdge: Double { center - length / 2 }

    var trailingEdge: Double { center + length / 2 }
  }
}
