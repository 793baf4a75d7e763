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
    let lost = try destinations(of: pages, in: copy)
    var kept = self
    for id in ids {
      guard var document = documents[id] ?? nil else { continue }
      let unread = document.lostPages.compactMap { copy.page($0) }
      document.keep(unread + (lost[id] ?? []), of: copy.documents[id] ?? nil)
      document.keepMetadata(of: copy)
      document.keepOriginals(of: copy)
      kept.documents[id] = document
    }
    return kept
  }

  /// Returns pages by the documents in which they are kept: their own, or one that has received others of it.
  ///
  /// - Throws: `PageStoreError.corrupted(.document)` if there is none.
  private func destinations(
    of pages: [CopiedDocument.Page], in copy: Self
  ) throws(PageStoreError) -> [DocumentID: [CopiedDocument.Page]] {
    var destinations: [DocumentID: [CopiedDocument.Page]] = [:]
    for (id, lost) in Dictionary(grouping: pages, by: \.row.document) {
      let former = Set((copy.documents[id] ?? nil)?.pages.keys.map(\.self) ?? [])
      let found =
        (documents[id] ?? nil) != nil
        ? id : ids.first { !former.isDisjoint(with: (documents[$0] ?? nil)?.order ?? []) }
      guard let found else { throw .corrupted(.document(id)) }
      destinations[found, default: []] += lost
    }
    return destinations
  }

  /// Returns what a copy lacks of these documents, or has only as before.
  ///
  /// - Parameters:
  ///   - pages: The pages of which the store has nothing but the original.
  ///   - copy: The same documents in the copy.
  /// - Returns: A problem for each page, in order.
  /// - Throws: As ``keeping(_:of:)``.
  func problems(
    _ pages: [CopiedDocument.Page], of copy: Self
  ) throws(PageStoreError) -> [StoreCopyReport.Problem] {
    let lost = try destinations(of: pages, in: copy)
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
  /// Returns those of some pages that are in no document which were lost.
  ///
  /// A page is lost if its row cannot be read. Whatever removes the row of a page also removes that of an original that no other page has: where that is still
  /// there, the page was lost.
  func lostPages(
    among pages: [CopiedDocument.Page]
  ) async throws(PageStoreError) -> [CopiedDocument.Page] {
    var lost: [CopiedDocument.Page] = []
    // On a server, each original that another page has is a question of its own.
    for start in stride(from: 0, to: pages.count, by: 100) {
      let portion = Array(pages[start..<min(start + 100, pages.count)])
      lost += try await readAtLength { db in
        try db.prepareOriginals(portion.map(\.original.digest))
        try db.preparePages(portion.map(\.row.id))
        var isUnused: [ContentDigest: Bool] = [:]
        return try portion.filter { page in
          if try db.isUnreadable(page.row.id) { return true }
          let digest = page.original.digest
          let found = try isUnused[digest] ?? db.hasUnusedOriginal(digest)
          isUnused[digest] = found
          return found
        }
      }
    }
    return lost
  }
}

extension CatalogTransaction {
  fileprivate func isUnreadable(_ page: PageID) throws -> Bool {
    do {
      _ = try self.page(page)
      return false
    } catch PageStoreError.corrupted {
      return true
    }
  }

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
