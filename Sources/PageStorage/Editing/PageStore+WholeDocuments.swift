// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

extension PageStore {
  /// Moves the pages from an index to the end into a new document.
  ///
  /// The pages keep their identifiers.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - index: The index of the first page to move, in `0...pageCount`.
  ///   - title: The title of the new document.
  /// - Returns: The new document.
  /// - Throws: `PageStoreError.notFound`, `.invalidChange` if there is no such index, and what
  ///   ``createDocument(title:metadata:)`` can throw.
  /// - Complexity: O(m log n) for m pages to move.
  public func split(
    _ document: DocumentID, at index: Int, title: String
  ) async throws(PageStoreError) -> Document {
    try Self.check(title, [:])
    return try await commit([]) { publication in
      let db = publication.db
      var old = try DocumentEditor(db, document)
      guard (0...old.order.count).contains(index) else {
        throw PageStoreError.invalidChange(.gapOutOfRange(index, count: old.order.count))
      }
      let id = try DocumentRow.insert(db, title: title, metadata: [:])
      try publication.record([.document(id, title: title)])
      var new = try DocumentEditor(db, id)
      let moved = try old.order.takeTail(from: index)
      try new.receive(moved, at: 0)
      let deletions = Array(index..<index + moved.count)
      try old.finish(Changeset(deletions: deletions))
      try new.finish(nil)
      return try DocumentRow.fetch(db, id).document
    }
  }

  /// Moves all pages of a document to the end of another, and removes the empty document.
  ///
  /// The pages keep their identifiers; those in the trash are moved too.
  ///
  /// - Parameters:
  ///   - source: The document to remove.
  ///   - target: The receiving document.
  /// - Returns: The document with all pages.
  /// - Throws: `PageStoreError.notFound`, also if both are the same, and what
  ///   ``apply(_:to:expecting:)`` can throw.
  /// - Complexity: O(m log n) for m pages to move.
  @discardableResult
  public func merge(
    _ source: DocumentID, into target: DocumentID
  ) async throws(PageStoreError) -> Document {
    guard source != target else { throw .notFound(.document(source)) }
    return try await commit([]) { publication in
      let db = publication.db
      var old = try DocumentEditor(db, source)
      var new = try DocumentEditor(db, target)
      let start = new.order.count
      let moved = try old.order.takeTail(from: 0)
      try old.order.flush()
      try new.receive(moved, at: start)
      for id in try db.integers("SELECT id FROM page WHERE document = ?", [source.rawValue]) {
        try PageRow.give(db, PageID(UInt64(bitPattern: id)), to: target)
      }
      try new.finish(try Changeset(appending: moved, at: start, db))
      try db.execute(sql: "DELETE FROM document WHERE id = ?", arguments: [source.rawValue])
      try ChangeLog.append(.removed, of: source, to: db)
      try publication.record([.removedDocument(source)])
      return try DocumentRow.fetch(db, target).document
    }
  }

  /// Creates a document with the same pages under new identifiers.
  ///
  /// The bytes are not copied. Rotations are copied, the trash is not. Metadata of pages are copied
  /// unless they are damaged: a repair restores them to the original page only.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - title: The title of the copy, `nil` for the same one.
  /// - Returns: The copy.
  /// - Throws: `PageStoreError.notFound`, and what ``createDocument(title:metadata:)`` can throw.
  /// - Complexity: O(n log n) for n pages.
  public func duplicate(
    _ document: DocumentID, title: String? = nil
  ) async throws(PageStoreError) -> Document {
    try Self.check(title ?? "", [:])
    let count = try await self.document(document).pageCount
    let ids = try await onWriteQueue { () throws(PageStoreError) in
      try self.ids.take(count, from: self.catalog)
    }
    return try await commit([]) { publication in
      let db = publication.db
      let old = try DocumentRow.fetch(db, document).document
      guard old.pageCount == ids.count else {
        throw PageStoreError.conflict(document, expected: old.revision - 1, found: old.revision)
      }
      let id = try DocumentRow.insert(db, title: title ?? old.title, metadata: old.metadata)
      var (records, new) = try DocumentEditor.copy(document, to: id, ids, db)
      // Record before the change number advances, so that the records carry the right number.
      try publication.record(
        DocumentRow.arrival(of: id, title: title ?? old.title, metadata: old.metadata) + records)
      try new.finish(nil)
      return try DocumentRow.fetch(db, id).document
    }
  }
}
