// SPDX-License-Identifier: Apache-2.0

import GRDB
public import GalleryPages

extension PageStore {
  /// Makes a change of a document, all of it or nothing.
  ///
  /// One that deletes pages and brings no bytes works on a full disk.
  ///
  /// - Parameters:
  ///   - change: The change. Its staged pages are used up if the call returns, and can be used again
  ///     if it throws.
  ///   - document: The document.
  ///   - revision: The revision whose indexes the change counts in; `nil` takes whatever there is.
  /// - Returns: The change as a gallery makes it, with the document's new revision.
  /// - Throws: `PageStoreError.conflict` if the document has another revision, `.invalidChange` if the
  ///   change does not fit its pages, `.notFound`, `.locked`, `.full`, `.corrupted`, `.io`.
  /// - Complexity: O(m log n) for m parts and n pages.
  @discardableResult
  public func apply(
    _ change: StoreChangeset, to document: DocumentID, expecting revision: Int? = nil
  ) async throws(PageStoreError) -> DocumentChange {
    let staged = change.stagedPages
    guard !staged.isEmpty else {
      return try await edit(freesRoom: !change.deletions.isEmpty) { db in
        var editor = try DocumentEditor(db, document, expecting: revision)
        return try editor.make(change)
      }
    }
    let result = try await commit(staged) { publication in
      var editor = try DocumentEditor(publication.db, document, expecting: revision)
      let blobs = try editor.publish(change, with: publication)
      return try editor.make(change, blobs: blobs)
    }
    if change.replacesBytes { await cleanUp() }
    return result
  }

  /// Makes a change that brings no bytes, with the reserve of the disk if it leads to more room.
  private func edit(
    freesRoom: Bool, _ body: @escaping @Sendable (Database) throws -> DocumentChange
  ) async throws(PageStoreError) -> DocumentChange {
    try await freesRoom ? changeFreeingRoom(body) : change(body)
  }

  /// Makes a change that may bring bytes.
  func commit<Result: Sendable>(
    _ staged: [StagedPage], _ body: @escaping @Sendable (Publication) throws -> Result
  ) async throws(PageStoreError) -> Result {
    let result: Result
    do throws(PageStoreError) {
      result = try await publish(body)
    } catch {
      // If this fails too, the next change that brings bytes does it, or the next one to open.
      _ = try? await publish { publication in try publication.sweep() }
      throw error
    }
    for page in staged { page.file.commit() }
    return result
  }

  /// Removes files that nothing needs any more, if they are many enough for what that costs; otherwise
  /// they go later.
  func cleanUp() async {
    try? await onWriteQueue { () throws(PageStoreError) in
      try self.originalRemoval.runIfWorthwhile()
    }
  }
}

extension DocumentEditor {
  /// Makes a change, unless it is none.
  fileprivate mutating func make(
    _ change: StoreChangeset, blobs: [ContentDigest: BlobRow] = [:]
  ) throws -> DocumentChange {
    guard !change.isEmpty else {
      return DocumentChange(document: document, revision: revision, changeset: Changeset())
    }
    let changeset = try apply(change, blobs: blobs)
    return DocumentChange(document: document, revision: revision + 1, changeset: changeset)
  }

  /// Gives the bytes of a change their places, and writes its records.
  mutating func publish(
    _ change: StoreChangeset, with publication: Publication
  ) throws -> [ContentDigest: BlobRow] {
    guard !change.stagedPages.isEmpty else { return [:] }
    var records = change.insertions.sorted { $0.index < $1.index }.flatMap {
      StoreRecord.arrival(of: $0.page, in: document)
    }
    for replacement in change.replacements where (0..<order.count).contains(replacement.index) {
      let page = try order.pages(in: replacement.index..<replacement.index + 1)[0]
      records += try self.records(of: PageID(page), replacedBy: replacement.content)
    }
    let inserted = Dictionary(
      change.insertions.map { ($0.page.id, $0.page.metadata) }, uniquingKeysWith: { $1 })
    for page in change.arrivingPages {
      guard let content = change.replacementsOnArrival[page] else { continue }
      records += try self.records(of: page, inserted[page], replacedBy: content)
    }
    return try publication.publish(change.stagedPages, records: records)
  }
}

// MARK: - Single edits

extension PageStore {
  /// Moves a page inside of its document.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - index: The index that the page has afterwards.
  /// - Returns: The change.
  /// - Throws: `PageStoreError.notFound`, `.invalidChange` if there is no such index, and what
  ///   ``apply(_:to:expecting:)`` can throw.
  /// - Complexity: O(log n).
  @discardableResult
  public func move(
    _ page: PageID, to index: Int
  ) async throws(PageStoreError) -> DocumentChange {
    try await edit([page]) { _, indexes in
      guard indexes[0] != index else { return StoreChangeset() }
      return StoreChangeset(moves: [.init(source: indexes[0], destination: index)])
    }
  }

  /// Turns a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - turns: What is added to its rotation.
  /// - Returns: The change, in which the page is replaced: its picture is another one.
  /// - Throws: `PageStoreError.notFound`, and what ``apply(_:to:expecting:)`` can throw.
  @discardableResult
  public func rotate(
    _ page: PageID, by turns: QuarterTurns
  ) async throws(PageStoreError) -> DocumentChange {
    try await edit([page]) { _, indexes in
      StoreChangeset(rotations: [.init(index: indexes[0], turns: turns)])
    }
  }

  /// Puts pages of one document into the trash.
  ///
  /// It works on a full disk.
  ///
  /// - Parameter pages: The pages.
  /// - Returns: The change.
  /// - Throws: `PageStoreError.notFound` if one of the pages is not in the document of the first one,
  ///   and what ``apply(_:to:expecting:)`` can throw.
  /// - Precondition: There is at least one page.
  @discardableResult
  public func delete(_ pages: PageID...) async throws(PageStoreError) -> DocumentChange {
    try await delete(pages)
  }

  /// Puts pages of one document into the trash.
  ///
  /// It works on a full disk.
  ///
  /// - Parameter pages: The pages.
  /// - Returns: The change.
  /// - Throws: `PageStoreError.notFound` if one of the pages is not in the document of the first one,
  ///   and what ``apply(_:to:expecting:)`` can throw.
  /// - Precondition: There is at least one page.
  @discardableResult
  public func delete(_ pages: [PageID]) async throws(PageStoreError) -> DocumentChange {
    try await edit(pages, freesRoom: true) { _, indexes in StoreChangeset(deletions: indexes) }
  }

  /// Changes pages that are named, whatever their indexes are by then.
  private func edit(
    _ pages: [PageID], freesRoom: Bool = false,
    _ make: @escaping @Sendable (DocumentID, [Int]) -> StoreChangeset
  ) async throws(PageStoreError) -> DocumentChange {
    precondition(!pages.isEmpty, "an edit of no page")
    return try await edit(freesRoom: freesRoom) { db in
      let document = try PageRow.fetchPresent(db, pages[0]).document
      var editor = try DocumentEditor(db, document)
      let indexes = try pages.map { page in
        let row = try PageRow.fetchPresent(db, page)
        guard row.document == document else { throw PageStoreError.notFound(.page(page)) }
        return try editor.index(of: row)
      }
      return try editor.make(make(document, indexes))
    }
  }
}
