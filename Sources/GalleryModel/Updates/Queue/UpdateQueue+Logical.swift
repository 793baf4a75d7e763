// SPDX-License-Identifier: Apache-2.0

extension UpdateQueue {
  /// Returns the number of pages in the logical order.
  func logicalCount(in order: some PageOrder) -> Int { merged.logicalCount(order) }

  /// Returns the page at an index of the logical order, `nil` if there is none.
  ///
  /// - Complexity: O(log n + log q).
  func page(atLogical index: Int, in order: some PageOrder) -> PageID? {
    (try? merged.target(.index(index, in: .logical), in: order))?.page
  }

  /// Returns the logical index of a page, `nil` if it is not in the logical order.
  ///
  /// - Complexity: O(log n + log q).
  func logicalIndex(of page: PageID, in order: some PageOrder) -> Int? {
    guard let target = try? merged.target(.id(page), in: order), !merged.isRemoved(target) else {
      return nil
    }
    return merged.logicalIndex(of: target)
  }

  /// Returns the page that will be active when all pending requests have been committed.
  ///
  /// It gives "delete the active page" its meaning when it is requested twice.
  ///
  /// - Parameters:
  ///   - page: The active page, or the target of a jump.
  ///   - order: The present pages.
  /// - Returns: `nil` if no page is left.
  /// - Complexity: O(log n), plus O(1) for each page that is skipped.
  func logicalActivePage(for page: PageID, in order: some PageOrder) -> PageID? {
    merged.successor(of: page, in: order)
  }
}
