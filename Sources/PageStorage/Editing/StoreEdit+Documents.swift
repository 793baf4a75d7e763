// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension StoreEdit where Result == Document {
  /// The creation of a document without pages, as ``PageStore/createDocument(title:metadata:)``.
  ///
  /// - Parameters:
  ///   - title: The title, as shown to users.
  ///   - metadata: The caller's own key-value pairs.
  /// - Returns: The edit.
  public static func createDocument(title: String, metadata: [String: String] = [:]) -> Self {
    Self(
      work: .publication { publication in
        try PageStore.check(title, metadata)
        let id = try DocumentRow.insert(publication.db, title: title, metadata: metadata)
        try publication.record(DocumentRow.arrival(of: id, title: title, metadata: metadata))
        return try publication.db.presentDocument(id).document
      })
  }

  /// A change of title or metadata, as ``PageStore/updateDocument(_:title:metadata:)``.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - title: The new title, `nil` to keep it.
  ///   - metadata: The new metadata, `nil` to keep them.
  ///   - isExpected: Decides under the write lock about the document as it is now: if it is not as
  ///     expected, the edit throws `PageStoreError.conflict`. `nil`, the default, for any state.
  /// - Returns: The edit.
  public static func updateDocument(
    _ id: DocumentID, title: String? = nil, metadata: [String: String]? = nil,
    where isExpected: (@Sendable (Document) -> Bool)? = nil
  ) -> Self {
    Self(
      work: .publication { publication in
        try PageStore.check(title ?? "", metadata ?? [:])
        var row = try publication.db.presentDocument(id)
        if let isExpected { try row.document.require(isExpected) }
        let old = row
        if let title { row.title = title }
        if let metadata { row.metadata = try DocumentRow.text(of: metadata) }
        row.state.modified = publication.db.now
        try publication.db.update(row)
        if row.title != old.title { try ChangeLog.append(.renamed, of: id, to: publication.db) }
        if row.metadata != old.metadata {
          try ChangeLog.append(.metadataChanged, of: id, to: publication.db)
        }
        var records = title.map { [StoreRecord.document(id, title: $0)] } ?? []
        if metadata != nil { records.append(.documentMetadata(id, text: row.metadata)) }
        if !records.isEmpty { try publication.record(records) }
        return try publication.db.presentDocument(id).document
      })
  }

  /// The restoration of a document from the trash, as ``PageStore/restoreDocument(_:)``.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - isExpected: Decides under the write lock about the document as it is in the trash: if it is
  ///     not as expected, the edit throws `PageStoreError.conflict`. `nil`, the default, for any state.
  /// - Returns: The edit.
  public static func restoreDocument(
    _ document: DocumentID, where isExpected: (@Sendable (Document) -> Bool)? = nil
  ) -> Self {
    Self(
      work: .change { db in
        let row = try DocumentRow.trashed(document, db)
        if let isExpected { try row.document.require(isExpected) }
        var state = row.state
        state.trashed = nil
        try db.update(state)
        try ChangeLog.append(.restored, of: document, to: db)
        return try db.presentDocument(document).document
      })
  }

  /// The move of a document to the trash, as ``PageStore/deleteDocument(_:)``.
  ///
  /// The result is the document as it is there, for ``restoreDocument(_:where:)``.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - isExpected: Decides under the write lock about the document as it is now: if it is not as
  ///     expected, the edit throws `PageStoreError.conflict`. `nil`, the default, for any state.
  /// - Returns: The edit.
  public static func deleteDocument(
    _ document: DocumentID, where isExpected: (@Sendable (Document) -> Bool)? = nil
  ) -> Self {
    Self(
      work: .change { db in
        if let isExpected {
          try db.presentDocument(document).document.require(isExpected)
        }
        var state = try db.presentState(of: document)
        state.trashed = db.now
        try db.update(state)
        try ChangeLog.append(.trashed, of: document, to: db)
        return try db.presentDocument(document, isTrashed: true).document
      }, freesRoom: true)
  }
}

extension Document {
  /// - Throws: `PageStoreError.conflict` unless the document is as expected.
  func require(
    _ isExpected: (Document) -> Bool
  ) throws(PageStoreError) {
    guard isExpected(self) else { throw .conflict(id, expected: revision, found: revision) }
  }
}

extension DocumentRow {
  fileprivate static func trashed(_ document: DocumentID, _ db: some CatalogTransaction) throws
    -> DocumentRow
  {
    do {
      return try db.presentDocument(document, isTrashed: true)
    } catch PageStoreError.notFound {
      throw PageStoreError.notFound(.trashedDocument(document))
    }
  }
}
