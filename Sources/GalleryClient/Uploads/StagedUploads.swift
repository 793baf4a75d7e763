// SPDX-License-Identifier: Apache-2.0

import PageGallery
import Synchronization

/// The uploads that no edit has used yet.
final class StagedUploads: Sendable {
  private struct State {
    /// The uploads of new pages.
    var pages: [PageID: String] = [:]
    /// The uploads that replace pages.
    var replacements: [PageID: String] = [:]
  }

  private let state = Mutex(State())

  var pages: [PageID: String] { state.withLock { $0.pages } }

  func add(_ upload: String, asPage page: PageID) {
    state.withLock { $0.pages[page] = upload }
  }

  func add(_ upload: String, asReplacementOf page: PageID) {
    state.withLock { $0.replacements[page] = upload }
  }

  func replacement(of page: PageID) -> String? { state.withLock { $0.replacements[page] } }

  /// Forgets the uploads of pages that the document has, or has had: an edit has used them, although its
  /// response may have been lost.
  func forget(_ pages: some Sequence<PageID>) {
    state.withLock { state in
      guard !state.pages.isEmpty else { return }
      for page in pages { state.pages[page] = nil }
    }
  }

  /// Forgets the uploads that an edit has used.
  func forget(_ changeset: Changeset, replaced: some Sequence<PageID>) {
    state.withLock { state in
      for insertion in changeset.insertions { state.pages[insertion.page.id] = nil }
      for page in replaced { state.replacements[page] = nil }
    }
  }
}
