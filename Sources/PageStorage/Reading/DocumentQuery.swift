// SPDX-License-Identifier: Apache-2.0

/// A search for documents, in one snapshot.
struct DocumentQuery {
  let order: DocumentOrder
  let start: DocumentCursor?
  let limit: Int
  let isTrashed: Bool
  /// The words that a title must contain, folded.
  let words: [String]

  init(
    order: DocumentOrder, after start: DocumentCursor?, limit: Int, matching text: String,
    isTrashed: Bool
  ) {
    self.order = order
    self.start = start
    self.limit = limit
    self.isTrashed = isTrashed
    words = FoldedText.folded(text).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  func run(_ db: any CatalogTransaction) throws -> DocumentList {
    var entries: [DocumentList.Entry] = []
    var damaged: [DocumentID] = []
    var (last, next): (DocumentCursor?, DocumentCursor?)
    var metadataByteCount = 0
    try db.readDocuments(in: order, after: start) { position in
      let id = DocumentID(position.document)
      guard let found = try find(id, db) else { return true }
      metadataByteCount += found.metadataByteCount
      let count = entries.count + damaged.count
      guard count < limit, count == 0 || metadataByteCount <= Self.maximumMetadataByteCount else {
        next = last
        return false
      }
      switch found {
      case .entry(let entry): entries.append(entry)
      case .damaged: damaged.append(id)
      }
      last = position
      return true
    }
    return DocumentList(
      entries: entries, damaged: damaged, next: next,
      version: Int(try ChangeLog.lastNumber(db)))
  }

  /// The number of bytes of metadata after which a part of the list ends.
  static let maximumMetadataByteCount = 1 << 20

  private enum Found {
    case entry(DocumentList.Entry)
    case damaged

    var metadataByteCount: Int {
      guard case .entry(let entry) = self else { return 0 }
      return entry.document.metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }
  }

  /// Returns a document, `nil` if it does not belong to the list.
  private func find(_ id: DocumentID, _ db: any CatalogTransaction) throws -> Found? {
    do {
      guard let row = try db.document(id), isIncluded(row) else { return nil }
      return .entry(try DocumentList.Entry(row, db))
    } catch PageStoreError.corrupted(.document) {
      return .damaged
    }
  }

  private func isIncluded(_ row: DocumentRow) -> Bool {
    guard !row.state.isBeingPurged, (row.state.trashed != nil) == isTrashed else { return false }
    guard !words.isEmpty else { return true }
    let title = FoldedText.folded(row.title)
    return words.allSatisfy { title.contains($0) }
  }

}

extension DocumentList.Entry {
  init(_ row: DocumentRow, _ db: any CatalogTransaction) throws {
    self.init(document: try row.document, cover: try Self.cover(of: row.state, db))
  }

  private static func cover(
    of document: DocumentState, _ db: any CatalogTransaction
  ) throws -> StoredPage? {
    guard document.count > 0 else { return nil }
    do {
      var order = PageOrder(db, document.id, root: document.root, count: document.count)
      return try order.storedPages(in: 0..<1).first
    } catch PageStoreError.corrupted {
      return nil
    }
  }
}

extension PageStore {
  /// Returns a part of the list of documents with their covers, from one snapshot.
  ///
  /// ```swift
  /// func printTitles(_ store: PageStore) async throws {
  ///   var cursor: DocumentCursor?
  ///   repeat {
  ///     let part = try await store.documents(after: cursor, limit: 50, order: .newest)
  ///     for entry in part.entries { print(entry.document.title) }
  ///     cursor = part.next
  ///   } while cursor != nil
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - cursor: The end of the previous part, `nil` for the first part. It must be of the same
  ///     order, see ``DocumentCursor/order``.
  ///   - limit: The maximum number of documents, at least 1. A part with more than 1 MiB of metadata ends earlier.
  ///   - order: The order.
  ///   - text: The words that a title must contain, in any order, in upper or lower case, with or without
  ///     accents; empty for all titles.
  ///   - isTrashed: Whether to list the documents in the trash instead of the others.
  /// - Returns: The documents.
  /// - Throws: `PageStoreError.corrupted` if the whole catalog is damaged, `.io`, `.closed`.
  /// - Complexity: O(m log n) for m of n documents examined: those listed, and those that do not
  ///   match. ``DocumentOrder/modified`` also sorts the dates of all documents, in O(n log n).
  public func documents(
    after cursor: DocumentCursor? = nil, limit: Int, order: DocumentOrder = .oldest,
    matching text: String = "", isTrashed: Bool = false
  ) async throws(PageStoreError) -> DocumentList {
    precondition(limit > 0, "a list of documents has room for at least one")
    precondition(cursor.map { $0.order == order } ?? true, "the cursor is of another order")
    let query = DocumentQuery(
      order: order, after: cursor, limit: limit, matching: text, isTrashed: isTrashed)
    return try await readAtLength { db in try query.run(db) }
  }

  /// Returns a document with its cover, from one snapshot.
  ///
  /// - Parameter id: The document.
  /// - Returns: The entry of the document in a list.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`, `.closed`.
  /// - Complexity: O(log n).
  package func entry(of id: DocumentID) async throws(PageStoreError) -> DocumentList.Entry {
    try await read { db in try DocumentList.Entry(try db.presentDocument(id), db) }
  }
}
