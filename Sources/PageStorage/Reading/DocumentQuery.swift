// SPDX-License-Identifier: Apache-2.0

import GRDB

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

  func run(_ db: Database) throws -> DocumentList {
    var entries: [DocumentList.Entry] = []
    var damaged: [DocumentID] = []
    var (last, next): (DocumentCursor?, DocumentCursor?)
    let fetch = try db.cachedStatement(
      sql: "SELECT \(DocumentRow.columns) FROM document WHERE id = ?")
    try db.makeStatement(sql: sql).each(binding: values) { position in
      let id = position.integer(0)
      guard let found = try find(id, fetch, db) else { return true }
      guard entries.count + damaged.count < limit else {
        next = last
        return false
      }
      switch found {
      case .entry(let entry): entries.append(entry)
      case .damaged: damaged.append(DocumentID(id))
      }
      last = DocumentCursor(order: order, document: id, modified: position.integer(1))
      return true
    }
    return DocumentList(
      entries: entries, damaged: damaged, next: next,
      version: Int(try ChangeLog.lastNumber(db)))
  }

  private enum Found {
    case entry(DocumentList.Entry)
    case damaged
  }

  /// Returns a document, `nil` if it does not belong to the list.
  private func find(_ id: Int64, _ statement: Statement, _ db: Database) throws -> Found? {
    do {
      let row = try statement.first(binding: id) { try DocumentRow($0) }
      guard let row, isIncluded(row) else { return nil }
      return .entry(.init(document: try row.document, cover: try cover(of: row.state, db)))
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

  private func cover(of document: DocumentState, _ db: Database) throws -> StoredPage? {
    guard document.count > 0 else { return nil }
    do {
      var order = PageOrder(db, document.id, root: document.root, count: document.count)
      return try order.storedPages(in: 0..<1).first
    } catch PageStoreError.corrupted {
      return nil
    }
  }
}

// MARK: - SQL

extension DocumentQuery {
  /// The identifiers behind the start, with the dates of their last changes.
  ///
  /// Their order is read without verification; the entries themselves are verified.
  private var sql: String {
    let condition =
      switch order {
      case .oldest: "id > ? ORDER BY id"
      case .newest: "id < ? ORDER BY id DESC"
      case .modified: "(modified, id) < (?, ?) ORDER BY modified DESC, id DESC"
      }
    return "SELECT id, modified FROM document WHERE " + condition
  }

  private var values: [Int64] {
    switch order {
    case .oldest: [start?.document ?? .min]
    case .newest: [start?.document ?? .max]
    case .modified: [start?.modified ?? .max, start?.document ?? .max]
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
  ///   - limit: The maximum number of documents, at least 1.
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
    return try await BlockingWork.run { () throws(PageStoreError) in
      try self.catalog.read { db in try query.run(db) }
    }
  }
}
