// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// Verifies the rows of one document on a server, in one snapshot.
struct ServedDocumentVerification {
  let db: any CatalogTransaction
  let document: DocumentID
  private(set) var problems: [VerificationReport.Problem] = []
  /// The sound pages with their originals.
  private(set) var pages: [(id: PageID, original: BlobRow)] = []

  init(_ document: DocumentID, _ db: any CatalogTransaction) {
    (self.document, self.db) = (document, db)
  }

  /// Verifies the document, unless it is gone.
  ///
  /// - Throws: The engine's errors.
  mutating func run() throws {
    var leaves: [PageID: Int64] = [:]
    do {
      try db.prepareDocument(document)
      guard let row = try db.document(document) else { return }
      guard !row.state.isBeingPurged else { return try verifyRows() }
      _ = try row.document
      var order = PageOrder(db, document, root: row.state.root, count: row.state.count)
      let damage = order.damage
      try order.forEachLeaf { leaf, pages in
        for page in pages where leaves.updateValue(leaf, forKey: PageID(page)) != nil {
          throw damage
        }
      }
    } catch PageStoreError.corrupted(.document) {
      return problems.append(.document(document))
    } catch PageStoreError.corrupted(.order) {
      return problems.append(.order(document))
    }
    try verifyPages(leaves)
  }

  /// Verifies that the pages of a document that is being purged can be read: otherwise nothing is purged any more.
  private mutating func verifyRows() throws {
    for page in try db.pages(where: .document(document)).sorted(by: { $0.rawValue < $1.rawValue }) {
      do {
        _ = try db.page(page)
      } catch PageStoreError.corrupted {
        problems.append(.page(page))
      }
    }
  }

  private mutating func verifyPages(_ leaves: [PageID: Int64]) throws {
    let present = try db.pages(where: .document(document))
    let all = Set(present).union(leaves.keys).sorted { $0.rawValue < $1.rawValue }
    try db.preparePages(all)
    for page in all {
      do {
        pages.append((page, try verifyPage(page, leaf: leaves[page])))
        _ = try db.metadata(of: page)
      } catch PageStoreError.corrupted(.metadata) {
        problems.append(.metadata(page))
      } catch PageStoreError.corrupted {
        problems.append(.page(page))
      }
    }
  }

  /// Verifies a page outside the trash, which has a leaf, or in it.
  private func verifyPage(_ id: PageID, leaf: Int64?) throws -> BlobRow {
    guard let row = try db.page(id), row.document == document,
      leaf == nil ? row.trash != nil : row.trash == nil && row.leaf == leaf
    else { throw PageStoreError.corrupted(.page(id)) }
    let original = try db.original(id: row.blob)
    guard row.aspectRatio == row.ratio(of: original) else {
      throw PageStoreError.corrupted(.page(id))
    }
    return original
  }
}
