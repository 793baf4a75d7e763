// SPDX-License-Identifier: Apache-2.0

/// What an ingest knows about the free disk space.
///
/// Pages that do not fit together are tried in halves, down to single pages. Once a single page
/// does not fit, pages of at least its size are not tried.
package struct FreeSpaceEstimate: Hashable, Sendable {
  /// The number of pages committed together: enough to share disk syncs, few enough that other
  /// writers wait only milliseconds.
  static let portionCount = 250

  /// The number of pages to try together.
  private(set) var count = Self.portionCount

  /// Whether pages were refused because the disk was full.
  private(set) var isScarce = false

  /// The size of the smallest single page that did not fit, in bytes.
  private var misfit = Int.max

  /// Creates the state before any disk-full error.
  package init() {}

  /// Returns whether a page may fit; one of unknown size may.
  func mayFit(byteCount: Int?) -> Bool { byteCount.map { $0 < misfit } ?? true }

  /// Records that the tried number of pages fit.
  mutating func didFit() {
    count = min(2 * count, Self.portionCount)
  }

  /// Records that several pages did not fit together.
  mutating func didNotFit(count: Int) {
    isScarce = true
    self.count = max(1, min(count, Self.portionCount) / 2)
  }

  /// Records that a single page did not fit.
  mutating func didNotFit(byteCount: Int?) {
    isScarce = true
    count = 1
    misfit = min(misfit, byteCount ?? .max)
  }
}
