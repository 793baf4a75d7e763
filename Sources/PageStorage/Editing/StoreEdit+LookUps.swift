// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// What edits ask an engine on another machine for together, in place of one question after the other.
extension StoreEdit {
  /// Asks for a document.
  static func document(_ id: DocumentID) -> RowLookUp {
    { db in _ = try db.presentDocument(id) }
  }

  /// Asks for pages with their document.
  static func places(of pages: [PageID]) -> RowLookUp {
    { db in try db.preparePlaces(of: pages) }
  }

  /// Asks whether pages that are added and their originals exist.
  static func additions(_ staged: [StagedPage]) -> RowLookUp {
    let digests = staged.map(\.digest)
    return { db in
      guard !staged.isEmpty else { return }
      try db.prepare([
        { db in try db.prepareOriginals(digests) }, { db in _ = try db.lastOriginalNumber() },
        { db in try db.preparePages(staged.map(\.id)) },
      ])
    }
  }
}
