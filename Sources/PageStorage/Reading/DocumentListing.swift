// SPDX-License-Identifier: Apache-2.0

/// The documents of a store, and those whose entries are damaged.
package struct DocumentListing: Sendable {
  /// The documents, oldest first.
  package private(set) var documents: [Document] = []

  /// The documents with damaged entries; whether they are in the trash is unknown.
  package private(set) var damaged: [DocumentID] = []

  init(_ db: any CatalogTransaction, isTrashed: Bool) throws {
    try db.readDocuments { found in
      do {
        let row = try found.get()
        guard !row.state.isBeingPurged, (row.state.trashed != nil) == isTrashed else { return }
        documents.append(try row.document)
      } catch PageStoreError.corrupted(.document(let id)) {
        damaged.append(id)
      }
    }
  }
}

extension PageStore {
  /// Returns the sound documents and the identifiers of damaged ones.
  ///
  /// - Parameter isTrashed: Whether to list documents in the trash.
  /// - Returns: The documents.
  /// - Throws: `PageStoreError.corrupted` if the whole catalog is damaged, `.io`, `.closed`.
  package func documentListing(isTrashed: Bool) async throws(PageStoreError) -> DocumentListing {
    try await readAtLength { db in try DocumentListing(db, isTrashed: isTrashed) }
  }
}
