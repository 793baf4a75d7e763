// SPDX-License-Identifier: Apache-2.0

extension ThumbnailStripLayout {
  /// Expansions of single items that do not depend on the position.
  ///
  /// A jump closes the pages at its start and opens the page at its end, while the pages in between
  /// stay closed. An item's weight is added to the expansion that it has due to the position; the
  /// sum is limited to 1.
  public struct ExplicitExpansions: Hashable, Sendable {
    /// An item whose weight changes from one value to another, with the progress common to all
    /// items.
    struct Entry: Hashable, Sendable {
      var index: Int
      var start: Double
      var target: Double
    }

    /// The entries, ordered by index, at most one per item.
    var entries: [Entry]

    /// The progress of all entries from start to target, in `0...1`.
    var progress: Double

    /// The empty set.
    public static var none: Self { Self(entries: [], progress: 0) }

    init(entries: [Entry], progress: Double) {
      self.entries = entries
      self.progress = progress
    }

    /// Creates the set of items with the given weights.
    ///
    /// - Parameter weights: Indexes and weights, in any order. A weight is clamped to `0...1`, and
    ///   NaN counts as zero. If an item occurs twice, the later weight is used.
    public init(_ weights: some Sequence<(index: Int, weight: Double)>) {
      self.init(entries: [], progress: 0)
      for (index, weight) in weights {
        let weight = weight > 0 ? min(1, weight) : 0
        set(Entry(index: index, start: weight, target: weight))
      }
    }

    /// The weight of an item, zero if it is not in the set.
    public subscript(index: Int) -> Double {
      guard let entry = entries.first(where: { $0.index == index }) else { return 0 }
      return weight(of: entry)
    }

    func weight(of entry: Entry) -> Double {
      (1 - progress) * entry.start + progress * entry.target
    }

    /// Adds an entry, or replaces the entry of the same item.
    mutating func set(_ entry: Entry) {
      let place = entries.firstIndex { $0.index >= entry.index } ?? entries.count
      if place < entries.count, entries[place].index == entry.index {
        entries[place] = entry
      } else {
        entries.insert(entry, at: place)
      }
    }
  }
}
