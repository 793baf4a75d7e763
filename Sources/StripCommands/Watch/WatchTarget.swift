// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// The document that a watched folder fills.
struct WatchTarget {
  /// What the metadata of a document call the folder that fills it.
  static let metadataKey = "watchedFolder"

  let store: PageStore

  /// The folder from the root, by which its document is found again.
  let folder: String

  /// The title of a document that has to be made.
  let title: String

  private(set) var document: DocumentID?
  private let isGiven: Bool

  /// Takes a document that somebody has named.
  init(store: PageStore, document: DocumentID) {
    (self.store, self.document, isGiven) = (store, document, true)
    (folder, title) = ("", "")
  }

  /// Finds the document of a folder.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - folder: The folder from the root.
  ///   - title: The title of a document that has to be made.
  ///   - isNew: Whether to make another document though there is one.
  /// - Throws: `PageStoreError`.
  init(store: PageStore, folder: String, title: String, isNew: Bool) async throws {
    (self.store, self.folder, self.title, isGiven) = (store, folder, title, false)
    guard !isNew else { return }
    let own = try await store.documents().last { $0.metadata[Self.metadataKey] == folder }
    document = own?.id
  }

  /// Returns the document, which is made if there is none or if the old one was deleted.
  mutating func openDocument(
    announce: (Document) throws -> Void
  ) async throws -> Document {
    if let id = document {
      do {
        return try await store.document(id)
      } catch PageStoreError.notFound where !isGiven {
        document = nil
      }
    }
    let new = try await store.createDocument(title: title, metadata: [Self.metadataKey: folder])
    document = new.id
    try announce(new)
    return new
  }

  /// Returns the page of the document that has some bytes, also one in the trash.
  func page(with digest: ContentDigest) throws(PageStoreError) -> PageID? {
    guard let document else { return nil }
    return try store.pages(withContent: digest, of: document).first?.id
  }
}
