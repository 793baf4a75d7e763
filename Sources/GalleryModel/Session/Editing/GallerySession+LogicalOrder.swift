// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// The number of pages in the logical order, with all pending requests.
  ///
  /// As a gap in `IndexSpace.logical`, it is the end, behind all pages that are still to be
  /// inserted.
  public var logicalCount: Int { queue.logicalCount(in: pages) }

  /// Returns the page at an index of the logical order.
  ///
  /// - Parameter index: The index.
  /// - Returns: The identifier of the page, `nil` if the index is out of range.
  /// - Complexity: O(log n + log q) for n pages and q pending edits.
  public func logicalPage(at index: Int) -> PageID? { queue.page(atLogical: index, in: pages) }

  /// Returns the logical index of a page.
  ///
  /// A page that is inserted at this index in `IndexSpace.logical` comes right before the page, also
  /// if a pending request is to move or insert the page itself. So does one that is moved there from
  /// behind it; one from before it has to be moved to the index before.
  ///
  /// - Parameter page: The identifier of the page.
  /// - Returns: The index, `nil` if the page is not in the logical order: it is unknown, or a
  ///   pending request deletes it.
  /// - Complexity: O(log n + log q) for n pages and q pending edits.
  public func logicalIndex(of page: PageID) -> Int? { queue.logicalIndex(of: page, in: pages) }
}
