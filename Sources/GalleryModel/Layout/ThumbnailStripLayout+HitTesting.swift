// SPDX-License-Identifier: Apache-2.0

extension ThumbnailStripLayout.Arrangement {
  /// Returns the item at a location in the viewport.
  ///
  /// A point in a gap belongs to the nearer item, and the middle of a gap to the later item, so
  /// that there are no dead spots between items. Items outside the viewport are found too.
  ///
  /// - Parameter location: The location, relative to the top left corner of the viewport.
  /// - Returns: The index of the item; `nil` before the first and after the last item, above and
  ///   below the strip, if nothing is visible, and for coordinates that are not finite.
  /// - Complexity: O(log v) for v visible items.
  public func indexOfItem(location: Point) -> Int? {
    guard !isEmpty, location.x.isFinite, location.y.isFinite else { return nil }
    let axis = configuration.axis
    let cross = location.coordinate(along: axis.perpendicular) - viewportCrossLength / 2
    let halfHeight = configuration.thumbnailHeight / 2
    guard cross >= -halfHeight, cross < halfHeight else { return nil }
    return indexOfItem(atOffset: mirrored(location).coordinate(along: axis) - viewportLength / 2)
  }

  /// Returns the item at a distance from the center of the viewport.
  private func indexOfItem(atOffset offset: Double) -> Int? {
    if let transition { return indexOfItem(atOffset: offset, during: transition) }
    // Items before the candidates end before the point, and items after them start behind it. So
    // the result is also correct if it is the upper bound.
    let candidates = candidates(from: offset, to: offset)
    let index = candidates.partitioningIndex { restingExtent(of: $0).trailingEdge > offset }
    guard index < itemCount else { return nil }
    let distanceToNext = restingExtent(of: index).leadingEdge - offset
    guard distanceToNext > 0 else { return index }
    guard index > 0 else { return nil }
    let distanceToPrevious = offset - restingExtent(of: index - 1).trailingEdge
    return distanceToPrevious < distanceToNext ? index - 1 : index
  }
}
