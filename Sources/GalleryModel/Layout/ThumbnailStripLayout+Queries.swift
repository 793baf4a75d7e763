// SPDX-License-Identifier: Apache-2.0

// MARK: - Queries

extension ThumbnailStripLayout.Arrangement {
  /// The indexes of the items that intersect the viewport extended by `overscan` at both ends.
  ///
  /// An item that only touches an edge is not visible. While pages are deleted, moved or inserted,
  /// it is the smallest range with all visible items that keep their order; some items in it may
  /// have no size, and moved items may be outside.
  ///
  /// - Complexity: O(log v) for v visible items.
  public var visibleRange: Range<Int> {
    guard !isEmpty else { return 0..<0 }
    let reach = viewportLength / 2 + configuration.overscan
    if let transition { return visibleRange(within: reach, during: transition) }
    let candidates = candidates(from: -reach, to: reach)
    let lower = candidates.partitioningIndex { restingExtent(of: $0).trailingEdge > -reach }
    let upper = (lower..<candidates.upperBound).partitioningIndex {
      restingExtent(of: $0).leadingEdge >= reach
    }
    return lower..<upper
  }

  /// Returns the visible items.
  ///
  /// - Returns: The attributes of ``visibleRange``, ordered by index.
  /// - Complexity: O(log v + v) for v visible items.
  public func layoutAttributesForElements() -> [LayoutAttributes] {
    var elements: [LayoutAttributes] = []
    appendLayoutAttributesForElements(to: &elements)
    return elements
  }

  /// Appends the visible items to an array.
  ///
  /// Nothing is allocated if the array has the capacity. Use it to reuse the same storage for every
  /// frame.
  ///
  /// - Parameter elements: The array that receives the attributes, ordered by index.
  /// - Complexity: O(log v + v) for v visible items.
  public func appendLayoutAttributesForElements(to elements: inout [LayoutAttributes]) {
    guard let transition else {
      for index in visibleRange {
        elements.append(layoutAttributes(of: index, restingExtent(of: index)))
      }
      return
    }
    guard var walk = walk(during: transition) else { return }
    while let element = next(&walk, during: transition) { elements.append(element) }
  }

  /// Returns the attributes of one item, visible or not.
  ///
  /// - Parameter index: The item's index.
  /// - Returns: The attributes. An item whose distance overflows is at infinity.
  /// - Precondition: `index` is in `0..<itemCount`.
  /// - Complexity: O(1).
  public func layoutAttributesForItem(at index: Int) -> LayoutAttributes {
    precondition(index >= 0 && index < itemCount, "index must be in 0..<itemCount")
    return layoutAttributes(of: index, extent(of: index))
  }

  @inline(__always)
  func layoutAttributes(
    of index: Int, _ extent: ThumbnailStripLayout.Extent
  ) -> LayoutAttributes {
    let center = Point(
      main: viewportLength / 2 + extent.center,
      cross: viewportCrossLength / 2,
      axis: configuration.axis
    )
    return LayoutAttributes(
      index: index,
      center: mirrored(center),
      size: Size(
        main: extent.length, cross: configuration.thumbnailHeight * extent.scale,
        axis: configuration.axis),
      alpha: extent.scale,
      expansion: extent.expansion,
      zIndex: extent.isMoved ? Self.movedZIndex : 0
    )
  }

  /// The drawing order of a moved item: above the others.
  private static var movedZIndex: Int { 10 }

  /// Returns a point of the viewport, reflected if items start at the right; its own inverse.
  ///
  /// A vertical strip equals its mirror image, because its items are centered.
  func mirrored(_ point: Point) -> Point {
    guard configuration.layoutDirection == .rightToLeft else { return point }
    return Point(x: layout.viewportSize.width - point.x, y: point.y)
  }
}

// MARK: - Search

extension ThumbnailStripLayout.Arrangement {
  /// Returns a range with every item that intersects an interval of the axis, and few others.
  ///
  /// A center is at most half of the total extra length T away from its place in the evenly spaced
  /// row, and the edge of an item at most T/2 + w/2, because an expanded item does not push itself.
  /// So the item lies within `(stretch + T/2 + w/2) / P` pitches of the position. One more on each
  /// side absorbs rounding.
  func candidates(from start: Double, to end: Double) -> Range<Int> {
    let slack = (expandedItems.totalExtraLength + configuration.collapsedLength) / 2
    let last = itemCount - 1
    let first = state.position + (start - slack) / configuration.pitch - 1
    let final = state.position + (end + slack) / configuration.pitch + 1
    return first.clampedIndex(last: last)..<final.clampedIndex(last: last) + 1
  }
}
