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
    var (left, places) = (pages, indexes)
    for insertion in changeset.insertions where places.contains(insertion.page.id) {
      throw .duplicateID(insertion.page.id)
    }
    for index in changeset.deletions { places.remove(base.pages[index].id) }
    for replacement in changeset.replacements {
      guard let place = places[base.pages[replacement.index].id] else { continue }
      left[place].size = replacement.size
      left[place].contentVersion &+= 1
    }
    for insertion in changeset.insertions {
      places.set(insertion.page.id, to: left.count)
      left.append(insertion.page)
    }
    let moved = changeset.moves.map { base.pages[$0.source].id }
    let placed = PageTable(indexesOf: moved + changeset.insertions.map { $0.page.id })
    self = SourcePages(
      merging: pages.map { $0.id }, and: goal.pages.map { $0.id }, placed, of: left, places)
  }

  /// Merges an order with pages positioned by another order.
  ///
  /// - Parameters:
  ///   - order: The identifiers in the order that is kept.
  ///   - goal: The identifiers in the order that positions `placed`.
  ///   - placed: The pages that go before their successor in `goal`.
  ///   - pages: Pages.
  ///   - places: Their indexes in `pages`. Identifiers that are not in it are skipped.
  private init(
    merging order: [PageID], and goal: [PageID], _ placed: PageTable, of pages: [Page],
    _ places: PageTable
  ) {
    /// The placed pages in the order of `goal`, and their number before each page that stays.
    var arriving: [Page] = []
    var ends = PageTable()
    /// The number before the previous page that stays.
    var starts = PageTable()
    var start = 0
    for id in goal {
      guard let place = places[id] else { continue }
      if placed.contains(id) {
        arriving.append(pages[place])
      } else {
        starts.set(id, to: start)
        ends.set(id, to: arriving.count)
        start = arriving.count
      }
    }
    var result: [Page] = []
    for id in order where !placed.contains(id) {
      guard let place = places[id] else { continue }
      if let start = starts[id], let end = ends[id] { result += arriving[start..<end] }
      result.append(pages[place])
    }
    self.init(result + arriving[start...])
  }
}
