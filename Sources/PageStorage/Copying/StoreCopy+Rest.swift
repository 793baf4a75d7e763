// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension StoreCopy {
  /// Returns the documents of both stores, and those of which the store has lost the row, but not the pages.
  ///
  /// Documents that only the copy has were removed from the store since.
  func allDocuments() async throws(PageStoreError) -> Set<DocumentID> {
    var documents = Set(try await source.documentIDs())
    documents.formUnion(
      try await Self.ofCopy { () async throws(PageStoreError) in try await target.documentIDs() })
    var last: DocumentID?
    while let owner = try await source.ownerWithoutRow(after: last) {
      documents.insert(owner)
      last = owner
    }
    return documents
  }

  /// Checks, before anything is written, that the documents of the copy are earlier states of those of the store.
  ///
  /// - Throws: `PageStoreError.unfitLocation`.
  func requireLaterDocuments() async throws(PageStoreError) {
    let known = try await readCopy { db in
      var known: [DocumentID: DocumentVersion] = [:]
      try db.readDocuments { row in
        if let row = try? row.get() { known[row.state.id] = DocumentVersion(row) }
      }
      return known
    }
    guard !known.isEmpty else { return }
    try await source.readAtLength { db in
      try db.readDocuments { row in
        guard let row = try? row.get(), let known = known[row.state.id] else { return }
        try DocumentVersion(row).requireLater(than: known, row.state.id)
      }
    }
  }

  /// The number of originals that are looked up together.
  private static let originalPortion = 256

  /// Removes originals of the copy that no page has, and that the store does not know: a copy that was interrupted may
  /// have received them before they were purged.
  func removeUnusedOriginals() async throws(PageStoreError) {
    var last: Int64 = 0
    while true {
      let start = last
      let (end, originals) = try await readCopy { db in
        let ids = try db.originalsWithoutPage(after: start, limit: Self.originalPortion)
        return (ids.last, try ids.compactMap { try db.soundOriginal(id: $0) })
      }
      guard let end else { return }
      let unknown = try await source.readAtLength { db in
        try db.prepareOriginals(originals.map(\.digest))
        return try originals.filter { try !db.hasOriginal($0.digest) }.map(\.id)
      }
      if !unknown.isEmpty {
        try await change { publication in try publication.db.removeUnusedOriginals(among: unknown) }
      }
      last = end
    }
  }

  /// Lets the copy use no number that the store has used.
  func copyNumbers() async throws(PageStoreError) {
    let (page, document) = try await source.read { db in
      (try db.counter(.page), try db.lastDocumentNumber())
    }
    guard let page else { throw .corrupted(.catalog(message: CatalogFault.pageCounter)) }
    let known = try await readCopy { db in
      (try db.counter(.page) ?? 0, try db.lastDocumentNumber())
    }
    guard known.0 < page || known.1 < document else { return }
    try await change { publication in
      let db = publication.db
      try db.set(.page, to: max(page, db.counter(.page) ?? 0))
      guard try db.lastDocumentNumber() < document else { return }
      // The number of a document that was removed.
      let last = DocumentID(document)
      try db.insert(
        DocumentRow(
          title: "", metadata: DocumentRow.emptyMetadata, created: db.now,
          state: DocumentState(id: last, modified: db.now)))
      try db.removeDocument(last)
    }
  }

  /// The number of receipts that are copied together.
  private static let receiptPortion = 256

  /// Copies the receipts that are still kept.
  func copyReceipts() async throws(PageStoreError) {
    var next: Int64 = 0
    while true {
      let start = next
      let (receipts, last) = try await source.read { db in
        var (receipts, last): ([ReceiptRow], Int64?) = ([], nil)
        try db.readReceipts(around: start, (below: 0, above: Self.receiptPortion)) { facts, read in
          last = facts.id
          // A damaged one is left to a verification.
          if let receipt = try? read(), !receipt.isExpired(at: db.now) { receipts.append(receipt) }
        }
        return (receipts, last)
      }
      if !receipts.isEmpty {
        try await change { publication in
          for receipt in receipts { try publication.db.replace(receipt) }
        }
      }
      guard let last, last < .max else { return }
      next = last + 1
    }
  }
}

// MARK: - Documents of a store

extension PageStore {
  /// Reads documents from one snapshot.
  func copiedDocuments(_ ids: Set<DocumentID>) async throws(PageStoreError) -> CopiedDocuments {
    try await readAtLength { db in
      var documents: [DocumentID: CopiedDocument?] = [:]
      for id in ids.sorted(by: { $0.rawValue < $1.rawValue }) {
        documents.updateValue(try CopiedDocument.read(id, db), forKey: id)
      }
      return CopiedDocuments(documents: documents)
    }
  }

  /// Requires that documents that are gone have no pages left: their rows would have been lost.
  ///
  /// - Throws: `PageStoreError.corrupted(.document)`.
  func requireNoPagesWithoutDocument(
    _ documents: CopiedDocuments
  ) async throws(PageStoreError) {
    for case let (id, nil) in documents.documents {
      let isLost = try await read { db in
        try db.documentState(id) == nil && !db.pages(where: .document(id)).isEmpty
      }
      if isLost { throw .corrupted(.document(id)) }
    }
  }

  /// Returns the first document after another one that has pages and no row.
  func ownerWithoutRow(
    after document: DocumentID?
  ) async throws(PageStoreError) -> DocumentID? {
    try await readAtLength { db in try db.ownerWithoutRow(after: document) }
  }

  /// Returns the documents of pages, in the trash or not, except those of pages that cannot be read.
  func owners(of pages: [PageID]) async throws(PageStoreError) -> Set<DocumentID> {
    try await readAtLength { db in
      try db.preparePages(pages)
      let owners = try DamagedRows.read(pages.map(\.rawValue)) { ids in
        try ids.map { try db.page(PageID($0))?.document }
      } one: { id in
        try db.page(id)?.document
      } substitute: { _ in
        nil
      }
      return Set(owners.compactMap(\.self))
    }
  }
}
