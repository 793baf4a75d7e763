// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import Synchronization

/// The pages whose entries in the catalog were read a moment ago.
///
/// They are present as long as the catalog is the same. That is known of this process's commits at once, and
/// of those of other processes after ``maximumAge``: a read of the catalog takes longer than everything else
/// that a thumbnail in memory needs.
final class RecentPages: Sendable {
  /// A page with its key, which takes a hash.
  struct Entry {
    let page: StoredPage
    let key: PageKey
  }

  private struct State {
    var entries: [PageID: Entry] = [:]
    var catalog: CatalogState?
    /// A time at which the catalog was in that state.
    var time: ContinuousClock.Instant?
    var commitCount = 0
  }

  /// The time for which commits of other processes may be unknown.
  static let maximumAge = Duration.milliseconds(10)
  static let maximumCount = 8_192

  private let state = Mutex(State())

  /// Returns a page, and keeps it.
  ///
  /// - Parameters:
  ///   - id: The page.
  ///   - commitCount: The number of commits of this process.
  ///   - look: Returns the state of the catalog.
  ///   - read: Reads the page.
  /// - Returns: The page with its key.
  /// - Throws: What `look` and `read` throw.
  func page(
    _ id: PageID, commitCount: Int, look: () throws(PageStoreError) -> CatalogState,
    read: () throws(PageStoreError) -> StoredPage
  ) throws(PageStoreError) -> Entry {
    let now = ContinuousClock.now
    let known = state.withLock { state -> (isRecent: Bool, entry: Entry?) in
      let isRecent =
        state.commitCount == commitCount && state.time.map { now - $0 < Self.maximumAge } == true
      return (isRecent, isRecent ? state.entries[id] : nil)
    }
    if let entry = known.entry { return entry }
    if !known.isRecent { compare(try look(), at: now, commitCount) }
    if let entry = state.withLock({ $0.time == now ? $0.entries[id] : nil }) { return entry }
    let page = try read()
    let entry = Entry(page: page, key: page.key)
    state.withLock { state in
      // Otherwise the catalog may have changed since it was read.
      guard state.commitCount == commitCount, state.time.map({ $0 <= now }) == true else { return }
      if state.entries.count >= Self.maximumCount { state.entries = [:] }
      state.entries[id] = entry
    }
    return entry
  }

  /// Forgets all pages, unless the catalog is in the same state as before.
  private func compare(
    _ catalog: CatalogState, at time: ContinuousClock.Instant, _ commitCount: Int
  ) {
    state.withLock { state in
      let isSame =
        state.commitCount == commitCount && state.catalog.map { $0.equals(catalog) } == true
      if !isSame { state.entries = [:] }
      (state.catalog, state.time, state.commitCount) = (catalog, time, commitCount)
    }
  }

  /// Forgets everything.
  func removeAll() { state.withLock { $0 = State() } }
}
