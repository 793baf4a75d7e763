// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension PageStore {
  /// Returns those of some pages that are in no document which were lost.
  ///
  /// A page is lost if its row cannot be read. Whatever removes the row of a page also removes that of an original that
  /// no other page has: where that is still there, the page was lost. A document that is in the trash of the copy, and
  /// of which another original is gone, was purged, and its lost pages with it.
  ///
  /// - Parameters:
  ///   - pages: The pages, as a copy has them.
  ///   - documents: The documents of the store in which they might be.
  ///   - copy: The same documents in the copy.
  /// - Returns: The lost pages.
  /// - Throws: `PageStoreError`.
  func lostPages(
    among pages: [CopiedDocument.Page], _ documents: CopiedDocuments, in copy: CopiedDocuments
  ) async throws(PageStoreError) -> [CopiedDocument.Page] {
    let lost = try await lostPages(among: pages)
    let gone = Set(lost.map(\.row.document)).filter {
      documents.destination(of: $0, in: copy) == nil
        && (copy.documents[$0] ?? nil)?.state.trashed != nil
    }
    let purged = try await documentsWithoutOriginal(
      among: pages.filter { gone.contains($0.row.document) })
    return lost.filter { !purged.contains($0.row.document) }
  }

  /// Returns the documents of those pages whose original has no row.
  private func documentsWithoutOriginal(
    among pages: [CopiedDocument.Page]
  ) async throws(PageStoreError) -> Set<DocumentID> {
    guard !pages.isEmpty else { return [] }
    return try await readAtLength { db in
      try db.prepareOriginals(pages.map(\.original.digest))
      return Set(try pages.filter { try !db.hasOriginal($0.original.digest) }.map(\.row.document))
    }
  }

  private func lostPages(
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
  /// Returns the row of a page, `nil` if there is none that can be read.
  func soundPage(_ id: PageID) throws -> PageRow? {
    do {
      return try page(id)
    } catch PageStoreError.corrupted {
      return nil
    }
  }

  /// Returns the row of an original, `nil` if there is none that can be read.
  func soundOriginal(id: Int64) throws -> BlobRow? {
    do {
      return try original(id: id)
    } catch PageStoreError.corrupted {
      return nil
    }
  }

  fileprivate func isUnreadable(_ page: PageID) throws -> Bool {
    do {
      _ = try self.page(page)
      return false
    } catch PageStoreError.corrupted {
      return true
    }
  }

  /// Whether an original has a row, damaged or not.
  func hasOriginal(_ digest: ContentDigest) throws -> Bool {
    do {
      return try original(digest) != nil
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
