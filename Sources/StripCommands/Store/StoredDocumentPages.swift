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

  /// Calls `body` with one window of pages after the other, beside those whose rows are damaged.
  ///
  /// If others change the document meanwhile, the windows are not a consistent snapshot.
  func forEachWindow(_ body: (ReadableWindow) async throws -> Void) async throws {
    var start = 0
    var window: ReadableWindow
    repeat {
      window = try await store.readableWindow(start..<start + Self.windowCount, of: document)
      if !window.entries.isEmpty { try await body(window) }
      start = window.range.upperBound
    } while start < window.pageCount && !window.entries.isEmpty
  }
}
