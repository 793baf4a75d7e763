// SPDX-License-Identifier: Apache-2.0

/// The destination of an ingest.
package enum IngestDestination: Sendable {
  /// The end of a document.
  case document(DocumentID)
  /// A document that is created together with its first pages.
  case newDocument(title: String, metadata: [String: String])
}

extension PageStore {
  /// Appends consecutive staged pages to a document.
  ///
  /// - Returns: The document if it was created, and the pages.
  func insert(
    _ pages: [StagedPage], into destination: IngestDestination
  ) async throws(PageStoreError) -> (created: Document?, pages: [StoredPage]) {
    switch destination {
    case .document(let id): (nil, try await insert(pages, at: nil, of: id))
    case .newDocument(let title, let metadata):
      try await insert(pages, intoNewDocument: title, metadata)
    }
  }

  /// Creates a document with pages, atomically.
  private func insert(
    _ pages: [StagedPage], intoNewDocument title: String, _ metadata: [String: String]
  ) async throws(PageStoreError) -> (created: Document?, pages: [StoredPage]) {
    try await commit(pages) { publication in
      let id = try DocumentRow.insert(publication.db, title: title, metadata: metadata)
      var editor = try DocumentEditor(publication.db, id)
      let change = StoreChangeset(
        insertions: pages.enumerated().map { .init(index: $0, page: $1) })
      // Use one list: recovery after a kill expects the records of a single change.
      let records =
        try DocumentRow.arrival(of: id, title: title, metadata: metadata)
        + pages.flatMap { StoreRecord.arrival(of: $0, in: id) }
      let blobs = try publication.publish(pages, records: records)
      _ = try editor.apply(change, blobs: blobs)
      let stored = try pages.map { try publication.page($0.id) }
      return (try publication.db.presentDocument(id).document, stored)
    }
  }
}
