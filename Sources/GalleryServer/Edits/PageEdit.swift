// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// Edits of pages given by identifier, which apply to the current revision.
struct PageEdit: Sendable {
  /// The revisions that the client accepts, `nil` for any.
  let condition: EntityTagList?

  /// Returns an edit that is decided in its transaction, so that no other one comes in between.
  ///
  /// - Parameters:
  ///   - document: The document; `nil`, the default, for that of the first page.
  ///   - pages: The pages that the edit is about.
  ///   - staged: The pages that it adds.
  ///   - freesRoom: Whether it deletes pages.
  ///   - replacesBytes: Whether it replaces the bytes of a page.
  ///   - plan: Decides on the change.
  /// - Returns: The edit, which throws `PageStoreError.conflict` at a revision that the client does not accept.
  func callAsFunction(
    of document: DocumentID? = nil, _ pages: [PageID], adding staged: [StagedPage] = [],
    freesRoom: Bool = false, replacesBytes: Bool = false,
    _ plan: @escaping StoreEdit<DocumentChange>.Plan
  ) -> StoreEdit<DocumentChange> {
    .change(
      of: document, pages: pages, adding: staged, freesRoom: freesRoom, replacesBytes: replacesBytes
    ) { [condition] edited in
      let document = edited.id
      try edited.require { condition?.matchesPages(of: document, at: $0) != false }
      return try plan(&edited)
    }
  }

  /// Requires that the client accepts the present revision, before anything is received.
  func check(_ document: Document) throws(Problem) {
    guard condition?.matchesPages(of: document.id, at: document.revision) != false else {
      throw .conflict(found: document.revision)
    }
  }
}
