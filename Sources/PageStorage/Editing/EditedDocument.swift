// SPDX-License-Identifier: Apache-2.0

package import GalleryPages

/// A document at the beginning of an edit, which decides there what it changes.
///
/// Others cannot change the document until the edit ends, so that no index is outdated.
package struct EditedDocument {
  var editor: DocumentEditor

  init(_ db: any CatalogTransaction, _ document: DocumentID) throws {
    editor = try DocumentEditor(db, document)
  }

  /// The document.
  package var id: DocumentID { editor.document }

  /// The revision.
  package var revision: Int { editor.revision }

  /// The number of pages.
  package var pageCount: Int { editor.order.count }

  /// Requires a revision.
  ///
  /// - Parameter isExpected: Whether a revision is as the caller expects.
  /// - Throws: `PageStoreError.conflict`.
  package func require(_ isExpected: (Int) -> Bool) throws {
    guard isExpected(revision) else {
      throw PageStoreError.conflict(id, expected: revision, found: revision)
    }
  }

  /// Returns the index of a page.
  ///
  /// - Parameter page: The page.
  /// - Returns: The index.
  /// - Throws: `PageStoreError.notFound` if it is in the trash or in another document; the engine's errors.
  package mutating func index(of page: PageID) throws -> Int { try editor.index(of: page) }

  /// Returns the index before a page, or the end.
  ///
  /// - Parameter page: The page, `nil` for the end.
  /// - Returns: The index.
  /// - Throws: `PageStoreError.notFound` if it is in the trash or in another document; the engine's errors.
  package mutating func gap(before page: PageID?) throws -> Int {
    try page.map { try editor.index(of: $0) } ?? pageCount
  }

  /// Returns the change that takes a page out of the trash, to its former place.
  ///
  /// - Parameter page: The page.
  /// - Returns: The change.
  /// - Throws: `PageStoreError.notFound` if it is not in the trash of the document; the engine's errors.
  package mutating func restoration(of page: PageID) throws -> StoreChangeset {
    let index = try editor.formerIndex(of: editor.trashed(page))
    return StoreChangeset(restorations: [.init(index: index, page: page)])
  }
}

extension StoreEdit where Result == DocumentChange {
  /// What an edit changes, decided for a document as it is at that time.
  package typealias Plan = @Sendable (inout EditedDocument) throws -> StoreChangeset

  /// A change of pages of a document.
  ///
  /// - Parameters:
  ///   - document: The document; `nil`, the default, for that of the first page.
  ///   - pages: The pages that the change is about, in the trash or not; at least one without a document.
  ///   - staged: The staged pages that the change adds, consumed if it is applied.
  ///   - freesRoom: Whether the change deletes pages; `false` by default.
  ///   - replacesBytes: Whether the change replaces bytes; `false` by default.
  ///   - plan: Decides on the change.
  /// - Returns: The edit. It throws what `plan` and ``apply(_:to:expecting:)`` can throw.
  package static func change(
    of document: DocumentID? = nil, pages: [PageID], adding staged: [StagedPage] = [],
    freesRoom: Bool = false, replacesBytes: Bool = false, _ plan: @escaping Plan
  ) -> Self {
    let places = pages.isEmpty ? document.map { Self.document($0) } : Self.places(of: pages)
    guard !staged.isEmpty else {
      return Self(
        work: .change { db in
          var edited = try EditedDocument(db, document ?? Self.document(of: pages[0], db))
          let change = try plan(&edited)
          return try edited.editor.make(change)
        }, freesRoom: freesRoom, lookUps: [places].compactMap(\.self))
    }
    return Self(
      work: .publication { publication in
        let db = publication.db
        var edited = try EditedDocument(db, document ?? Self.document(of: pages[0], db))
        let change = try plan(&edited)
        let blobs = try edited.editor.publish(change, with: publication)
        return try edited.editor.make(change, blobs: blobs)
      }, staged: staged, replacesBytes: replacesBytes,
      lookUps: [places].compactMap(\.self) + [Self.additions(staged)])
  }

  private static func document(
    of page: PageID, _ db: any CatalogTransaction
  ) throws -> DocumentID {
    guard let row = try db.page(page) else { throw PageStoreError.notFound(.page(page)) }
    return row.document
  }
}
