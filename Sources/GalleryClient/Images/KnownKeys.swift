// SPDX-License-Identifier: Apache-2.0

import PageGallery
import Synchronization

/// The newest keys that a server has sent for pages, for the URLs of their images.
final class KnownKeys: Sendable {
  private struct Entry {
    var key: PageKey
    var revision: Int
  }

  private let entries = Mutex<[PageID: Entry]>([:])

  subscript(page: PageID) -> PageKey? { entries.withLock { $0[page]?.key } }

  /// Notes the keys of all pages, and forgets those of pages that are gone.
  func note(_ columns: ReceivedColumns) {
    entries.withLock { entries in
      var all = entries.filter { $0.value.revision > columns.revision }
      for (id, key) in zip(columns.ids, columns.keys) where all[PageID(id)] == nil {
        all[PageID(id)] = Entry(key: key, revision: columns.revision)
      }
      entries = all
    }
  }

  /// Notes the keys of changed pages.
  func note(_ keys: [String: PageKey], at revision: Int) {
    entries.withLock { entries in
      for (text, key) in keys {
        guard let page = UInt64(text).map({ PageID($0) }) else { continue }
        guard entries[page].map({ $0.revision <= revision }) ?? true else { continue }
        entries[page] = Entry(key: key, revision: revision)
      }
    }
  }
}
