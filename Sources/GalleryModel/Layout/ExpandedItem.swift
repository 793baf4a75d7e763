// SPDX-License-Identifier: Apache-2.0

/// One item that is not collapsed.
struct ExpandedItem: Hashable, Sendable {
  /// The item's index.
  var index: Int

  /// The progress from collapsed to expanded, above 0 and at most 1.
  var expansion: Double

  /// The growth of the item at this expansion, in points.
  var growth: Double

  /// The length that the item takes away from its neighbors at this expansion, in points.
  var extraLength: Double

  /// Fills a place that holds no item.
  static var none: ExpandedItem {
    ExpandedItem(index: -1, expansion: 0, growth: 0, extraLength: 0)
  }
}

extension ExpandedItem {
  /// What expanded items do to one item, which may be one of them.
  struct Effect {
    /// The distance by which the item is pushed aside, in points.
    private(set) var displacement = 0.0

    /// The item's own growth, in points.
    private(set) var growth = 0.0

    /// The item's own expansion.
    private(set) var expansion = 0.0

    mutating func add(_ other: ExpandedItem, on index: Int) {
      if index == other.index {
        setOwn(other)
      } else {
        displacement += index > other.index ? other.extraLength / 2 : -other.extraLength / 2
      }
    }

    /// Adds an item that may pass the other one.
    ///
    /// The side of the other item is -1 before it, 1 behind it, and between while it passes.
    mutating func add(_ other: ExpandedItem, onSide side: Double) {
      displacement += side * other.extraLength / 2
    }

    mutating func setOwn(_ item: ExpandedItem) {
      growth = item.growth
      expansion = item.expansion
    }
  }
}
