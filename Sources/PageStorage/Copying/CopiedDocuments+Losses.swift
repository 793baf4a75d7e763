// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension CopiedDocuments {
  /// The pages that cannot be read.
  var lostPages: Set<PageID> {
    documents.values.reduce(into: []) { $0.formUnion($1?.lostPages ?? []) }
  }

  /// Returns the pages of a copy that these documents do not have.
  func missingPages(of copy: Self) -> [CopiedDocument.Page] {
    let present = Set(pageIDs).union(lostPages)
    return copy.pages.filter { !present.contains($0.row.id) }
  }

  /// Returns these documents with what a store has lost of pages as a copy has it.
  ///
  /// A page that the copy lacks as well is left out, and so are metadata; an original that it lacks is marked as lost.
  ///
  /// - Parameters:
  ///   - pages: The pages of which the store has nothing but the original.
  ///   - copy: The same documents in the copy.
  /// - Returns: The documents, without a page that cannot be read.
  /// - Throws: `PageStoreError.corrupted(.document)` if such a page is in a document that is no longer there.
  func keeping(_ pages: [CopiedDocument.Page], of copy: Self) throws(PageStoreError) -> Self {
    let lost = Dictionary(grouping: pages, by: \.row.document)
    var kept = self
    for id in ids {
      guard var document = documents[id] ?? nil else {
        if lost[id] != nil { throw .corrupted(.document(id)) }
        continue
      }
      let unread = document.lostPages.compactMap { copy.page($0) }
      document.keep(unread + (lost[id] ?? []), of: copy.documents[id] ?? nil)
      document.keepMetadata(of: copy)
      document.keepOriginals(of: copy)
      kept.documents[id] = document
    }
    return kept
  }

  /// Returns what a copy lacks of these documents, or has only as before.
  ///
  /// - Parameter pages: The pages of which the store has nothing but the original.
  /// - Returns: A problem for each page, in order.
  func problems(_ pages: [CopiedDocument.Page]) -> [StoreCopyReport.Problem] {
    let lost = Dictionary(grouping: pages, by: \.row.document)
    return ids.flatMap { id in
      let document = documents[id] ?? nil
      let pages = Array(document?.lostPages ?? []) + (lost[id] ?? []).map(\.row.id)
      let damage: [PageStoreError.Damage] =
        pages.sorted { $0.rawValue < $1.rawValue }.map { .page($0) }
        + (document?.pagesWithLostMetadata ?? []).map { .metadata($0) }
        + (document?.lostOriginals ?? []).map { .original($0) }
      return damage.map { StoreCopyReport.Problem(document: id, error: .corrupted($0)) }
    }
  }
}

extension CopiedDocument {
  /// The pages whose metadata are damaged, in ascending order.
  var pagesWithLostMetadata: [PageID] {
    pages.values.filter(\.hasLostMetadata).map(\.row.id).sorted { $0.rawValue < $1.rawValue }
  }

  /// The originals that are marked as lost, in ascending order of their text.
  fileprivate var lostOriginals: [ContentDigest] {
    originals.values.filter(\.isMarkedLost).map(\.digest)
      .sorted { $0.description < $1.description }
  }

  fileprivate mutating func keepMetadata(of copy: CopiedDocuments) {
    for page in pagesWithLostMetadata {
      pages[page]?.metadata = copy.page(page)?.metadata
      pages[page]?.hasLostMetadata = false
    }
  }

  /// Does not mark originals as lost whose bytes a copy has.
  fileprivate mutating func keepOriginals(of copy: CopiedDocuments) {
    for (id, page) in pages where page.original.isMarkedLost {
      guard let known = copy.page(id)?.original, known.digest == page.original.digest else {
        continue
      }
      pages[id]?.original = known
    }
  }

  /// Adds pages as a copy has them, in place of those that cannot be read.
  fileprivate mutating func keep(_ kept: [Page], of copy: Self?) {
    guard !kept.isEmpty || !lostPages.isEmpty else { return }
    let present = Set(order)
    let places = copy.map { copy in
      Dictionary(zip(copy.order, copy.order.indices)) { first, _ in first }
    }
    for var page in kept {
      page.row.document = state.id
      if present.contains(page.row.id) {
        page.row.trash = nil
      } else if page.row.trash == nil {
        page.row.trash = PageRow.TrashEntry(
          time: state.modified, index: places?[page.row.id] ?? 0, previous: nil)
      }
      pages[page.row.id] = page
    }
    order.removeAll { pages[$0] == nil }
    lostPages = []
  }
}

extension PageStore {
  /// Returns those of some pages without a row that were lost.
  ///
  /// Whatever removes the row of a page also removes that of an original that no other page has: where that is still
  /// there, the page was lost.
  func lostPages(
    among pages: [CopiedDocument.Page]
  ) async throws(PageStoreError) -> [CopiedDocument.Page] {
    guard !pages.isEmpty else { return [] }
    return try await readAtLength { db in
      try db.prepareOriginals(pages.map(\.original.digest))
      return try pages.filter { try db.hasUnusedOriginal($0.original.digest) }
    }
  }
}

extension CatalogTransaction {
  /// Whether an original has a row, but no page; a row that is damaged may be such a one.
  fileprivate func hasUnusedOriginal(_ digest: ContentDigest) throws -> Bool {
    do {
      guard let original = try original(digest) else { return false }
      return try firstPages(ofOriginal: original.id).isEmpty
    } catch PageStoreError.corrupted {
      return true
    }
  }
}
