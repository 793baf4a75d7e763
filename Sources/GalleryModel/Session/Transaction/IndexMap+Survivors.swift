// SPDX-License-Identifier: Apache-2.0

extension IndexMap {
  /// Returns the old index of the page whose new index is nearest to a point, the later one of two;
  /// `nil` if all pages are deleted.
  ///
  /// - Parameter point: A position in the new order.
  /// - Returns: An old index.
  /// - Complexity: O(m) for m entries of the change.
  func survivor(nearestTo point: Double) -> Int? {
    let nearest = point.roundedHalfUp().clampedIndex(last: max(0, newCount - 1))
    let before = survivor(atOrBefore: nearest)
    let after = survivor(atOrAfter: nearest)
    guard let before, let after else { return (before ?? after).flatMap(oldIndex(of:)) }
    let isAfter = abs(Double(after) - point) <= abs(Double(before) - point)
    return oldIndex(of: isAfter ? after : before)
  }

  /// Returns the first new index from one on that is not that of an inserted page.
  func survivor(atOrAfter index: Int) -> Int? {
    var index = index
    while index >= 0, index < newCount, newRun(of: index).itemChange == .inserted { index += 1 }
    return index >= 0 && index < newCount ? index : nil
  }

  /// Returns the last new index up to one that is not that of an inserted page.
  func survivor(atOrBefore index: Int) -> Int? {
    var index = index
    while index >= 0, index < newCount, newRun(of: index).itemChange == .inserted { index -= 1 }
    return index >= 0 && index < newCount ? index : nil
  }
}
