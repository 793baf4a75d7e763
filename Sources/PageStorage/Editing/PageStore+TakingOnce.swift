// SPDX-License-Identifier: Apache-2.0

import GRDB
package import GalleryPages

/// What a new document is called, and when one begins.
package struct DocumentRules: Sendable {
  /// The title of a document that has to be made.
  package var title: String

  /// Returns whether the newest document gets the pages, and not one that is made for them.
  package var continues: @Sendable (Document) -> Bool

  /// Changes the metadata of the document that gets pages.
  package var note: @Sendable (inout [String: String]) -> Void

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - title: The title of a document that has to be made.
  ///   - continues: Whether the newest document gets the pages; always, by default.
  ///   - note: Changes the metadata of the document that gets pages; not at all, by default.
  package init(
    title: String, continues: @escaping @Sendable (Document) -> Bool = { _ in true },
    note: @escaping @Sendable (inout [String: String]) -> Void = { _ in }
  ) {
    (self.title, self.continues, self.note) = (title, continues, note)
  }
}

/// What became of pages each of which was to be taken once.
package struct PagesTakenOnce: Sendable {
  /// The document that was made for them, if one was.
  package var newDocument: Document?

  /// The pages that are stored now, in order.
  package var stored: [StoredPage] = []

  /// The pages that were left out, and those that have their bytes.
  package var known: [PageID: PageID] = [:]
}

extension PageStore {
  /// Returns the page of a destination that has some bytes, also one in the trash.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 of the bytes.
  ///   - destination: A document, or all documents of an owner.
  /// - Returns: The oldest such page of one document, `nil` if there is none.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  package func page(
    withContent digest: ContentDigest, of destination: PageDestination
  ) throws(PageStoreError) -> PageID? {
    try catalogue.read { db in try destination.page(withContent: digest, db, in: folder) }
  }

  /// Puts those staged pages whose bytes a destination does not have at the end of its document.
  ///
  /// All of it is one change: the document is found or made, and the bytes are looked up, while nobody
  /// else can write. So several processes that take the same files take each of them once, and share
  /// one document.
  ///
  /// - Parameters:
  ///   - pages: The pages in order. They are used up if the call returns, and can be used again if it
  ///     throws.
  ///   - destination: Where they go.
  ///   - rules: What a new document is called, and when one begins.
  /// - Returns: What became of them.
  /// - Throws: `PageStoreError.notFound` if the chosen document is not there, `.locked`, `.full`,
  ///   `.corrupted`, `.io`.
  package func takeOnce(
    _ pages: [StagedPage], into destination: PageDestination, rules: DocumentRules
  ) async throws(PageStoreError) -> PagesTakenOnce {
    try await commit(pages) { publication in
      let (new, known) = try destination.newPages(among: pages, publication)
      guard !new.isEmpty else { return PagesTakenOnce(known: known) }
      var taken = try publication.append(new, to: destination, rules)
      taken.known = known
      return taken
    }
  }
}

extension PageDestination {
  /// Sorts pages into those whose bytes are new and those whose bytes are known.
  fileprivate func newPages(
    among pages: [StagedPage], _ publication: Publication
  ) throws -> (new: [StagedPage], known: [PageID: PageID]) {
    var owners: [ContentDigest: PageID] = [:]
    var (new, known): ([StagedPage], [PageID: PageID]) = ([], [:])
    for page in pages {
      let owner =
        try owners[page.digest]
        ?? self.page(withContent: page.digest, publication.db, in: publication.folder)
      if let owner {
        known[page.id] = owner
      } else {
        owners[page.digest] = page.id
        new.append(page)
      }
    }
    return (new, known)
  }

  /// Returns the document that gets pages, which is made if there is none.
  fileprivate func document(
    _ db: Database, _ rules: DocumentRules
  ) throws -> (document: Document, isNew: Bool) {
    switch self {
    case .document(let id): return (try DocumentRow.fetch(db, id).document, false)
    case .owner(let owner):
      if let newest = try owner.newest(db), rules.continues(newest) { return (newest, false) }
      let id = try DocumentRow.insert(
        db, title: rules.title, metadata: [owner.key: owner.value])
      return (try DocumentRow.fetch(db, id).document, true)
    }
  }
}

extension Publication {
  /// Puts pages at the end of a document, in a single record.
  fileprivate func append(
    _ pages: [StagedPage], to destination: PageDestination, _ rules: DocumentRules
  ) throws -> PagesTakenOnce {
    let (document, isNew) = try destination.document(db, rules)
    let noted = try note(in: document, rules)
    var editor = try DocumentEditor(db, document.id)
    let start = editor.order.count
    let change = StoreChangeset(
      insertions: pages.enumerated().map { .init(index: start + $0, page: $1) })
    // A change writes its records at once: two of them would look like two changes after a crash.
    let creation = isNew ? [StoreRecord.document(document.id, title: document.title)] : []
    let metadata = isNew || noted.isChanged ? [noted.record] : []
    let blobs = try publish(
      pages,
      records: creation + metadata + pages.flatMap { StoreRecord.arrival(of: $0, in: document.id) })
    _ = try editor.apply(change, blobs: blobs)
    let stored = try pages.compactMap { try StoredPage.fetch(db, $0.id) }
    let newDocument = isNew ? try DocumentRow.fetch(db, document.id).document : nil
    return PagesTakenOnce(newDocument: newDocument, stored: stored)
  }

  /// Notes in the metadata of a document that it gets pages.
  ///
  /// - Returns: Whether they are other ones then, and their record.
  private func note(
    in document: Document, _ rules: DocumentRules
  ) throws -> (isChanged: Bool, record: StoreRecord) {
    var metadata = document.metadata
    rules.note(&metadata)
    var row = try DocumentRow.fetch(db, document.id)
    let isChanged = metadata != document.metadata
    if isChanged {
      row.metadata = try DocumentRow.text(of: metadata)
      try row.update(db)
    }
    return (isChanged, .documentMetadata(document.id, text: row.metadata))
  }
}
