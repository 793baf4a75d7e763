// SPDX-License-Identifier: Apache-2.0

/// The present pages, as far as a queue needs them.
protocol PageOrder {
  /// The number of pages.
  var count: Int { get }

  /// Returns the identifier of the page at an index in `0..<count`.
  func id(at index: Int) -> PageID

  /// Returns the index of a page in O(log n), `nil` if there is none with that identifier.
  func index(of id: PageID) -> Int?
}
