// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

extension PageStore {
  /// Applies an atomic change to a document.
  ///
  /// A change that deletes pages and adds no bytes works on a full disk.
  ///
  /// - Parameters:
  ///   - change: The change. Its staged pages are consumed if the call returns, and can be reused
  ///     if it throws.
  ///   - document: The document.
  ///   - revision: The revision that the indexes refer to; `nil` for the current one.
  /// - Returns: The change as a gallery changeset, with the document's new revision.
  /// - Throws: `PageStoreError.conflict` if the document has another revision, `.invalidChange` if
  ///   the change does not fit its pages, `.notFound`, `.locked`, `.full`, `.corrupted`, `.io`.
  /// - Complexity: O(m log n) for m parts and n pages.
  @discardableResult
  public func apply(
    _ change: StoreChangeset, to document: DocumentID, expecting revision: Int? = nil
  ) async throws(PageStoreError) -> DocumentChange {
    try await perform(.apply(change, to: document, expecting: revision))
  }

  /// Applies a change that may add bytes.
  ///
  /// - Parameters:
  ///   - staged: The pages that it adds.
  ///   - takesPages: Whether a result means that the pages were added; always, by default.
  ///   - body: The change.
  /// - Returns: The result of `body`.
  /// - Throws: `PageStoreError`.
  func commit<Result: Sendable>(
    _ staged: [StagedPage], takesPages: @escaping @Sendable (Result) -> Bool = { _ in true },
    _ body: @escaping @Sendable (Publication) throws -> Result
  ) async throws(PageStoreError) -> Result {
    let result: Result
    do throws(PageStoreError) {
      result = try await publish(staged, takesPages: takesPages, body)
    } catch {
      // A write that was withdrawn has placed nothing.
      guard case .folder = engine, error != .cancelled else { throw error }
      // If this fails too, the next change that adds bytes or the next opening sweeps.
      _ = try? await publish { publication in try publication.sweep() }
      throw error
    }
    if takesPages(result) { for page in staged { page.file.removeName() } }
    return result
  }

  /// Removes unneeded files if they are numerous enough to justify the cost; otherwise later.
  func cleanUp() async {
    try? await onWriteQueue { () throws(PageStoreError) in
      try self.originalRemoval.runIfWorthwhile()
    }
  }
}

extension DocumentEditor {
  /// Applies a change unless it is empty.
  mutating func make(
    _ change: StoreChangeset, blobs: [ContentDigest: BlobRow] = [:]
  ) throws -> DocumentChange {
    guard !change.isEmpty else {
      return DocumentChange(document: document, revision: revision, changeset: Changeset())
    }
    let changeset = try apply(change, blobs: blobs)
    return DocumentChange(document: document, revision: revision + 1, changeset: changeset)
  }

  /// Moves the bytes of a change to their final paths, and writes its records.
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
  /// Moves a page within its document.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - index: The page's index after the move.
  /// - Returns: The change.
  /// - Throws: `PageStoreError.notFound`, `.invalidChange` if there is no such index, and what
  ///   ``apply(_:to:expecting:)`` can throw.
  /// - Complexity: O(log n).
  @discardableResult
  public func move(
    _ page: PageID, to index: Int
  ) async throws(PageStoreError) -> DocumentChange {
    try await perform(.move(page, to: index))
  }

  /// Rotates a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - turns: The rotation to add.
  /// - Returns: The change, in which the page is replaced because its image differs.
  /// - Throws: `PageStoreError.notFound`, and what ``apply(_:to:expecting:)`` can throw.
  @discardableResult
  public func rotate(
    _ page: PageID, by turns: QuarterTurns
  ) async throws(PageStoreError) -> DocumentChange {
    try await perform(.rotate(page, by: turns))
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
    try await perform(.delete(pages))
  }
}
