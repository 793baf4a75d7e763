// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

extension PageStore {
  /// Returns the metadata of a page.
  ///
  /// - Parameter page: The page, which may be in the trash.
  /// - Returns: The metadata, empty if there are none.
  /// - Throws: `PageStoreError.notFound`; `.corrupted(.metadata)` if they are damaged; `.io`,
  ///   `.closed`.
  /// - Complexity: O(log n) for n pages of the store.
  public func metadata(of page: PageID) async throws(PageStoreError) -> PageMetadata {
    try await metadata(of: [page])[page] ?? PageMetadata()
  }

  /// Returns the metadata of pages, from one snapshot per 1,000 pages.
  ///
  /// - Parameter pages: The pages, which may be in the trash.
  /// - Returns: The metadata; pages without metadata are omitted.
  /// - Throws: `PageStoreError.notFound` if one of them does not exist, and what
  ///   ``metadata(of:)-(PageID)`` can throw.
  /// - Complexity: O(m log n) for m pages of n.
  public func metadata(
    of pages: [PageID]
  ) async throws(PageStoreError) -> [PageID: PageMetadata] {
    try await reading(pages, into: [:]) { db, page, found in
      let metadata = try PageMetadataRow.fetch(db, of: page)
      if !metadata.isEmpty {
        found[page] = metadata
      } else if try db.page(page) == nil {
        throw PageStoreError.notFound(.page(page))
      }
    }
  }

  private static let windowCount = 1_000

  /// Reads pages in portions: a few at once, many on a thread that may block.
  ///
  /// Short reads never delay the checkpoint of SQLite's log for long.
  private func reading<Result: Sendable>(
    _ pages: [PageID], into result: Result,
    _ body: @escaping @Sendable (any CatalogTransaction, PageID, inout Result) throws -> Void
  ) async throws(PageStoreError) -> Result {
    var result = result
    var rest = pages[...]
    while !rest.isEmpty {
      let window = rest.prefix(Self.windowCount)
      rest.removeFirst(window.count)
      let rules = { @Sendable [result] (db: any CatalogTransaction) in
        var result = result
        try db.prepareMetadata(of: Array(window))
        for page in window { try body(db, page, &result) }
        return result
      }
      result = try await pages.count > 16 ? readAtLength(rules) : read(rules)
    }
    return result
  }

  /// Returns the readable metadata of pages.
  ///
  /// - Parameter pages: The pages; those that do not exist are skipped.
  /// - Returns: The metadata, without pages that have none; and the pages whose metadata are
  ///   damaged.
  /// - Throws: `PageStoreError.io`, `.closed`, `.corrupted` if the catalog cannot be read.
  package func soundMetadata(
    of pages: [PageID]
  ) async throws(PageStoreError) -> (metadata: [PageID: PageMetadata], damaged: [PageID]) {
    let empty: (metadata: [PageID: PageMetadata], damaged: [PageID]) = ([:], [])
    return try await reading(pages, into: empty) { db, page, found in
      do {
        let metadata = try PageMetadataRow.fetch(db, of: page)
        if !metadata.isEmpty { found.metadata[page] = metadata }
      } catch PageStoreError.corrupted(.metadata) {
        found.damaged.append(page)
      }
    }
  }

  /// Replaces the metadata of a page.
  ///
  /// See ``updateMetadata(of:_:)`` for who is notified. Damaged metadata are replaced too.
  ///
  /// - Parameters:
  ///   - metadata: The new metadata, which replace all existing ones.
  ///   - page: The page, which may be in the trash.
  /// - Throws: What ``updateMetadata(of:_:)`` can throw.
  public func setMetadata(
    _ metadata: PageMetadata, of page: PageID
  ) async throws(PageStoreError) {
    _ = try metadata.stored
    _ = try await commit([]) { publication in
      try MetadataEditor(publication: publication, replacesDamage: true)
        .update([page]) { $0 = metadata }
    }
  }

  /// Changes the metadata of pages atomically.
  ///
  /// The pages themselves do not change: ``StoredPage/contentVersion``, entity tags and the
  /// revision of the document stay the same. Galleries and observers of pages are not notified;
  /// ``PageStore/changes(after:)`` reports the change as ``StoreChange/Kind/pageMetadataChanged``.
  ///
  /// - Parameters:
  ///   - pages: The pages, which may be in the trash.
  ///   - change: Changes the metadata of one page; called within the transaction.
  /// - Returns: The metadata of each page afterwards.
  /// - Throws: `PageStoreError.notFound` if one of the pages or its document does not exist or the
  ///   document is in the trash; `.limitExceeded` if metadata are longer than
  ///   ``PageMetadata/maximumByteCount``; `.locked`, `.full`, `.io`; `.corrupted`, also if metadata
  ///   are damaged, which ``repair(at:configuration:)`` restores and ``setMetadata(_:of:)``
  ///   replaces.
  /// - Complexity: O(m log n) for m pages of n.
  @discardableResult
  public func updateMetadata(
    of pages: [PageID], _ change: @escaping @Sendable (inout PageMetadata) -> Void
  ) async throws(PageStoreError) -> [PageID: PageMetadata] {
    try await perform(.updateMetadata(of: pages, change))
  }
}

/// An editor of page metadata, within one transaction.
struct MetadataEditor {
  let publication: Publication
  /// Whether damaged metadata are treated as empty.
  let replacesDamage: Bool

  private var db: any CatalogTransaction { publication.db }

  func update(
    _ pages: [PageID], _ change: (inout PageMetadata) -> Void
  ) throws -> [PageID: PageMetadata] {
    var found: [PageID: PageMetadata] = [:]
    var changed: [DocumentID: [PageID]] = [:]
    var records: [StoreRecord] = []
    try db.prepare([
      { db in try db.preparePages(pages) }, { db in try db.prepareMetadata(of: pages) },
    ])
    for page in pages where found[page] == nil {
      guard let row = try db.page(page) else {
        throw PageStoreError.notFound(.page(page))
      }
      _ = try db.presentState(of: row.document)
      var metadata =
        replacesDamage ? PageMetadata() : try PageMetadataRow.fetch(db, of: page)
      change(&metadata)
      found[page] = metadata
      let text = try metadata.stored
      guard try PageMetadataRow.isNew(text, of: page, db) else { continue }
      try PageMetadataRow.store(text, of: page, db)
      records.append(.metadata(page, text: text))
      changed[row.document, default: []].append(page)
    }
    guard !records.isEmpty else { return found }
    try publication.record(records)
    for (document, pages) in changed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try note(pages, of: document)
    }
    return found
  }

  private func note(_ pages: [PageID], of document: DocumentID) throws {
    var state = try db.presentState(of: document)
    state.modified = db.now
    try db.update(state)
    try ChangeLog.append(.pageMetadataChanged, of: document, pages: pages, to: db)
  }
}

extension StoreRecord {
  /// Returns the records of a page added to a document.
  static func arrival(of page: StagedPage, in document: DocumentID) -> [StoreRecord] {
    let metadata = page.metadataText.map { StoreRecord.metadata(page.id, text: $0) }
    return [.page(page.id, document, page.digest)] + (metadata.map { [$0] } ?? [])
  }
}
