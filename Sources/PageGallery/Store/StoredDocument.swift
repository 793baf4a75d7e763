// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageStorage
import Synchronization

/// A document of a store, as the source of a ``Gallery``.
///
/// Other galleries and other processes can change the same document; their changes arrive in each
/// gallery.
///
/// ```swift
/// func insert(_ scan: String, into id: DocumentID, of store: PageStore) async throws {
///   let viewport = GalleryViewport(
///     preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66))
///   let document = StoredDocument(id, in: store)
///   let gallery = try await Gallery(showing: document, viewport: viewport)
///   let page = try await document.stage(.file(scan))  // on the disk, not in the document
///   try await gallery.insert(page, at: 0)  // committed when it is seen
/// }
/// ```
///
/// Deleted pages go to the trash of the document. Inserting a page with the identifier of a page in
/// the trash restores that page.
public final class StoredDocument: PageSource {
  /// The identifier of the document.
  public let id: DocumentID

  /// The store that keeps it.
  public let store: PageStore

  /// The bytes that were received and are not in the document yet.
  struct Staged {
    var pages: [PageID: StagedPage] = [:]
    /// The replacements, by page identifier.
    var replacements: [PageID: StagedPage] = [:]
  }

  /// The name of the source: the identifier of the document.
  public var name: PageSourceName? { .document(id) }

  let staged = Mutex(Staged())

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - store: The store that keeps it.
  public init(_ id: DocumentID, in store: PageStore) {
    self.id = id
    self.store = store
  }
}

// MARK: - Bytes

extension StoredDocument {
  /// Receives the bytes of a new page, for an insertion by a gallery.
  ///
  /// The bytes are discarded if the page is not inserted during the lifetime of the source.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - policy: The handling of a file that cannot be read as an image.
  /// - Returns: The page to insert.
  /// - Throws: `PageStoreError` as `PageStore.stage(_:unreadable:)` does.
  public func stage(
    _ input: PageInput, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> Page {
    let page = try await store.stage(input, unreadable: policy)
    staged.withLock { $0.pages[page.id] = page }
    return page.page
  }

  /// Receives the bytes with which a gallery replaces a page.
  ///
  /// The page may be one that the same request inserts.
  ///
  /// - Parameters:
  ///   - page: The page to replace.
  ///   - input: The bytes.
  ///   - policy: The handling of a file that cannot be read as an image.
  /// - Returns: The shape to replace with, `nil` if it is unknown.
  /// - Throws: `PageStoreError` as `PageStore.stage(_:unreadable:)` does.
  public func stageReplacement(
    of page: PageID, with input: PageInput, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> PageShape? {
    let content = try await store.stage(input, unreadable: policy)
    staged.withLock { $0.replacements[page] = content }
    return content.size
  }
}
