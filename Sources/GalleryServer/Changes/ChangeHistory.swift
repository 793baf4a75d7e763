// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// The changes of a document after a revision, as the store's log has them.
struct ChangeHistory: Sendable {
  /// The maximum number of changes; a client that is further behind reads the pages again.
  static let limit = 64

  /// The maximum number of bytes of all changes, which are sent at once and kept for slow readers.
  static let byteLimit = 512 << 10

  /// The revision after the changes.
  let revision: Int

  /// The changes in order, `nil` if the client has to read the pages again.
  let changes: [ChangeRepresentation]?

  /// Reads the changes.
  init(
    of document: DocumentID, after revision: Int, in store: PageStore, origins: ChangeOrigins
  ) async throws(PageStoreError) {
    let current = try await store.document(document).revision
    guard revision < current, current - revision <= Self.limit else {
      (self.revision, changes) = (current, revision == current ? [] : nil)
      return
    }
    var found: [DocumentChange] = []
    var log = store.changes(of: document, after: revision).makeAsyncIterator()
    while found.last?.revision ?? revision < current, let change = try await log.next() {
      found.append(change)
      if change.changeset == nil { break }
    }
    self.revision = found.last?.revision ?? revision
    guard Self.isCheap(found) else {
      changes = nil
      return
    }
    changes = try await Self.represent(found, of: document, in: store, origins)
  }

  /// The work for looking up pages above which a client reads all of them again.
  private static let workLimit = 1_000_000

  /// Returns whether the pages of changes can be looked up quickly.
  ///
  /// Each replaced page is followed through all entries of the later changes.
  static func isCheap(_ changes: [DocumentChange]) -> Bool {
    let changesets = changes.compactMap(\.changeset)
    let entryCount = changesets.reduce(0) { $0 + $1.entryCount }
    let lookupCount = changesets.reduce(0) { $0 + $1.insertions.count + $1.replacements.count }
    return lookupCount * (entryCount + changesets.count) <= workLimit
  }

  private static func represent(
    _ changes: [DocumentChange], of document: DocumentID, in store: PageStore,
    _ origins: ChangeOrigins
  ) async throws(PageStoreError) -> [ChangeRepresentation]? {
    var (represented, byteCount) = ([ChangeRepresentation](), 0)
    for (place, change) in changes.enumerated() {
      guard let changeset = change.changeset else { return nil }
      let later = changes[place...].compactMap(\.changeset)
      var pages = PagesOfChange(changeset)
      try await pages.find(in: store, document, at: changes.last?.revision ?? 0, through: later)
      var representation = ChangeRepresentation(change.revision, changeset, pages)
      representation.origin = await origins.origin(of: document, revision: change.revision)
      guard let length = representation.byteCount, byteCount + length <= byteLimit else {
        return nil
      }
      byteCount += length
      represented.append(representation)
    }
    return represented
  }
}

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
  /// - Parameters:
  ///   - store: The store.
  ///   - document: The document.
  ///   - revision: The revision after all changes.
  ///   - changes: This change and all later ones up to that revision.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`, `.closed`.
  mutating func find(
    in store: PageStore, _ document: DocumentID, at revision: Int, through changes: [Changeset]
  ) async throws(PageStoreError) {
    for insertion in changeset.insertions {
      let page = insertion.page.id
      keys[page] = try await store.key(of: page)
    }
    for replacement in changeset.replacements {
      var index: Int? = replacement.index
      for change in changes { index = index.flatMap { change.index(after: $0) } }
      guard let index else { continue }
      let found = try await store.readableWindow(index..<index + 1, of: document)
      // A still later change is announced by itself, with its own keys.
      guard found.revision == revision, let page = found.pages.first else { continue }
      replaced[replacement.index] = page.id
      keys[page.id] = page.key
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
