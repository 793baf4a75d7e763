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

  /// How much of the extra length an item on the given index feels: all of it to the right, all of
  /// it with the opposite sign to the left, nothing at the same place.
  func push(on other: Int) -> Double {
    if other > index { return extraLength }
    return other < index ? -extraLength : 0
  }
}

/// The items that are not collapsed at a state.
///
/// With `c` the position clamped to the strip, the expansion of item `i` is the expansion rate
/// times `max(0, 1 - |i - c|)`. That is above zero for two neighbors at most, the ones on both
/// sides of `c`. The clamp keeps the last item open while the strip is pulled past its end.
struct ExpandedItems: Hashable, Sendable {
  /// The expanded item at or before the clamped position.
  private(set) var first: ExpandedItem?

  /// The expanded item after the clamped position.
  private(set) var second: ExpandedItem?

  init(
    state: ThumbnailStripLayout.State, itemCount: Int,
    configuration: ThumbnailStripLayout.Configuration, aspectRatio: (Int) -> Double?
  ) {
    guard itemCount > 0 else { return }
    let last = itemCount - 1
    let clamped = state.position.clamped(to: 0...Double(last))
    let index = clamped.clampedIndex(last: last)
    let fraction = clamped - Double(index)
    func item(_ index: Int, _ share: Double) -> ExpandedItem? {
      let expansion = state.expansionRate * share
      // A size may be costly to find, so it is asked for only where it matters.
      guard expansion > 0 else { return nil }
      let ratio = configuration.ratioAlongAxis(forAspectRatio: aspectRatio(index))
      return ExpandedItem(
        index: index,
        expansion: expansion,
        growth: configuration.growth(forRatio: ratio) * expansion,
        extraLength: configuration.extraLength(forRatio: ratio) * expansion
      )
    }
    first = item(index, 1 - fraction)
    if index < last { second = item(index + 1, fraction) }
  }

  /// The extra length of all items together, in points.
  var totalExtraLength: Double { (first?.extraLength ?? 0) + (second?.extraLength ?? 0) }

  /// The distance by which all expanded items together push an item aside, in points.
  ///
  /// Every item pushes both sides of the strip away from itself by half of its extra length, and
  /// stays where it is: `1/2 * sum over j != i of sgn(i - j) * extraLength(j)`.
  func displacement(of index: Int) -> Double {
    ((first?.push(on: index) ?? 0) + (second?.push(on: index) ?? 0)) / 2
  }

  /// Returns the entry of an item, `nil` if it is collapsed.
  subscript(index: Int) -> ExpandedItem? {
    if let first, first.index == index { return first }
    if let second, second.index == index { return second }
    return nil
  }
}
