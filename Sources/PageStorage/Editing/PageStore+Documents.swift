// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages

extension PageStore {
  /// The maximum total size of a title and its metadata: 1 MiB.
  public static let maximumMetadataByteCount = 1 << 20

  /// Creates a document without pages.
  ///
  /// - Parameters:
  ///   - title: The title, as shown to users.
  ///   - metadata: The caller's own key-value pairs.
  /// - Returns: The document.
  /// - Throws: `PageStoreError.limitExceeded` if title and metadata are larger than
  ///   ``maximumMetadataByteCount``, `.locked`, `.full`, `.corrupted`, `.io`.
  public func createDocument(
    title: String, metadata: [String: String] = [:]
  ) async throws(PageStoreError) -> Document {
    try Self.check(title, metadata)
    return try await perform(.createDocument(title: title, metadata: metadata))
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
    try await updateDocument(id, title: title, metadata: metadata, where: nil)
  }

  /// Changes the title or the metadata of a document, if it is as the caller expects.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - title: The new title, `nil` to keep it.
  ///   - metadata: The new metadata, `nil` to keep them.
  ///   - isExpected: Decides under the write lock about the document as it is now; `nil` to
  ///     update it in any case.
  /// - Returns: The document.
  /// - Throws: `PageStoreError.conflict` if it is not as expected, and what
  ///   ``updateDocument(_:title:metadata:)`` can throw.
  @discardableResult
  package func updateDocument(
    _ id: DocumentID, title: String?, metadata: [String: String]?,
    where isExpected: (@Sendable (Document) -> Bool)?
  ) async throws(PageStoreError) -> Document {
    try Self.check(title ?? "", metadata ?? [:])
    return try await perform(
      .updateDocument(id, title: title, metadata: metadata, where: isExpected))
  }

  static func check(
    _ title: String, _ metadata: [String: String]
  ) throws(PageStoreError) {
    let count = metadata.reduce(title.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    guard count <= maximumMetadataByteCount else {
      throw .limitExceeded(.metadataByteCount, found: count, allowed: maximumMetadataByteCount)
    }
  }
}
