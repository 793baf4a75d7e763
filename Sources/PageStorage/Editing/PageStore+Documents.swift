// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB
import GalleryModel

extension PageStore {
  /// The most bytes of a title and its metadata together: 1 MiB.
  public static let maximumMetadataByteCount = 1 << 20

  /// Creates a document without pages.
  ///
  /// - Parameters:
  ///   - title: The title, for people.
  ///   - metadata: What the caller keeps with the document.
  /// - Returns: The document.
  /// - Throws: `PageStoreError.limitExceeded` if title and metadata are larger than
  ///   ``maximumMetadataByteCount``, `.locked`, `.full`, `.corrupted`, `.io`.
  public func createDocument(
    title: String, metadata: [String: String] = [:]
  ) async throws(PageStoreError) -> Document {
    try Self.check(title, metadata)
    return try await commit([]) { publication in
      let id = try DocumentRow.insert(publication.db, title: title, metadata: metadata)
      try publication.record([.document(id, title: title)])
      return try DocumentRow.fetch(publication.db, id).document
    }
  }

  /// Changes the title or the metadata of a document.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - title: The new title, `nil` to keep it.
  ///   - metadata: The new metadata, `nil` to keep them.
  /// - Returns: The document.
  /// - Throws: `PageStoreError.notFound`, and what ``createDocument(title:metadata:)`` can throw.
  @discardableResult
  public func updateDocument(
    _ id: DocumentID, title: String? = nil, metadata: [String: String]? = nil
  ) async throws(PageStoreError) -> Document {
    try Self.check(title ?? "", metadata ?? [:])
    return try await commit([]) { publication in
      let old = try DocumentRow.fetch(publication.db, id).document
      try publication.db.execute(
        sql: "UPDATE document SET title = ?, metadata = ?, modified = ? WHERE id = ?",
        arguments: [
          title ?? old.title, try DocumentRow.text(of: metadata ?? old.metadata),
          SystemCalls.milliseconds, id.rawValue,
        ])
      if let title { try publication.record([.document(id, title: title)]) }
      return try DocumentRow.fetch(publication.db, id).document
    }
  }

  private static func check(
    _ title: String, _ metadata: [String: String]
  ) throws(PageStoreError) {
    let count = metadata.reduce(title.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    guard count <= maximumMetadataByteCount else {
      throw .limitExceeded(.metadataByteCount, found: count, allowed: maximumMetadataByteCount)
    }
  }
}

// MARK: - Whole documents

extension PageStore {
  /// Makes a new document of the pages from an index on.
  ///
  /// The pages keep their names.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - index: The index of the first page that goes, in `0...pageCount`.
  ///   - title: The title of the new document.
  /// - Returns: The new document.
  /// - Throws: `PageStoreError.notFound`, `.invalidChange` if there is no such index, and what
  ///   ``createDocument(title:metadata:)`` can throw.
  /// - Complexity: O(m log n) for m pages that go.
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

  /// Moves all pages of a document to the end of another one, and removes the empty document.
  ///
  /// The pages keep their names; those in the trash go with them.
  ///
  /// - Parameters:
  ///   - source: The document that goes.
  ///   - target: The document that gets the pages.
  /// - Returns: The document with all pages.
  /// - Throws: `PageStoreError.notFound`, also if both are the same, and what
  ///   ``apply(_:to:expecting:)`` can throw.
  /// - Complexity: O(m log n) for m pages that go.
  @discardableResult
  public func merge(
    _ source: DocumentID, into target: DocumentID
  ) async throws(PageStoreError) -> Document {
    guard source != target else { throw .notFound(.document(source)) }
    return try await change { db in
      var old = try DocumentEditor(db, source)
      var new = try DocumentEditor(db, target)
      let start = new.order.count
      let moved = try old.order.takeTail(from: 0)
      try old.order.flush()
      try new.receive(moved, at: start)
      for id in try Int64.fetchAll(
        db, sql: "SELECT id FROM page WHERE document = ?", arguments: [source.rawValue])
      {
        try PageRow.give(db, PageID(UInt64(bitPattern: id)), to: target)
      }
      try new.finish(try Changeset(appending: moved, at: start, db))
      try db.execute(sql: "DELETE FROM document WHERE id = ?", arguments: [source.rawValue])
      return try DocumentRow.fetch(db, target).document
    }
  }

  /// Makes a document with the same pages under new names.
  ///
  /// The bytes are not copied. Rotations are kept, the trash is left out.
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
      try self.ids.take(count, from: self.catalogue)
    }
    return try await commit([]) { publication in
      let db = publication.db
      let old = try DocumentRow.fetch(db, document).document
      guard old.pageCount == ids.count else {
        throw PageStoreError.conflict(document, expected: old.revision - 1, found: old.revision)
      }
      let id = try DocumentRow.insert(db, title: title ?? old.title, metadata: old.metadata)
      let records = try DocumentEditor.copy(document, to: id, ids, db)
      try publication.record([.document(id, title: title ?? old.title)] + records)
      return try DocumentRow.fetch(db, id).document
    }
  }
}

extension DocumentEditor {
  /// Takes pages of another document in.
  mutating func receive(_ pages: [UInt64], at index: Int) throws {
    for (place, page) in pages.enumerated() {
      try PageRow.give(db, PageID(page), to: document)
      try order.insert(page, at: index + place)
    }
  }

  /// Fills a new document with copies.
  ///
  /// - Returns: The records of the copies.
  fileprivate static func copy(
    _ source: DocumentID, to target: DocumentID, _ ids: [PageID], _ db: Database
  ) throws -> [StoreRecord] {
    var old = try DocumentEditor(db, source)
    var new = try DocumentEditor(db, target)
    var records: [StoreRecord] = []
    for (index, page) in try old.order.pages(in: 0..<old.order.count).enumerated() {
      guard var row = try PageRow.fetch(db, PageID(page)) else { throw old.order.damage }
      row.id = ids[index]
      row.document = target
      row.contentVersion = 0
      try row.insert(db)
      try new.order.insert(row.id.rawValue, at: index)
      let blob = try BlobRow.fetch(db, id: row.blob)
      records.append(.page(row.id, target, blob.digest))
    }
    try new.finish(nil)
    return records
  }
}

extension PageRow {
  /// Gives a page to another document.
  fileprivate static func give(_ db: Database, _ id: PageID, to document: DocumentID) throws {
    guard var row = try fetch(db, id) else { throw PageStoreError.corrupted(.page(id)) }
    guard row.document != document else { return }
    row.document = document
    try row.update(db)
  }
}

extension PageOrder {
  /// Takes the pages from an index on out of the order.
  fileprivate mutating func takeTail(from index: Int) throws -> [UInt64] {
    let pages = try pages(in: index..<count)
    for index in (index..<count).reversed() { _ = try remove(at: index) }
    return pages
  }
}

extension Changeset {
  /// The insertion of stored pages in a row.
  fileprivate init(appending pages: [UInt64], at index: Int, _ db: Database) throws {
    self.init(
      insertions: try pages.enumerated().map { place, page in
        guard let page = try StoredPage.fetch(db, PageID(page)) else {
          throw PageStoreError.corrupted(.page(PageID(page)))
        }
        return Insertion(index: index + place, page: page.page)
      })
  }
}
