// SPDX-License-Identifier: Apache-2.0

package import GalleryPages

/// The rules for creating and choosing the document that receives pages.
package struct DocumentRules: Sendable {
  /// The title of a newly created document.
  package var title: String

  /// Returns whether the newest document receives the pages, rather than a new one.
  package var continues: @Sendable (Document) -> Bool

  /// Updates the metadata of the receiving document.
  package var note: @Sendable (inout [String: String]) -> Void

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - title: The title of a newly created document.
  ///   - continues: Whether the newest document receives the pages; always, by default.
  ///   - note: Updates the metadata of the receiving document; no change by default.
  package init(
    title: String, continues: @escaping @Sendable (Document) -> Bool = { _ in true },
    note: @escaping @Sendable (inout [String: String]) -> Void = { _ in }
  ) {
    (self.title, self.continues, self.note) = (title, continues, note)
  }
}

/// The result of adding pages without duplicates.
package struct DeduplicatedInsertion: Sendable {
  /// The document created for them, if any.
  package var newDocument: Document?

  /// The pages that were added, in order.
  package var stored: [StoredPage] = []

  /// The skipped pages, each with the existing page that has its bytes.
  package var known: [PageID: PageID] = [:]
}

extension PageStore {
  /// Returns the page of a destination with the given bytes, which may be in the trash.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 of the bytes.
  ///   - destination: A document, or all documents of an owner.
  /// - Returns: The oldest such page of one document, `nil` if there is none.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  package func page(
    withContent digest: ContentDigest, of destination: PageDestination
  ) async throws(PageStoreError) -> PageID? {
    // Comparing stored bytes reads all of them.
    try await readAtLength { [folder, engine] db in
      try destination.page(withContent: digest, db) { original in
        // Elsewhere, stored bytes were verified when they were put.
        guard case .folder = engine else { return !original.isMarkedLost }
        return try folder.isSound(digest, byteCount: original.byteCount, limit: .max)
      }
    }
  }

  /// Appends staged pages to the destination's document, skipping bytes that it already has.
  ///
  /// It is one change: the document is found or created, and the bytes are looked up, under the
  /// write lock. Several processes that add the same files therefore add each file once, to one
  /// shared document.
  ///
  /// - Parameters:
  ///   - pages: The pages in order. They are consumed if the call returns, and can be reused if it
  ///     throws.
  ///   - destination: The destination of the pages.
  ///   - rules: The rules for creating and choosing the document.
  /// - Returns: The added and the skipped pages.
  /// - Throws: `PageStoreError.notFound` if the chosen document does not exist, `.locked`, `.full`,
  ///   `.corrupted`, `.io`.
  package func insertWithoutDuplicates(
    _ pages: [StagedPage], into destination: PageDestination, rules: DocumentRules
  ) async throws(PageStoreError) -> DeduplicatedInsertion {
    try await commit(pages) { publication in
      let (new, known) = try destination.newPages(among: pages, publication)
      guard !new.isEmpty else { return DeduplicatedInsertion(known: known) }
      var taken = try publication.append(new, to: destination, rules)
      taken.known = known
      return taken
    }
  }
}

