// SPDX-License-Identifier: Apache-2.0

import GRDB
public import GalleryPages

extension PageStore {
  /// Returns what is kept with a page besides its bytes.
  ///
  /// - Parameter page: The page, also one in the trash.
  /// - Returns: The metadata, empty if there are none.
  /// - Throws: `PageStoreError.notFound`; `.corrupted(.metadata)` if they were changed; `.io`, `.closed`.
  /// - Complexity: O(log n) for n pages of the store.
  public func metadata(of page: PageID) async throws(PageStoreError) -> PageMetadata {
    try await metadata(of: [page])[page] ?? PageMetadata()
  }

  /// Returns what is kept with some pages, of each 1,000 at one moment.
  ///
  /// - Parameter pages: The pages, also those in the trash.
  /// - Returns: The metadata; pages without any are missing.
  /// - Throws: `PageStoreError.notFound` if one of them does not exist, and what ``metadata(of:)-(PageID)``
  ///   can throw.
  /// - Complexity: O(m log n) for m pages of n.
  public func metadata(
    of pages: [PageID]
  ) async throws(PageStoreError) -> [PageID: PageMetadata] {
    try await reading(pages, into: [:]) { db, page, found in
      let metadata = try PageMetadataRow.fetch(db, of: page)
      if !metadata.isEmpty {
        found[page] = metadata
      } else if try PageRow.fetch(db, page) == nil {
        throw PageStoreError.notFound(.page(page))
      }
    }
  }

  private static let windowCount = 1_000

  /// Looks each of some pages up, a few at once and many on a thread that may block, so that no read keeps
  /// the log of SQLite from being emptied for long.
  private func reading<Result: Sendable>(
    _ pages: [PageID], into result: Result,
    _ body: @escaping @Sendable (Database, PageID, inout Result) throws -> Void
  ) async throws(PageStoreError) -> Result {
    let read: @Sendable () throws(PageStoreError) -> Result = { () throws(PageStoreError) in
      var result = result
      var rest = pages[...]
      while !rest.isEmpty {
        let window = rest.prefix(Self.windowCount)
        rest.removeFirst(window.count)
        try self.catalogue.read { db in
          for page in window { try body(db, page, &result) }
        }
      }
      return result
    }
    return pages.count > 16 ? try await BlockingWork.run(read) : try read()
  }

  /// Returns what is kept with some pages, as far as it can be read.
  ///
  /// - Parameter pages: The pages; those that do not exist are passed over.
  /// - Returns: The metadata; pages without any are missing. And the pages whose metadata were changed.
  /// - Throws: `PageStoreError.io`, `.closed`, `.corrupted` if the catalogue cannot be read.
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

  /// Changes what is kept with a page.
  ///
  /// See ``updateMetadata(of:_:)`` for who is told of it. The new ones also take the place of damaged ones.
  ///
  /// - Parameters:
  ///   - metadata: The new metadata, in place of all that there were.
  ///   - page: The page, also one in the trash.
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

  /// Changes what is kept with some pages, all of it or nothing.
  ///
  /// The pages stay as they are: ``StoredPage/contentVersion`` and entity tags are the same, and so is the
  /// revision of the document, since neither its pages nor their order change. Galleries and those who
  /// observe pages hear nothing; ``PageStore/changes(after:)`` tells of it as
  /// ``StoreChange/Kind/pageMetadataChanged``.
  ///
  /// - Parameters:
  ///   - pages: The pages, also those in the trash.
  ///   - change: Changes the metadata of one page, inside of the change of the store.
  /// - Returns: The metadata of each page afterwards.
  /// - Throws: `PageStoreError.notFound` if one of the pages or its document does not exist or the document
  ///   is in the trash; `.limitExceeded` if metadata are longer than ``PageMetadata/maximumByteCount``;
  ///   `.locked`, `.full`, `.io`; `.corrupted`, also if metadata are damaged, which
  ///   ``repair(at:configuration:)`` restores and ``setMetadata(_:of:)`` replaces.
  /// - Complexity: O(m log n) for m pages of n.
  @discardableResult
  public func updateMetadata(
    of pages: [PageID], _ change: @escaping @Sendable (inout PageMetadata) -> Void
  ) async throws(PageStoreError) -> [PageID: PageMetadata] {
    try await commit([]) { publication in
      try MetadataEditor(publication: publication, replacesDamage: false).update(pages, change)
    }
  }
}

/// Changes the metadata of pages, inside of one transaction.
struct MetadataEditor {
  let publication: Publication
  /// Whether damaged metadata count as none.
  let replacesDamage: Bool

  private var db: Database { publication.db }

  func update(
    _ pages: [PageID], _ change: (inout PageMetadata) -> Void
  ) throws -> [PageID: PageMetadata] {
    var found: [PageID: PageMetadata] = [:]
    var changed: [DocumentID: [PageID]] = [:]
    var records: [StoreRecord] = []
    for page in pages where found[page] == nil {
      guard let row = try PageRow.fetch(db, page) else {
        throw PageStoreError.notFound(.page(page))
      }
      _ = try DocumentState.fetch(db, row.document)
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
    var state = try DocumentState.fetch(db, document)
    state.modified = SystemCalls.milliseconds
    try state.update(db)
    try ChangeLog.append(.pageMetadataChanged, of: document, pages: pages, to: db)
  }
}

extension StoreRecord {
  /// The records of a page that comes to a document.
  static func arrival(of page: StagedPage, in document: DocumentID) -> [StoreRecord] {
    let metadata = page.metadataText.map { StoreRecord.metadata(page.id, text: $0) }
    return [.page(page.id, document, page.digest)] + (metadata.map { [$0] } ?? [])
  }
}
