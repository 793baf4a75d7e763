// SPDX-License-Identifier: Apache-2.0

/// Where the pages of an ingest go.
package enum IngestPlace: Sendable {
  /// To the end of a document.
  case document(DocumentID)
  /// Into a document that is made together with its first pages.
  case newDocument(title: String, metadata: [String: String])
}

extension PageStore {
  /// Puts staged pages at the end of a document, in a row.
  ///
  /// - Returns: The document if it is new, and the pages.
  func insert(
    _ pages: [StagedPage], into place: IngestPlace
  ) async throws(PageStoreError) -> (made: Document?, pages: [StoredPage]) {
    switch place {
    case .document(let id): (nil, try await insert(pages, at: nil, of: id))
    case .newDocument(let title, let metadata):
      try await insert(pages, intoNewDocument: title, metadata)
    }
  }

  /// Makes a document of pages, all of it or nothing.
  private func insert(
    _ pages: [StagedPage], intoNewDocument title: String, _ metadata: [String: String]
  ) async throws(PageStoreError) -> (made: Document?, pages: [StoredPage]) {
    try await commit(pages) { publication in
      let id = try DocumentRow.insert(publication.db, title: title, metadata: metadata)
      var editor = try DocumentEditor(publication.db, id)
      let change = StoreChangeset(
        insertions: pages.enumerated().map { .init(index: $0, page: $1) })
      // One list, since what a killed process leaves behind is the records of one change.
      let records =
        try DocumentRow.arrival(of: id, title: title, metadata: metadata)
        + pages.flatMap { StoreRecord.arrival(of: $0, in: id) }
      let blobs = try publication.publish(pages, records: records)
      _ = try editor.apply(change, blobs: blobs)
      let stored = try pages.map { try publication.page($0.id) }
      return (try DocumentRow.fetch(publication.db, id).document, stored)
    }
  }
}
