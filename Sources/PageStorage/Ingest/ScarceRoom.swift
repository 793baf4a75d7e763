// SPDX-License-Identifier: Apache-2.0

/// What an ingest has learned of the room on a disk.
///
/// Pages that do not fit together are tried in halves, down to single ones. A single page that does not
/// fit tells of all pages that are not smaller; they are not tried any more.
package struct ScarceRoom: Hashable, Sendable {
  /// The pages that are committed together: enough to share the waits for the disk, few enough that
  /// others who write wait for milliseconds.
  static let portionCount = 250

  /// How many pages are to be tried together.
  private(set) var count = Self.portionCount

  /// Whether pages were refused for want of room.
  private(set) var isScarce = false

  /// The bytes of the smallest page that did not fit alone.
  private var misfit = Int.max

  /// Creates the knowledge of somebody who has met no full disk.
  package init() {}

  /// Whether a page may fit; one whose bytes nobody has counted may.
  func mayFit(byteCount: Int?) -> Bool { byteCount.map { $0 < misfit } ?? true }

  /// Notes that as many pages as were tried did fit.
  mutating func didFit() {
    count = min(2 * count, Self.portionCount)
  }

  /// Notes that several pages did not fit together.
  mutating func didNotFit(count: Int) {
    isScarce = true
    self.count = max(1, min(count, Self.portionCount) / 2)
  }

  /// Notes that a page did not fit, even alone.
  mutating func didNotFit(byteCount: Int?) {
    isScarce = true
    count = 1
    misfit = min(misfit, byteCount ?? .max)
  }
}
