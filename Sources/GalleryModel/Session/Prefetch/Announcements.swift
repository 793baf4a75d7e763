// SPDX-License-Identifier: Apache-2.0

/// The state that was last reported to the host: the active page, and the pages to prefetch.
struct Announcements: Hashable, Sendable {
  /// The active page, `nil` without one.
  private(set) var activePage: PageID?

  /// The announced pages, the most urgent one first.
  private(set) var pages: [PageID] = []

  /// The inputs of the list, `nil` if its indexes refer to another order of pages.
  private(set) var scope: PrefetchScope? = .empty

  /// Whether the list may be out of date although nothing is moving.
  private(set) var isStale = true

  init(activePage: PageID?) { self.activePage = activePage }

  /// Replaces the active page, and returns the previous one.
  mutating func replace(activePage: PageID?) -> PageID? {
    let previous = self.activePage
    self.activePage = activePage
    return previous
  }

  /// Notes that the list may be out of date.
  mutating func invalidate() { isStale = true }

  /// Notes that the list is compared with the current state.
  mutating func validate() { isStale = false }

  /// Invalidates the scope, because indexes refer to other pages from now on.
  mutating func forgetScope() {
    scope = nil
    isStale = true
  }

  /// Replaces the list, and returns the added and the removed pages, each in the order of its list.
  mutating func replace(
    with wanted: [PageID], scope: PrefetchScope
  ) -> (added: [PageID], removed: [PageID]) {
    let added = Self.difference(wanted, pages)
    let removed = Self.difference(pages, wanted)
    pages = wanted
    self.scope = scope
    return (added, removed)
  }

  /// Returns the elements of the first list that are not in the second one.
  private static func difference(_ first: [PageID], _ second: [PageID]) -> [PageID] {
    let others = second.map { $0.rawValue }.ascending
    return first.filter { page in
      let place = others.indices.partitioningIndex { others[$0] >= page.rawValue }
      return place == others.count || others[place] != page.rawValue
    }
  }
}
