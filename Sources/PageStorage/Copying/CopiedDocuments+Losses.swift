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
  /// A page that the copy has lost as well stays lost, and one that it never had is left out, and so are metadata; an
  /// original that it lacks is marked as lost.
  ///
  /// - Parameters:
  ///   - pages: The pages of which the store has nothing but the original.
  ///   - copy: The same documents in the copy.
  /// - Returns: The documents.
  /// - Throws: `PageStoreError.corrupted(.document)` if such a page is in a document that is no longer there.
  func keeping(_ pages: [CopiedDocument.Page], of copy: Self) throws(PageStoreError) -> Self {
    let lost = try destinations(of: pages, in: copy)
    let (known, present, lostInCopy) = (originals, Set(pageIDs), copy.lostPages)
    var kept = self
    for id in ids {
      guard var document = documents[id] ?? nil else { continue }
      // One that is sound in another document is listed here by mistake.
      document.lostPages.subtract(present)
      let unread = document.lostPages.compactMap { copy.page($0) }
      document.lostPages.formIntersection(lostInCopy)
      document.lostPages.subtract(unread.map(\.row.id))
      let pages = (unread + (lost[id] ?? [])).map { $0.withOriginal(of: known) }
      document.keep(pages, of: copy.documents[id] ?? nil)
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
      guard let found = destination(of: id, in: copy) else { throw .corrupted(.document(id)) }
      destinations[found, default: []] += lost
    }
    return destinations
  }

  /// Returns the document in which what is lost of one is kept, `nil` if there is none.
  func destination(of id: DocumentID, in copy: Self) -> DocumentID? {
    if (documents[id] ?? nil) != nil { return id }
    let former = Set((copy.documents[id] ?? nil)?.pages.keys.map(\.self) ?? [])
    return ids.first { !former.isDisjoint(with: (documents[$0] ?? nil)?.order ?? []) }
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

extension CopiedDocument.Page {
  /// Returns the page with what a store knows of its bytes, if it has them.
  fileprivate func withOriginal(of known: [ContentDigest: BlobRow]) -> Self {
    guard let original = known[original.digest], !original.isMarkedLost else { return self }
    var page = self
    page.original = original
    return page
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
    order.removeAll { pages[$0] == nil && !lostPages.contains($0) }
  }
}
