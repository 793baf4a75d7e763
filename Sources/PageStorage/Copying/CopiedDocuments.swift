// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// Documents of a store that are copied together, because pages have moved between them.
struct CopiedDocuments: Sendable {
  /// The documents, `nil` for one that is no longer there.
  var documents: [DocumentID: CopiedDocument?]

  /// Whether none of the documents is there any longer.
  var areGone: Bool { documents.values.allSatisfy { $0 == nil } }

  /// The documents in ascending order.
  var ids: [DocumentID] { documents.keys.sorted { $0.rawValue < $1.rawValue } }

  /// All pages in ascending order.
  var pages: [CopiedDocument.Page] {
    documents.values.compactMap(\.self).flatMap(\.pages.values)
      .sorted { $0.row.id.rawValue < $1.row.id.rawValue }
  }

  /// The originals of all pages.
  var originals: [ContentDigest: BlobRow] {
    documents.values.compactMap(\.self).reduce(into: [:]) { all, document in
      all.merge(document.originals) { first, _ in first }
    }
  }

  /// The IDs of all pages.
  var pageIDs: [PageID] { pages.map(\.row.id) }

  /// Returns a page of any of the documents.
  func page(_ id: PageID) -> CopiedDocument.Page? {
    documents.values.lazy.compactMap { $0?.pages[id] }.first
  }
}

// MARK: - Comparing

extension CopiedDocuments {
  /// Requires that documents of a copy are earlier states of these.
  ///
  /// - Throws: `PageStoreError.unfitLocation`.
  func requireLater(than old: Self) throws(PageStoreError) {
    for id in ids {
      guard let mine = documents[id] ?? nil, let other = old.documents[id] ?? nil else { continue }
      try mine.version.requireLater(than: other.version, id)
    }
  }

  /// Returns a page of each original but some.
  func pagesOfOriginals(except known: Set<ContentDigest>) -> [StoredPage] {
    var known = known
    return pages.filter { known.insert($0.original.digest).inserted }.map(\.storedPage)
  }
}

/// What tells states of a document from each other, and from other documents with its number.
struct DocumentVersion: Sendable {
  /// The creation date, in milliseconds since 1970.
  let created: Int64
  let revision: Int

  /// Requires that this is a later state of a document than another one, or the same.
  ///
  /// - Throws: `PageStoreError.unfitLocation`.
  func requireLater(than other: Self, _ id: DocumentID) throws(PageStoreError) {
    guard created != other.created || revision < other.revision else { return }
    throw .unfitLocation(
      reason:
        "document \(id.rawValue) of the copy is another one or was changed there: it was created at"
        + " \(other.created) ms and has revision \(other.revision), that of the store at"
        + " \(created) ms and \(revision); copy to a new store")
  }
}

extension DocumentVersion {
  init(_ row: DocumentRow) {
    self.init(created: row.created, revision: row.state.revision)
  }
}

extension CopiedDocument {
  fileprivate var version: DocumentVersion {
    DocumentVersion(created: created, revision: state.revision)
  }
}
