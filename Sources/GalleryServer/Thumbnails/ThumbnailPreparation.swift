// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage
import Synchronization

/// Makes the thumbnails of new pages for a strip before they are requested.
///
/// The first opening of a document then does not have to wait for many of them. It begins when no page
/// has arrived for a short time, because decoding would slow down the arrival of others. While pages keep
/// arriving it begins after a longer time, so that a long import is not left out.
final class ThumbnailPreparation: Sendable {
  /// The heights of a strip on displays with one and with two pixels per point.
  static let styles = [ThumbnailLadder.h66, .h132].map(\.style)

  /// The time without new pages after which it begins.
  static let delay = Duration.seconds(1)

  /// The number of such times after which it begins although pages arrive.
  static let longestDelayCount = 10

  /// The number of pages that wait for it; further ones are left out.
  private static let limit = 10_000

  private struct State {
    var pages: [PageID] = []
    var arrivalCount = 0
    var isWaiting = false
  }

  let store: PageStore
  let isEnabled: Bool
  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  init(store: PageStore, isEnabled: Bool, clock: any Clock<Duration>) {
    (self.store, self.isEnabled, self.clock) = (store, isEnabled, clock)
  }

  /// Prepares the thumbnails of pages.
  func callAsFunction(_ pages: [PageID]) {
    guard isEnabled, !pages.isEmpty else { return }
    let isFirst = state.withLock { state in
      state.pages += pages.prefix(Self.limit - state.pages.count)
      state.arrivalCount += 1
      defer { state.isWaiting = true }
      return !state.isWaiting
    }
    guard isFirst else { return }
    let clock = clock
    Task { [weak self] in
      for delayCount in 1...Self.longestDelayCount {
        guard let count = self?.arrivalCount else { return }
        guard (try? await clock.sleep(for: Self.delay)) != nil else { return }
        let isLast = delayCount == Self.longestDelayCount
        if self?.begin(ifStillAt: isLast ? nil : count) != false { return }
      }
    }
  }

  private var arrivalCount: Int { state.withLock(\.arrivalCount) }

  /// Begins unless pages have arrived since a count was read, and returns whether it did.
  private func begin(ifStillAt count: Int?) -> Bool {
    let pages = state.withLock { state -> [PageID]? in
      guard count == nil || state.arrivalCount == count else { return nil }
      defer { (state.pages, state.isWaiting) = ([], false) }
      return state.pages
    }
    guard let pages else { return false }
    store.prepareThumbnails(of: pages, styles: Self.styles)
    return true
  }
}
