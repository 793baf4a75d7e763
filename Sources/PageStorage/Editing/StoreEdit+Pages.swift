// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

extension StoreEdit where Result == DocumentChange {
  /// A change of a document's pages, as ``PageStore/apply(_:to:expecting:)``.
  ///
  /// - Parameters:
  ///   - change: The change. Its staged pages are consumed if the edit is applied.
  ///   - document: The document.
  ///   - revision: The revision that the indexes refer to; `nil`, the default, for the current one.
  /// - Returns: The edit.
  public static func apply(
    _ change: StoreChangeset, to document: DocumentID, expecting revision: Int? = nil
  ) -> Self {
    let staged = change.stagedPages
    guard !staged.isEmpty else {
      return Self(
        work: .change { db in
          var editor = try DocumentEditor(db, document, expecting: revision)
          return try editor.make(change)
        }, freesRoom: !change.deletions.isEmpty, lookUps: [Self.document(document)])
    }
    return Self(
      work: .publication { publication in
        var editor = try DocumentEditor(publication.db, document, expecting: revision)
        let blobs = try editor.publish(change, with: publication)
        return try editor.make(change, blobs: blobs)
      }, staged: staged, replacesBytes: change.replacesBytes,
      lookUps: [Self.document(document), Self.additions(staged)])
  }

  /// The insertion of a page before another one, wherever that is at that time.
  ///
  /// - Parameters:
  ///   - page: The staged page, consumed if the edit is applied.
  ///   - next: The page that follows it afterwards; `nil` for the end of the document.
  ///   - document: The document.
  /// - Returns: The edit. It throws `PageStoreError.notFound` if `next` is not in the document.
  public static func insert(
    _ page: StagedPage, before next: PageID?, of document: DocumentID
  ) -> Self {
    Self(
      work: .publication { publication in
        var editor = try DocumentEditor(publication.db, document)
        let index = try next.map { try editor.index(of: $0) } ?? editor.order.count
        let change = StoreChangeset(insertions: [.init(index: index, page: page)])
        let blobs = try editor.publish(change, with: publication)
        return try editor.make(change, blobs: blobs)
      }, staged: [page],
      lookUps: [
        next.map { Self.places(of: [$0]) } ?? Self.document(document), Self.additions([page]),
      ])
  }

  /// The move of a page within its document, as ``PageStore/move(_:to:)``.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - index: The page's index after the move.
  /// - Returns: The edit.
  public static func move(_ page: PageID, to index: Int) -> Self {
    edit([page]) { indexes in
      guard indexes[0] != index else { return StoreChangeset() }
      return StoreChangeset(moves: [.init(source: indexes[0], destination: index)])
    }
  }

  /// The rotation of a page, as ``PageStore/rotate(_:by:)``.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - turns: The rotation to add.
  /// - Returns: The edit.
  public static func rotate(_ page: PageID, by turns: QuarterTurns) -> Self {
    edit([page]) { indexes in
      StoreChangeset(rotations: [.init(index: indexes[0], turns: turns)])
    }
  }

  /// The move of pages of one document to the trash, as ``PageStore/delete(_:)-([PageID])``.
  ///
  /// - Parameter pages: The pages.
  /// - Returns: The edit.
  /// - Precondition: There is at least one page.
  public static func delete(_ pages: [PageID]) -> Self {
    edit(pages, freesRoom: true) { indexes in StoreChangeset(deletions: indexes) }
  }

  /// The restoration of a page from the trash, as ``PageStore/restore(_:at:)``.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - index: The new index; `nil`, the default, for the former place.
  /// - Returns: The edit.
  public static func restore(_ page: PageID, at index: Int? = nil) -> Self {
    Self(
      work: .change { db in
        guard let row = try db.page(page), row.trash != nil else {
          throw PageStoreError.notFound(.trashedPage(page))
        }
        var editor = try DocumentEditor(db, row.document)
        let index = try index ?? editor.formerIndex(of: row)
        guard (0...editor.order.count).contains(index) else {
          throw PageStoreError.invalidChange(.gapOutOfRange(index, count: editor.order.count))
        }
        return try editor.make(StoreChangeset(restorations: [.init(index: index, page: page)]))
      })
  }

  /// An edit of pages given by identifier, whatever their indexes are at that time.
  private static func edit(
    _ pages: [PageID], freesRoom: Bool = false,
    _ make: @escaping @Sendable ([Int]) -> StoreChangeset
  ) -> Self {
    precondition(!pages.isEmpty, "an edit of no page")
    return Self(
      work: .change { db in
        let document = try db.presentPage(pages[0]).document
        var editor = try DocumentEditor(db, document)
        let indexes = try pages.map { page in
          let row = try db.presentPage(page)
          guard row.document == document else { throw PageStoreError.notFound(.page(page)) }
          return try editor.index(of: row)
        }
        return try editor.make(make(indexes))
      }, freesRoom: freesRoom, lookUps: [Self.places(of: pages)])
  }
}

extension StoreEdit where Result == StoredPage {
  /// The replacement of a page's bytes, as ``PageStore/replace(_:with:unreadable:)``.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - content: The staged page that provides the bytes, consumed if the edit is applied.
  /// - Returns: The edit.
  public static func replace(_ page: PageID, with content: StagedPage) -> Self {
    Self(
      work: .publication { publication in
        let row = try publication.db.presentPage(page)
        var editor = try DocumentEditor(publication.db, row.document)
        let index = try editor.index(of: row)
        let change = StoreChangeset(replacements: [.init(index: index, content: content)])
        let blobs = try editor.publish(change, with: publication)
        _ = try editor.apply(change, blobs: blobs)
        return try publication.page(page)
      }, staged: [content], replacesBytes: true,
      lookUps: [Self.places(of: [page]), Self.additions([content])])
  }
}

extension StoreEdit where Result == [StoredPage] {
  /// The insertion of consecutive pages into a document.
  ///
  /// - Parameters:
  ///   - pages: The staged pages, consumed if the edit is applied.
  ///   - index: The index of the first page afterwards; `nil`, the default, for the end.
  ///   - document: The document.
  /// - Returns: The edit.
  public static func insert(
    _ pages: [StagedPage], at index: Int? = nil, of document: DocumentID
  ) -> Self {
    Self(
      work: .publication { publication in
        var editor = try DocumentEditor(publication.db, document)
        let start = index ?? editor.order.count
        let change = StoreChangeset(
          insertions: pages.enumerated().map { .init(index: start + $0, page: $1) })
        let blobs = try editor.publish(change, with: publication)
        _ = try editor.apply(change, blobs: blobs)
        return try pages.map { try publication.page($0.id) }
      }, staged: pages, lookUps: [Self.document(document), Self.additions(pages)])
  }
}

extension StoreEdit where Result == [PageID: PageMetadata] {
  /// A change of the metadata of pages, as ``PageStore/updateMetadata(of:_:)``.
  ///
  /// - Parameters:
  ///   - pages: The pages, which may be in the trash.
  ///   - change: Changes the metadata of one page; called within the transaction.
  /// - Returns: The edit.
  public static func updateMetadata(
    of pages: [PageID], _ change: @escaping @Sendable (inout PageMetadata) -> Void
  ) -> Self {
    Self(
      work: .publication { publication in
        try MetadataEditor(publication: publication, replacesDamage: false).update(pages, change)
      })
  }
}

extension Publication {
  func page(_ id: PageID) throws -> StoredPage {
    guard let page = try db.storedPage(id) else { throw PageStoreError.notFound(.page(id)) }
    return page
  }
}
