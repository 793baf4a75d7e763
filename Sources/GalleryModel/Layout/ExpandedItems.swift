// SPDX-License-Identifier: Apache-2.0

/// The items that are not collapsed in a state.
///
/// With `c` the position clamped to the strip and `F(i)` the explicit expansion of an item, the
/// expansion of item `i` is `min(1, rate * max(0, 1 - |i - c|) + F(i))`. The first term is above
/// zero for at most two items: the neighbors of `c`. The clamp keeps the last item open while the
/// strip is dragged beyond its end.
struct ExpandedItems: Hashable, Sendable {
  /// The first items by index.
  ///
  /// Up to 8 items need no heap allocation, and there are rarely more.
  private var inline = InlineArray<8, ExpandedItem>(repeating: .none)

  /// The items beyond the inline capacity.
  private var overflow: [ExpandedItem] = []

  private(set) var count = 0

  /// The sum of the extra lengths of all items, in points.
  private(set) var totalExtraLength = 0.0

  init(
    state: ThumbnailStripLayout.State, itemCount: Int,
    configuration: ThumbnailStripLayout.Configuration, ratioAlongAxis: (Int) -> Double
  ) {
    guard itemCount > 0 else { return }
    let near = NearItems(
      position: state.position, expansionRate: state.expansionRate, itemCount: itemCount)
    func add(_ index: Int, _ expansion: Double) {
      // Finding a size may be expensive, so it is requested only if needed.
      guard expansion > 0 else { return }
      let ratio = ratioAlongAxis(index)
      append(
        ExpandedItem(
          index: index,
          expansion: min(1, expansion),
          growth: configuration.growth(forRatio: ratio) * min(1, expansion),
          extraLength: configuration.extraLength(forRatio: ratio) * min(1, expansion)
        ))
    }
    // Merges the two neighbors into the list of explicit expansions; both are ordered by index.
    let last = near.index < itemCount - 1 ? near.index + 1 : near.index
    var next = near.index
    for entry in state.explicitExpansions.entries where (0..<itemCount).contains(entry.index) {
      while next <= last, next < entry.index {
        add(next, near.expansion(of: next))
        next += 1
      }
      let own = next == entry.index && next <= last ? near.expansion(of: next) : 0
      if next == entry.index { next += 1 }
      add(entry.index, own + state.explicitExpansions.weight(of: entry))
    }
    while next <= last {
      add(next, near.expansion(of: next))
      next += 1
    }
  }

  /// Creates a list without items.
  init() {}

  /// Appends an item behind all others.
  mutating func append(_ item: ExpandedItem) {
    if count < inline.count { inline[count] = item } else { overflow.append(item) }
    count += 1
    totalExtraLength += item.extraLength
  }

  /// The item at a position in the order of indexes.
  subscript(place place: Int) -> ExpandedItem {
    place < inline.count ? inline[place] : overflow[place - inline.count]
  }

  /// Returns the combined effect of all expanded items on one item.
  ///
  /// Every expanded item keeps its place and pushes both sides of the strip away by half of its
  /// extra length: `1/2 * sum over j != i of sgn(i - j) * extraLength(j)`.
  @inline(__always)
  func effect(on index: Int) -> ExpandedItem.Effect {
    var effect = ExpandedItem.Effect()
    for place in 0..<min(count, inline.count) { effect.add(inline[place], on: index) }
    if count > inline.count { for item in overflow { effect.add(item, on: index) } }
    return effect
  }
}

// MARK: - Comparing

extension ExpandedItems {
  static func == (left: Self, right: Self) -> Bool {
    left.count == right.count
      && (0..<left.count).allSatisfy { left[place: $0] == right[place: $0] }
  }

  func hash(into hasher: inout Hasher) {
    for place in 0..<count { hasher.combine(self[place: place]) }
  }
}

// MARK: - Near the position

/// The two neighbors of the position, which are open because of it.
struct NearItems {
  /// The item at or before the clamped position.
  let index: Int

  private let fraction: Double

  private let expansionRate: Double

  init(position: Double, expansionRate: Double, itemCount: Int) {
    let last = itemCount - 1
    let clamped = position.clamped(to: 0...Double(last))
    index = clamped.clampedIndex(last: last)
    fraction = clamped - Double(index)
    self.expansionRate = expansionRate
  }

  /// Returns the expansion of any item due to the position.
  func expansionIfNear(of other: Int) -> Double {
    other == index || other == index + 1 ? expansion(of: other) : 0
  }

  /// Returns the expansion of ``index`` or of the item after it due to the position.
  func expansion(of other: Int) -> Double {
    expansionRate * (other == index ? 1 - fraction : fraction)
  }
}
