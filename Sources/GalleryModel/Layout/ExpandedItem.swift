// SPDX-License-Identifier: Apache-2.0

/// An item that is not collapsed.
struct ExpandedItem: Hashable, Sendable {
  /// The item's index.
  var index: Int

  /// The progress from collapsed to expanded, above 0 and at most 1.
  var expansion: Double

  /// The growth of the item at this expansion, in points.
  var growth: Double

  /// The length by which the item pushes its neighbors apart at this expansion, in points.
  var extraLength: Double

  /// The value of an unused slot.
  static var none: ExpandedItem {
    ExpandedItem(index: -1, expansion: 0, growth: 0, extraLength: 0)
  }
}

extension ExpandedItem {
  /// The effect of the expanded items on one item, which may be one of them.
  struct Effect {
    /// The displacement of the item, in points.
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

    /// Adds the effect of another item.
    ///
    /// The side is -1 before the other item, 1 behind it, and in between while one passes the
    /// other.
    mutating func add(_ other: ExpandedItem, onSide side: Double) {
      displacement += side * other.extraLength / 2
    }

    mutating func setOwn(_ item: ExpandedItem) {
      growth = item.growth
      expansion = item.expansion
    }
  }
}
