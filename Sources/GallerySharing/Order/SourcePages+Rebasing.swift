// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension SourcePages {
  /// Applies a change that is based on other pages.
  ///
  /// The change refers to pages by identifier: deletions, replacements and moves of missing pages
  /// are skipped. A page at a new position comes before the page that follows it in `base` after
  /// the change, or before the next one of those that still exists; without one, it comes last.
  ///
  /// - Parameters:
  ///   - changeset: The change.
  ///   - base: The pages that the change is based on.
  /// - Throws: `UpdateError` if the change does not fit `base`, or inserts an existing page.
  /// - Complexity: O(n) in the number of pages.
  package mutating func apply(_ changeset: Changeset, from base: SourcePages) throws(UpdateError) {
    var goal = base
    try goal.apply(changeset)
    var left = Dictionary(uniqueKeysWithValues: pages.map { ($0.id, $0) })
    for insertion in changeset.insertions where left[insertion.page.id] != nil {
      throw .duplicateID(insertion.page.id)
    }
    for index in changeset.deletions { left[base.pages[index].id] = nil }
    for replacement in changeset.replacements {
      left[base.pages[replacement.index].id]?.size = replacement.size
      left[base.pages[replacement.index].id]?.contentVersion &+= 1
    }
    for insertion in changeset.insertions { left[insertion.page.id] = insertion.page }
    let moved = changeset.moves.map { base.pages[$0.source].id }
    let placed = Set(moved + changeset.insertions.map { $0.page.id })
    self = SourcePages(
      merging: pages.map { $0.id }, and: goal.pages.map { $0.id }, placed, of: left)
  }

  /// Merges an order with pages positioned by another order.
  ///
  /// - Parameters:
  ///   - order: The identifiers in the order that is kept.
  ///   - goal: The identifiers in the order that positions `placed`.
  ///   - placed: The pages that go before their successor in `goal`.
  ///   - pages: The existing pages. Identifiers that are not in it are skipped.
  private init(
    merging order: [PageID], and goal: [PageID], _ placed: Set<PageID>, of pages: [PageID: Page]
  ) {
    let anchors = Set(order.filter { pages[$0] != nil && !placed.contains($0) })
    var followers: [PageID: [Page]] = [:]
    var waiting: [Page] = []
    for id in goal {
      if placed.contains(id), let page = pages[id] {
        waiting.append(page)
      } else if anchors.contains(id) {
        followers[id] = waiting
        waiting = []
      }
    }
    var result: [Page] = []
    for id in order where anchors.contains(id) {
      result += followers[id] ?? []
      pages[id].map { result.append($0) }
    }
    self.init(result + waiting)
  }
}
