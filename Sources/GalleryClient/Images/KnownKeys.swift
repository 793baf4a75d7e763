// SPDX-License-Identifier: Apache-2.0

import PageGallery
import Synchronization

/// The newest keys that a server has sent for pages, for the URLs of their images.
final class KnownKeys: Sendable {
  private struct Entry {
    var key: PageKey
    var revision: Int
    var arrival: Int
  }

  private struct State {
    var entries: [PageID: Entry] = [:]
    /// The number of times that keys have arrived.
    var arrivalCount = 0
  }

  private let state = Mutex(State())

  subscript(page: PageID) -> PageKey? { state.withLock { $0.entries[page]?.key } }

  /// The number of times that keys have arrived, to be noted before pages are requested.
  var arrivalCount: Int { state.withLock(\.arrivalCount) }

  /// Notes the keys of all pages, and forgets those of pages that are gone.
  ///
  /// Newer keys stay if they have arrived since the request. Older arrivals with a higher revision are of
  /// a history that the server no longer has, such as after a backup was restored.
  ///
  /// - Parameters:
  ///   - columns: The pages.
  ///   - arrivalCount: The ``arrivalCount`` at the time of the request.
  func note(_ columns: ReceivedColumns, since arrivalCount: Int) {
    state.withLock { state in
      state.arrivalCount += 1
      var all = state.entries.filter {
        $0.value.arrival > arrivalCount && $0.value.revision > columns.revision
      }
      for (id, key) in zip(columns.ids, columns.keys) where all[PageID(id)] == nil {
        all[PageID(id)] = Entry(
          key: key, revision: columns.revision, arrival: state.arrivalCount)
      }
      state.entries = all
    }
  }

  /// Notes the keys of changed pages.
  func note(_ keys: [String: PageKey], at revision: Int) {
    state.withLock { state in
      state.arrivalCount += 1
      for (text, key) in keys {
        guard let page = UInt64(text).map({ PageID($0) }) else { continue }
        guard state.entries[page].map({ $0.revision <= revision }) ?? true else { continue }
        state.entries[page] = Entry(key: key, revision: revision, arrival: state.arrivalCount)
      }
    }
  }
}
