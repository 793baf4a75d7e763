// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

extension PageStore {
  /// Receives a page without putting it into a document yet.
  ///
  /// When the call returns, the bytes are on the disk, but only a commit keeps them there.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - policy: What becomes of a file that cannot be read as an image.
  /// - Returns: The page, which ``apply(_:to:expecting:)`` puts into a document.
  /// - Throws: `PageStoreError.refused`, `.limitExceeded`, `.streamFailed`, `.cancelled`, `.locked`,
  ///   `.full`, `.io`.
  public func stage(
    _ input: PageInput, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> StagedPage {
    try await stage([input], policy) {}[0].get()
  }

  /// Adds a page at the end of a document.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - document: The document.
  ///   - policy: What becomes of a file that cannot be read as an image.
  /// - Returns: The page, which is stored now.
  /// - Throws: What ``stage(_:unreadable:)`` and ``apply(_:to:expecting:)`` can throw, in particular
  ///   `PageStoreError.corrupted(.metadata)` if what is kept with the page was changed:
  ///   ``repair(at:configuration:)`` restores it, ``setMetadata(_:of:)`` replaces it.
  @discardableResult
  public func append(
    _ input: PageInput, to document: DocumentID, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> StoredPage {
    try await insert(input, at: nil, of: document, unreadable: policy)
  }

  /// Adds a page to a document.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - index: The index that the page has afterwards; `nil` for the end.
  ///   - document: The document.
  ///   - policy: What becomes of a file that cannot be read as an image.
  /// - Returns: The page, which is stored now.
  /// - Throws: What ``stage(_:unreadable:)`` and ``apply(_:to:expecting:)`` can throw.
  @discardableResult
  public func insert(
    _ input: PageInput, at index: Int?, of document: DocumentID,
    unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> StoredPage {
    _ = try await self.document(document)
    let page = try await stage(input, unreadable: policy)
    return try await insert([page], at: index, of: document)[0]
  }

  /// Gives a page other bytes.
  ///
  /// It keeps its name and loses its rotation.
  ///
  /// The old bytes are removed if no other page has them.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - input: The bytes.
  ///   - policy: What becomes of a file that cannot be read as an image.
  /// - Returns: The page as it is stored now.
  /// - Throws: What ``stage(_:unreadable:)`` and ``apply(_:to:expecting:)`` can throw.
  @discardableResult
  public func replace(
    _ page: PageID, with input: PageInput, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> StoredPage {
    let content = try await stage(input, unreadable: policy)
    let stored = try await commit([content]) { publication in
      let row = try PageRow.fetchPresent(publication.db, page)
      var editor = try DocumentEditor(publication.db, row.document)
      let index = try editor.index(of: row)
      let change = StoreChangeset(replacements: [.init(index: index, content: content)])
      let blobs = try editor.publish(change, with: publication)
      _ = try editor.apply(change, blobs: blobs)
      return try publication.page(page)
    }
    await cleanUp()
    return stored
  }

  /// Puts staged pages into a document, in a row.
  func insert(
    _ pages: [StagedPage], at index: Int?, of document: DocumentID
  ) async throws(PageStoreError) -> [StoredPage] {
    try await commit(pages) { publication in
      var editor = try DocumentEditor(publication.db, document)
      let start = index ?? editor.order.count
      let change = StoreChangeset(
        insertions: pages.enumerated().map { .init(index: start + $0, page: $1) })
      let blobs = try editor.publish(change, with: publication)
      _ = try editor.apply(change, blobs: blobs)
      return try pages.map { try publication.page($0.id) }
    }
  }
}

extension Publication {
  func page(_ id: PageID) throws -> StoredPage {
    guard let page = try StoredPage.fetch(db, id) else { throw PageStoreError.notFound(.page(id)) }
    return page
  }
}
