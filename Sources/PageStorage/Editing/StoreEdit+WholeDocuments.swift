// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

extension StoreEdit where Result == Document {
  /// The move of the pages from one to the end into a new document, as
  /// ``PageStore/split(_:at:title:)``.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - page: The first page to move.
  ///   - title: The title of the new document.
  ///   - isExpected: Decides under the write lock about the document as it is now: if it is not as
  ///     expected, the edit throws `PageStoreError.conflict`. `nil`, the default, for any state.
  /// - Returns: The edit, whose result is the new document. It throws `PageStoreError.notFound` if the
  ///   document does not contain the page.
  public static func split(
    _ document: DocumentID, before page: PageID, title: String,
    where isExpected: (@Sendable (Document) -> Bool)? = nil
  ) -> Self {
    split(document, title: title, where: isExpected) { old, db in
      let row = try db.presentPage(page)
      guard row.document == document else { throw PageStoreError.notFound(.page(page)) }
      return try old.index(of: row)
    }
  }

  /// The move of the pages from an index to the end into a new document.
  static func split(_ document: DocumentID, at index: Int, title: String) -> Self {
    split(document, title: title, where: nil) { _, _ in index }
  }

  private static func split(
    _ document: DocumentID, title: String, where isExpected: (@Sendable (Document) -> Bool)?,
    at place: @escaping @Sendable (inout DocumentEditor, any CatalogTransaction) throws -> Int
  ) -> Self {
    Self(
      work: .publication { publication in
        try PageStore.check(title, [:])
        let db = publication.db
        if let isExpected { try db.presentDocument(document).document.require(isExpected) }
        var old = try DocumentEditor(db, document)
        let index = try place(&old, db)
        guard (0...old.order.count).contains(index) else {
          throw PageStoreError.invalidChange(.gapOutOfRange(index, count: old.order.count))
        }
        let id = try DocumentRow.insert(db, title: title, metadata: [:])
        try publication.record([.document(id, title: title)])
        var new = try DocumentEditor(db, id)
        let moved = try old.order.takeTail(from: index)
        try new.receive(moved, at: 0)
        try old.finish(Changeset(deletions: Array(index..<index + moved.count)))
        try new.finish(nil)
        return try db.presentDocument(id).document
      })
  }

  /// The move of all pages of a document to the end of another one, as ``PageStore/merge(_:into:)``.
  ///
  /// - Parameters:
  ///   - source: The document to remove.
  ///   - target: The receiving document.
  ///   - isExpected: Decides under the write lock about the receiving document as it is now: if it is
  ///     not as expected, the edit throws `PageStoreError.conflict`. `nil`, the default, for any state.
  /// - Returns: The edit, whose result is the document with all pages.
  public static func merge(
    _ source: DocumentID, into target: DocumentID,
    where isExpected: (@Sendable (Document) -> Bool)? = nil
  ) -> Self {
    Self(
      work: .publication { publication in
        guard source != target else { throw PageStoreError.notFound(.document(source)) }
        let db = publication.db
        if let isExpected { try db.presentDocument(target).document.require(isExpected) }
        var old = try DocumentEditor(db, source)
        var new = try DocumentEditor(db, target)
        let start = new.order.count
        let moved = try old.order.takeTail(from: 0)
        try old.order.flush()
        try new.receive(moved, at: start)
        let rest = try db.pages(where: .document(source))
        try db.preparePages(rest)
        for page in rest {
          try PageRow.give(db, page, to: target)
        }
        try new.finish(try Changeset(appending: moved, at: start, db))
        try db.removeDocument(source)
        try ChangeLog.append(.removed, of: source, to: db)
        try publication.record([.removedDocument(source)])
        return try db.presentDocument(target).document
      })
  }
}

extension PageStore {
  /// Prepares the creation of a document with the same pages under new identifiers, as
  /// ``duplicate(_:title:)``.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - title: The title of the copy, `nil` for the same one.
  ///   - isExpected: Decides under the write lock about the document as it is now: if it is not as
  ///     expected, the edit throws `PageStoreError.conflict`. `nil`, the default, for any state.
  /// - Returns: The edit, which throws `PageStoreError.conflict` if the number of pages has changed
  ///   before it is performed.
  /// - Throws: `PageStoreError.notFound`, `.locked`, `.full`, `.corrupted`, `.io`.
  public func duplication(
    of document: DocumentID, title: String? = nil,
    where isExpected: (@Sendable (Document) -> Bool)? = nil
  ) async throws(PageStoreError) -> StoreEdit<Document> {
    try Self.check(title ?? "", [:])
    let count = try await self.document(document).pageCount
    let ids = try await takeIDs(count)
    return StoreEdit(
      work: .publication { publication in
        let db = publication.db
        let old = try db.presentDocument(document).document
        if let isExpected { try old.require(isExpected) }
        guard old.pageCount == ids.count else {
          throw PageStoreError.conflict(
            document, expected: old.revision - 1, found: old.revision)
        }
        let id = try DocumentRow.insert(db, title: title ?? old.title, metadata: old.metadata)
        var (records, new) = try DocumentEditor.copy(document, to: id, ids, db)
        // Record before the change number advances, so that the records carry the right number.
        try publication.record(
          DocumentRow.arrival(of: id, title: title ?? old.title, metadata: old.metadata) + records)
        try new.finish(nil)
        return try db.presentDocument(id).document
      })
  }
}
