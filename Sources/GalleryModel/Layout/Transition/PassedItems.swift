// SPDX-License-Identifier: Apache-2.0

/// The expanded items of a strip, as seen from items that pass them.
///
/// An item that passes from one side of an expanded one to the other is pushed to both sides in turn:
/// the side goes evenly from the old to the new one. Deleted items pass nothing: they, and all items
/// as seen from them, stay on the sides where they were.
///
/// It finds the new indexes of the expanded items once for all questions.
struct PassedItems {
  /// Whether items pass others at all.
  let isNeeded: Bool

  private var newIndexes = InlineArray<8, Int?>(repeating: nil)

  init(_ items: ExpandedItems, during transition: LayoutTransition) {
    isNeeded = transition.hasMoves
    guard isNeeded else { return }
    for place in 0..<min(items.count, newIndexes.count) {
      newIndexes[place] = transition.placement(of: items[place: place].index).newIndex
    }
  }

  /// Returns what all expanded items together do to one item.
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
