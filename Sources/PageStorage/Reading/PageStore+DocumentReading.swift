// SPDX-License-Identifier: Apache-2.0

extension PageStore {
  /// Returns all documents that are not in the trash, oldest first.
  ///
  /// - Returns: The documents.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  public func documents() async throws(PageStoreError) -> [Document] {
    try await documents(isTrashed: false)
  }

  /// Returns the documents in the trash, oldest first.
  ///
  /// - Returns: The documents.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  public func trashedDocuments() async throws(PageStoreError) -> [Document] {
    try await documents(isTrashed: true)
  }

  private func documents(isTrashed: Bool) async throws(PageStoreError) -> [Document] {
    try await readAtLength { db in
      let listing = try DocumentListing(db, isTrashed: isTrashed)
      if let damaged = listing.damaged.first {
        throw PageStoreError.corrupted(.document(damaged))
      }
      return listing.documents
    }
  }

  /// Returns a document that is not in the trash.
  ///
  /// - Parameter id: The document.
  /// - Returns: The document.
  /// - Throws: `PageStoreError.notFound`, `.corrupted`, `.io`, `.closed`.
  public func document(_ id: DocumentID) async throws(PageStoreError) -> Document {
    try await lookUp { db in try db.presentDocument(id).document }
  }

  /// Returns whether a document is in the trash, from which it can be restored.
  ///
  /// - Parameter id: The document.
  /// - Returns: `false` if it is not in the trash, never existed or was purged.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  public func isTrashed(_ id: DocumentID) async throws(PageStoreError) -> Bool {
    do throws(PageStoreError) {
      return try await lookUp { db in
        _ = try db.presentDocument(id, isTrashed: true)
        return true
      }
    } catch {
      guard error == .notFound(.document(id)) else { throw error }
      return false
    }
  }

  /// Returns whether a document does not exist, neither in the store nor in its trash.
  ///
  /// It is a single read, so that a document moving into or out of the trash is never missed.
  package func isGone(_ id: DocumentID) async throws(PageStoreError) -> Bool {
    do throws(PageStoreError) {
      return try await lookUp { db in
        try db.state(of: id).isBeingPurged
      }
    } catch {
      guard error == .notFound(.document(id)) else { throw error }
      return true
    }
  }
}
