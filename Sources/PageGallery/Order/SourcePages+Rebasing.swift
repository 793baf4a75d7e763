// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension SourcePages {
  /// Makes a change that was meant for other pages.
  ///
  /// The change speaks of pages by their names: what it deletes, replaces or moves and is gone
  /// already stays gone. A page that it puts somewhere comes before the page that follows it in
  /// `base` after the change, or before the next one of those that is left; without one, it
  /// comes last.
  ///
  /// - Parameters:
  ///   - changeset: The change.
  ///   - base: The pages that the change was made for.
  /// - Throws: `UpdateError` if the change does not fit `base`, or inserts a page that is there.
  /// - Complexity: O(n) in the number of pages.
  mutating func apply(_ changeset: Changeset, from base: SourcePages) throws(UpdateError) {
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
    let placed = Set(moved + changeset.insertions.map(\.page.id))
    self = SourcePages(merging: pages.map(\.id), and: goal.pages.map(\.id), placed, of: left)
  }

  /// Creates an order out of one and the pages that have a place in another one.
  ///
  /// - Parameters:
  ///   - order: The names in the order that is kept.
  ///   - goal: The names in the order that `placed` is taken from.
  ///   - placed: The pages that go before the one that follows them in `goal`.
  ///   - pages: The pages that are left. Names that are not in it are passed over.
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
