// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// The pages of a document, read in windows so that memory use does not grow with their number.
struct StoredDocumentPages {
  private let store: PageStore
  private let document: DocumentID

  private static let windowCount = 1_000

  init(_ store: PageStore, _ document: DocumentID) {
    self.store = store
    self.document = document
  }

  /// Calls `body` with the index of the first page of each window and its pages.
  ///
  /// If others change the document meanwhile, the windows are not a consistent snapshot.
  func forEachWindow(_ body: (Int, [StoredPage]) async throws -> Void) async throws {
    var start = 0
    while true {
      let count = try await store.document(document).pageCount
      guard start < count else { return }
      let pages: [StoredPage]
      do throws(PageStoreError) {
        pages = try await store.pages(
          in: start..<min(start + Self.windowCount, count), of: document)
      } catch {
        if case .notFound(.index) = error { continue }
        throw error
      }
      try await body(start, pages)
      start += pages.count
    }
  }
}