extension PageStore {
  /// Appends pages whose bytes are stored to a document of recovered pages, skipping bytes that belong to a page by now.
  ///
  /// Several repairs at the same time therefore add each original once. The bytes are not put again: what is put and
  /// not committed is removed after a day, and the process of a repair may end in between.
  ///
  /// - Parameters:
  ///   - pages: The pages in order, each with other bytes, staged to read them.
  ///   - document: The document, `nil` for a new one.
  ///   - title: The title of a new one.
  /// - Returns: The document, which is made for the first page, and the pages that were added.
  /// - Throws: `PageStoreError`.
  func adopt(
    _ pages: [StagedPage], into document: DocumentID?, title: String
  ) async throws(PageStoreError) -> (document: DocumentID?, pages: [PageID]) {
    guard !pages.isEmpty else { return (document, []) }
    return try await change { db in
      try db.prepareOriginals(pages.map(\.digest))
      let free = try pages.filter { try db.original($0.digest) == nil }
      guard !free.isEmpty else { return (document, []) }
      let document =
        try document ?? DocumentRow.insert(db, title: title, metadata: [:])
      var rows: [ContentDigest: BlobRow] = [:]
      for page in free {
        rows[page.digest] = try BlobRow.insert(
          db, page.digest, byteCount: page.byteCount, header: page.header, damage: page.damage)
      }
      var editor = try DocumentEditor(db, document)
      let start = editor.order.count
      let change = StoreChangeset(
        insertions: free.enumerated().map { .init(index: start + $0, page: $1) })
      _ = try editor.apply(change, blobs: rows)
      return (document, free.map(\.id))
    }
  }
}

extension PageDestination {
  /// Separates pages with new bytes from pages with known bytes.
  fileprivate func newPages(
    among pages: [StagedPage], _ publication: Publication
  ) throws -> (new: [StagedPage], known: [PageID: PageID]) {
    try publication.db.prepareOriginals(pages.map(\.digest))
    var owners: [ContentDigest: PageID] = [:]
    var (new, known): ([StagedPage], [PageID: PageID]) = ([], [:])
    for page in pages {
      let owner =
        try owners[page.digest]
        ?? self.page(withContent: page.digest, publication.db, where: publication.target.isSound)
      if let owner {
        known[page.id] = owner
      } else {
        owners[page.digest] = page.id
        new.append(page)
      }
    }
    return (new, known)
  }

  /// Returns the receiving document, which is created if there is none.
  fileprivate func document(
    _ db: any CatalogTransaction, _ rules: DocumentRules
  ) throws -> (document: Document, isNew: Bool) {
    switch self {
    case .document(let id): return (try db.presentDocument(id).document, false)
    case .owner(let owner):
      if let newest = try owner.newest(db), rules.continues(newest) { return (newest, false) }
      let id = try DocumentRow.insert(
        db, title: rules.title, metadata: [owner.key: owner.value])
      return (try db.presentDocument(id).document, true)
    }
  }
}

extension Publication {
  /// Appends pages to a document, in a single record.
  fileprivate func append(
    _ pages: [StagedPage], to destination: PageDestination, _ rules: DocumentRules
  ) throws -> DeduplicatedInsertion {
    let (document, isNew) = try destination.document(db, rules)
    let noted = try note(in: document, rules)
    var editor = try DocumentEditor(db, document.id)
    let start = editor.order.count
    let change = StoreChangeset(
      insertions: pages.enumerated().map { .init(index: start + $0, page: $1) })
    // A change writes its records at once: two writes would look like two changes after a crash.
    let creation = isNew ? [StoreRecord.document(document.id, title: document.title)] : []
    let metadata = isNew || noted.isChanged ? [noted.record] : []
    let blobs = try publish(
      pages,
      records: creation + metadata + pages.flatMap { StoreRecord.arrival(of: $0, in: document.id) })
    _ = try editor.apply(change, blobs: blobs)
    let stored = try pages.compactMap { try db.storedPage($0.id) }
    let newDocument = isNew ? try db.presentDocument(document.id).document : nil
    return DeduplicatedInsertion(newDocument: newDocument, stored: stored)
  }

  /// Updates the metadata of a document that receives pages.
  ///
  /// - Returns: The record of the metadata if they changed.
  private func note(
    in document: Document, _ rules: DocumentRules
  ) throws -> (isChanged: Bool, record: StoreRecord) {
    var metadata = document.metadata
    rules.note(&metadata)
    var row = try db.presentDocument(document.id)
    let isChanged = metadata != document.metadata
    if isChanged {
      row.metadata = try DocumentRow.text(of: metadata)
      try db.update(row)
    }
    return (isChanged, .documentMetadata(document.id, text: row.metadata))
  }
}
