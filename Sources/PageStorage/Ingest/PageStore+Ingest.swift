// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

extension PageStore {
  /// Receives a page without adding it to a document yet.
  ///
  /// When the call returns, the bytes are on the disk, but only a commit makes them permanent.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - policy: The treatment of a file that cannot be read as an image.
  /// - Returns: The page, to be added to a document by ``apply(_:to:expecting:)``.
  /// - Throws: `PageStoreError.refused`, `.limitExceeded`, `.streamFailed`, `.cancelled`,
  ///   `.locked`, `.full`, `.io`.
  public func stage(
    _ input: PageInput, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> StagedPage {
    try await stage([input], policy) {}[0].get()
  }

  /// Appends a page to a document.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - document: The document.
  ///   - policy: The treatment of a file that cannot be read as an image.
  /// - Returns: The stored page.
  /// - Throws: What ``stage(_:unreadable:)`` and ``apply(_:to:expecting:)`` can throw, in
  ///   particular `PageStoreError.corrupted(.metadata)` if the page's metadata are damaged:
  ///   ``repair(at:configuration:)`` restores them, ``setMetadata(_:of:)`` replaces them.
  @discardableResult
  public func append(
    _ input: PageInput, to document: DocumentID, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> StoredPage {
    try await insert(input, at: nil, of: document, unreadable: policy)
  }

  /// Inserts a page into a document.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - index: The page's index afterwards; `nil` for the end.
  ///   - document: The document.
  ///   - policy: The treatment of a file that cannot be read as an image.
  /// - Returns: The stored page.
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

  /// Replaces the bytes of a page.
  ///
  /// The page keeps its identifier and loses its rotation.
  ///
  /// The old bytes are removed if no other page uses them.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - input: The bytes.
  ///   - policy: The treatment of a file that cannot be read as an image.
  /// - Returns: The stored page.
  /// - Throws: What ``stage(_:unreadable:)`` and ``apply(_:to:expecting:)`` can throw.
  @discardableResult
  public func replace(
    _ page: PageID, with input: PageInput, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> StoredPage {
    let content = try await stage(input, unreadable: policy)
    return try await perform(.replace(page, with: content))
  }

  /// Inserts consecutive staged pages into a document.
  func insert(
    _ pages: [StagedPage], at index: Int?, of document: DocumentID
  ) async throws(PageStoreError) -> [StoredPage] {
    try await perform(.insert(pages, at: index, of: document))
  }
}
