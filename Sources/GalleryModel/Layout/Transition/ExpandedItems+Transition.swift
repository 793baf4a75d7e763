// SPDX-License-Identifier: Apache-2.0

extension ExpandedItems {
  /// Creates the list of the items that are not collapsed during a change.
  ///
  /// At most four are open because of the position, before and after the change, and each explicit
  /// expansion adds one.
  init(
    state: ThumbnailStripLayout.State, configuration: ThumbnailStripLayout.Configuration,
    transition: LayoutTransition, ratioAlongAxis: (Int) -> Double
  ) {
    self.init()
    let itemCount = transition.itemCount
    guard itemCount > 0 else { return }
    let law = TransitionExpansion(state: state, transition: transition)
    func add(_ index: Int, _ weight: Double) {
      let expansion = law.expansion(of: index, explicitWeight: weight)
      // Finding a size may be expensive, so it is requested only if needed.
      guard expansion > 0 else { return }
      let ratio = ratioAlongAxis(index)
      append(
        ExpandedItem(
          index: index,
          expansion: expansion,
          growth: configuration.growth(forRatio: ratio) * expansion,
          extraLength: configuration.extraLength(forRatio: ratio) * expansion
        ))
    }
    // Merges both lists, which are ordered by index.
    var place = 0
    for entry in state.explicitExpansions.entries where (0..<itemCount).contains(entry.index) {
      while place < law.count, law.indexes[place] < entry.index {
        add(law.indexes[place], 0)
        place += 1
      }
      if place < law.count, law.indexes[place] == entry.index { place += 1 }
      add(entry.index, state.explicitExpansions.weight(of: entry))
    }
    while place < law.count {
      add(law.indexes[place], 0)
      place += 1
    }
  }
}

/// The expansions of items during a change of the list.
///
/// With `q` the progress of the change, the expansion of an item that is not deleted is `1 - q`
/// times its expansion at the old position in the old list, plus `q` times its expansion at the new
/// position in the new list. It does not open when it passes the middle in between. A deleted item
/// closes linearly. A new item, which has no old index, opens while it grows.
struct TransitionExpansion {
  /// The items that may be open because of the position, in order and without repetition.
  private(set) var indexes = InlineArray<4, Int>(repeating: 0)

  private(set) var count = 0

  private let transition: LayoutTransition

  private let near: NearItems

  private var nearAfter: NearItems?

  init(state: ThumbnailStripLayout.State, transition: LayoutTransition) {
    self.transition = transition
    let rate = state.expansionRate
    let itemCount = transition.itemCount
    near = NearItems(position: state.position, expansionRate: rate, itemCount: itemCount)
    insert(near.index)
    if near.index + 1 < itemCount { insert(near.index + 1) }
    let newCount = transition.map.newCount
    guard transition.progress > 0, newCount > 0 else { return }
    let position = state.position + Double(transition.shift)
    let after = NearItems(position: position, expansionRate: rate, itemCount: newCount)
    nearAfter = after
    if let old = transition.map.oldIndex(of: after.index) { insert(old) }
    guard after.index + 1 < newCount else { return }
    if let old = transition.map.oldIndex(of: after.index + 1) { insert(old) }
  }

  /// Returns the expansion of an item, in `0...1`.
  ///
  /// - Parameters:
  ///   - index: One of ``indexes``, or any other item.
  ///   - weight: The item's explicit weight.
  /// - Returns: The progress from collapsed to expanded.
  func expansion(of index: Int, explicitWeight weight: Double) -> Double {
    let before = near.expansionIfNear(of: index)
    if case .grow = transition.stage {
      return min(1, before + weight) * transition.placement(of: index).scale
    }
    let progress = transition.progress
    guard let newIndex = transition.placement(of: index).newIndex else {
      return min(1, (1 - progress) * (before + weight))
    }
    let after = nearAfter?.expansionIfNear(of: newIndex) ?? 0
    return min(1, (1 - progress) * before + progress * after + weight)
  }

  private mutating func insert(_ index: Int) {
    var place = count
    while place > 0, indexes[place - 1] >= index { place -= 1 }
    if place < count, indexes[place] == index { return }
    for later in stride(from: count, to: place, by: -1) { indexes[later] = indexes[later - 1] }
    indexes[place] = index
    count += 1
  }
}
