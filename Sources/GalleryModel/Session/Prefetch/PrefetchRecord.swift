// SPDX-License-Identifier: Apache-2.0

/// What was announced for prefetching.
struct PrefetchRecord: Hashable, Sendable {
  /// The announced pages, the most urgent one first.
  private(set) var pages: [PageID] = []

  /// What the list was made of, `nil` if its indexes are those of another order of pages.
  private(set) var scope: PrefetchScope? = .empty

  /// Whether the list may be out of date although nothing moves.
  var isStale = true

  /// Takes note that indexes stand for other pages from now on.
  mutating func forgetScope() {
    scope = nil
    isStale = true
  }

  /// Replaces the list, and returns the pages that are new and those that are gone, both in the
  /// order of their list.
  mutating func replace(
    with wanted: [PageID], scope: PrefetchScope
  ) -> (added: [PageID], removed: [PageID]) {
    let added = Self.difference(wanted, pages)
    let removed = Self.difference(pages, wanted)
    pages = wanted
    self.scope = scope
    return (added, removed)
  }

  /// The elements of the first list that are not in the second one.
  private static func difference(_ first: [PageID], _ second: [PageID]) -> [PageID] {
    let others = second.map { $0.rawValue }.sorted()
    return first.filter { page in
      let place = others.indices.partitioningIndex { others[$0] >= page.rawValue }
      return place == others.count || others[place] != page.rawValue
    }
  }
}
