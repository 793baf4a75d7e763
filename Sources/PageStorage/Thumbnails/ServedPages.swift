// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import Synchronization

/// The pages of a store on servers whose rows were read lately: what ``RecentPages`` is for a folder.
///
/// To ask a server takes longer than everything else that a thumbnail in memory needs. While pages are in use, the
/// changes of the store are looked for in the background, and the pages of changed documents are forgotten. Commits
/// of this process are known at once, those of others after ``maximumAge`` at the latest.
final class ServedPages: Sendable {
  typealias Entry = RecentPages.Entry

  /// A look for changes.
  struct Look {
    /// The number of the last known change.
    let known: Int64?
    fileprivate let time: ContinuousClock.Instant
    fileprivate let commitCount: Int
  }

  /// A moment before a page is read.
  struct Moment {
    fileprivate let lookCount: Int
  }

  private struct State {
    var entries: [PageID: Entry] = [:]
    /// The last look that has ended: the entries are as they were when it began, or later.
    var last: Look?
    var isLooking = false
    var lookCount = 0
  }

  /// The time for which commits of other processes may be unknown.
  static let maximumAge = Duration.seconds(1)

  /// The time after which a page that is used causes another look.
  static let interval = Duration.milliseconds(100)

  static let maximumCount = RecentPages.maximumCount

  private let state = Mutex(State())

  /// Returns a page with its key, `nil` if it is unknown or may have changed.
  ///
  /// - Parameters:
  ///   - id: The page.
  ///   - commitCount: The number of commits of this process.
  ///   - now: The present time.
  /// - Returns: The page with its key.
  func page(_ id: PageID, commitCount: Int, at now: ContinuousClock.Instant) -> Entry? {
    state.withLock { state in
      guard let last = state.last, last.commitCount == commitCount,
        now - last.time < Self.maximumAge
      else { return nil }
      return state.entries[id]
    }
  }

  /// Begins a look for changes, which the caller has to end.
  ///
  /// - Parameters:
  ///   - commitCount: The number of commits of this process.
  ///   - now: The present time.
  /// - Returns: The look, `nil` if none is due.
  func beginLook(commitCount: Int, at now: ContinuousClock.Instant) -> Look? {
    state.withLock { state in
      if let last = state.last, last.commitCount == commitCount, now - last.time < Self.interval {
        return nil
      }
      guard !state.isLooking else { return nil }
      state.isLooking = true
      return Look(known: state.last?.known, time: now, commitCount: commitCount)
    }
  }

  /// Ends a look.
  ///
  /// - Parameters:
  ///   - look: The look.
  ///   - found: What has changed, `nil` if that could not be read.
  func end(_ look: Look, _ found: ChangedDocuments?) {
    state.withLock { state in
      state.isLooking = false
      state.lookCount += 1
      guard let found else { return state.last = nil }
      if let documents = found.documents, look.known != nil, state.last != nil {
        state.entries = state.entries.filter { !documents.contains($0.value.page.document) }
      } else {
        state.entries = [:]
      }
      state.last = Look(known: found.last, time: look.time, commitCount: look.commitCount)
    }
  }

  /// Returns the present moment, for a page that is read next.
  func moment() -> Moment { Moment(lookCount: state.withLock(\.lookCount)) }

  /// Keeps a page, unless a look that has ended since may know a later state than the page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - moment: A moment before it was read.
  func keep(_ page: StoredPage, readAfter moment: Moment) {
    let entry = Entry(page: page, key: page.key)
    state.withLock { state in
      guard state.last != nil, state.lookCount == moment.lookCount else { return }
      if state.entries.count >= Self.maximumCount { state.entries = [:] }
      state.entries[page.id] = entry
    }
  }

  /// Forgets everything.
  func removeAll() {
    state.withLock { state in
      (state.entries, state.last) = ([:], nil)
      state.lookCount += 1
    }
  }
}
