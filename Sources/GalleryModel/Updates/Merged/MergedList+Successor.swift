// SPDX-License-Identifier: Apache-2.0

extension MergedList {
  /// Returns the page itself unless it is being deleted, otherwise its successor.
  ///
  /// The successor is the next present page to the right that is not deleted, otherwise the next
  /// one to the left. If all are deleted, it is the next page to the right that is waiting to be
  /// inserted, otherwise the next one to the left. A page counts at its present gap, also if it
  /// is to be moved.
  ///
  /// - Parameters:
  ///   - id: The page.
  ///   - order: The present pages.
  /// - Returns: `nil` if there is no such page, or no page is left.
  /// - Complexity: O(log n), plus O(log q) for each page that is skipped.
  func successor(of id: PageID, in order: some PageOrder) -> PageID? {
    guard let target = try? target(.id(id), in: order) else { return nil }
    guard isRemoved(target) else { return id }
    let last = tree[tree[target.head].last]
    let home = target.index ?? last.gap
    return stayingPage(in: home..<order.count, by: 1, order: order)
      ?? stayingPage(in: 0..<min(home, order.count), by: -1, order: order)
      ?? waitingPage(near: tree[target.head].last)
  }

  private func stayingPage(
    in indexes: Range<Int>, by step: Int, order: some PageOrder
  ) -> PageID? {
    var index = step > 0 ? indexes.lowerBound : indexes.upperBound - 1
    while indexes.contains(index) {
      let id = order.id(at: index)
      let head = self.head(of: id)
      guard head != MergedEntry.none, tree[tree[head].last].deletion != 0 else { return id }
      index += step
    }
    return nil
  }

  /// Returns the page of the alive entry nearest to an entry, to the right first.
  private func waitingPage(near handle: Int) -> PageID? {
    let index = tree[handle].gap + tree.sum(before: handle)
    for candidate in [index, index - 1] where candidate >= 0 {
      let found = element(at: candidate).handle
      if found != MergedEntry.none { return tree[found].page.id }
    }
    return nil
  }
}
