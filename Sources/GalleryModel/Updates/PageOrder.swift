// SPDX-License-Identifier: Apache-2.0

/// The pages that are there now, as far as a queue has to know them.
protocol PageOrder {
  /// The number of pages.
  var count: Int { get }

  /// Returns the name of the page at an index in `0..<count`.
  func id(at index: Int) -> PageID

  /// Returns the index of a page in at most O(log n) steps, `nil` if there is none of that name.
  func index(of id: PageID) -> Int?
}
