// SPDX-License-Identifier: Apache-2.0

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
    try await perform(.split(document, at: index, title: title))
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
    try await perform(.merge(source, into: target))
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
    try await perform(duplication(of: document, title: title))
  }
}
