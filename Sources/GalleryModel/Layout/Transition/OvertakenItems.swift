// SPDX-License-Identifier: Apache-2.0

/// The effect of the expanded items of a strip on the items that overtake them.
///
/// While an item passes an expanded one, the direction of the push changes linearly from the old
/// side to the new one. Deleted items pass nothing: they and all other items keep their sides
/// relative to each other.
///
/// The new indexes of the expanded items are looked up once for all queries.
struct OvertakenItems {
  /// Whether any items pass others.
  let isNeeded: Bool

  private var newIndexes = InlineArray<8, Int?>(repeating: nil)

  init(_ items: ExpandedItems, during transition: LayoutTransition) {
    isNeeded = transition.hasMoves
    guard isNeeded else { return }
    for place in 0..<min(items.count, newIndexes.count) {
      newIndexes[place] = transition.placement(of: items[place: place].index).newIndex
    }
  }

  /// Returns the combined effect of all expanded items on one item.
  ///
  /// - Parameters:
  ///   - items: The expanded items.
  ///   - index: The item.
  ///   - newIndex: Its index after the change, `nil` if it is deleted.
  ///   - transition: The change.
  /// - Returns: The sum of all pushes, and the item's own part.
  @inline(__always)
  func effect(
    of items: ExpandedItems, on index: Int, goingTo newIndex: Int?,
    during transition: LayoutTransition
  ) -> ExpandedItem.Effect {
    guard isNeeded else { return items.effect(on: index) }
    var effect = ExpandedItem.Effect()
    let progress = transition.progress
    for place in 0..<items.count {
      let other = items[place: place]
      guard index != other.index else {
        effect.setOwn(other)
        continue
      }
      let side = Double((index - other.index).signum())
      guard let newIndex, let otherNew = self.newIndex(of: other, at: place, during: transition)
      else {
        effect.add(other, onSide: side)
        continue
      }
      let newSide = Double((newIndex - otherNew).signum())
      effect.add(other, onSide: side + progress * (newSide - side))
    }
    return effect
  }

  private func newIndex(
    of item: ExpandedItem, at place: Int, during transition: LayoutTransition
  ) -> Int? {
    place < newIndexes.count ? newIndexes[place] : transition.placement(of: item.index).newIndex
  }
}
