// SPDX-License-Identifier: Apache-2.0

extension UpdateQueue {
  /// Returns the number of pages when everything pending has happened.
  func logicalCount(in order: some PageOrder) -> Int { merged.logicalCount(order) }

  /// Returns the page with an index when everything pending has happened, `nil` if there is none.
  ///
  /// - Complexity: O(log n + log q).
  func page(atLogical index: Int, in order: some PageOrder) -> PageID? {
    (try? merged.target(.index(index, in: .logical), in: order))?.page
  }

  /// Returns the index of a page when everything pending has happened, `nil` if it is not there
  /// then.
  ///
  /// - Complexity: O(log n + log q).
  func logicalIndex(of page: PageID, in order: some PageOrder) -> Int? {
    guard let target = try? merged.target(.id(page), in: order), !merged.isRemoved(target) else {
      return nil
    }
    return merged.logicalIndex(of: target)
  }

  /// Returns the page that is active when everything pending has happened, of the page that is
  /// active now: what "delete the active page" means if it is said twice.
  ///
  /// - Parameters:
  ///   - page: The active page, or the target of a jump.
  ///   - order: The pages that are there now.
  /// - Returns: `nil` if no page stays.
  /// - Complexity: O(log n), plus O(1) for each page that is passed.
  func logicalActivePage(for page: PageID, in order: some PageOrder) -> PageID? {
    merged.successor(of: page, in: order)
  }
}
