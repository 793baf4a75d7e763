// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// The changes of a document after a revision, as the store's log has them.
struct ChangeHistory: Sendable {
  /// The maximum number of changes; a client that is further behind reads the pages again.
  static let limit = 64

  /// The maximum number of bytes of all changes, in the log and as they are sent at once and kept for slow readers.
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
    // Those of more bytes are not even decoded: a client can ask for them again and again.
    let found = try await store.loggedChanges(
      of: document, after: revision, byteLimit: Self.byteLimit)
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
