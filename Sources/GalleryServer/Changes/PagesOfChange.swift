// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// The identifiers and keys of the pages that a change adds or replaces.
struct PagesOfChange: Sendable {
  private let changeset: Changeset

  /// The replaced pages by their index before the change, as far as they still exist.
  private(set) var replaced: [Int: PageID] = [:]

  /// The present keys of the added and replaced pages.
  private(set) var keys: [PageID: PageKey] = [:]

  init(_ changeset: Changeset) { self.changeset = changeset }

  /// Looks the pages up.
  ///
  /// A page may have been moved by others since: it is followed through the log.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - document: The document.
  ///   - revision: The revision after all given changes.
  ///   - changes: This change and all later ones up to that revision.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`, `.closed`.
  mutating func find(
    in store: PageStore, _ document: DocumentID, at revision: Int, through changes: [Changeset]
  ) async throws(PageStoreError) {
    for insertion in changeset.insertions {
      let page = insertion.page.id
      keys[page] = try await store.key(of: page)
    }
    var path = PagePath(in: store, document, changes, end: revision)
    for replacement in changeset.replacements {
      guard let page = try await path.page(from: replacement.index) else { continue }
      replaced[replacement.index] = page.id
      keys[page.id] = page.key
    }
  }
}

/// The changes through which pages are followed to the present.
private struct PagePath {
  private let store: PageStore
  private let document: DocumentID
  private var changes: [Changeset]
  /// The revision after the changes, `nil` if the log has not kept the next one.
  private var end: Int?

  /// A document whose pages move faster than they are read is read again by the client.
  private static let attemptCount = 8

  init(in store: PageStore, _ document: DocumentID, _ changes: [Changeset], end: Int) {
    (self.store, self.document, self.changes, self.end) = (store, document, changes, end)
  }

  /// Returns the page that was at an index before the changes, `nil` if it cannot be found.
  mutating func page(from index: Int) async throws(PageStoreError) -> StoredPage? {
    for _ in 0..<Self.attemptCount {
      let present = changes.reduce(Optional(index)) { place, change in
        place.flatMap { change.index(after: $0) }
      }
      guard let end, let present else { return nil }
      let found = try await store.readableWindow(present..<present + 1, of: document)
      if found.revision == end { return found.pages.first }
      try await extend(to: found.revision)
    }
    return nil
  }

  /// Reads the changes up to a later revision.
  private mutating func extend(to revision: Int) async throws(PageStoreError) {
    var log = store.changes(of: document, after: end ?? revision).makeAsyncIterator()
    while let last = end, last < revision {
      let change = try await log.next()
      guard let change, let changeset = change.changeset else { return end = nil }
      changes.append(changeset)
      end = change.revision
    }
  }
}

extension PageStore {
  /// Returns the present key of a page, `nil` if it was purged or is damaged.
  fileprivate func key(of page: PageID) async throws(PageStoreError) -> PageKey? {
    do throws(PageStoreError) {
      return try await self.page(page).key
    } catch .notFound, .corrupted {
      return nil
    }
  }
}
