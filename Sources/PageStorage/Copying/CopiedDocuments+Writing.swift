// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension CopiedDocuments {
  /// Gives the documents of a store the contents of these.
  ///
  /// - Parameters:
  ///   - old: The same documents, as the store has them.
  ///   - staged: New originals, each once.
  ///   - publication: The transaction.
  /// - Throws: `PageStoreError.conflict` if the store has changed them since; the engine's errors.
  func write(
    over old: Self, _ staged: [StagedPage], _ publication: Publication
  ) throws {
    let db = publication.db
    for id in ids where try CopiedDocument.read(id, db) != old.documents[id] ?? nil {
      let revision = old.documents[id]??.state.revision ?? 0
      throw PageStoreError.conflict(id, expected: revision, found: revision + 1)
    }
    let rows = try publication.publish(staged, records: records(over: old))
    try db.prepareOriginals(Array(originals.keys))
    try db.preparePages(pageIDs + old.pageIDs)
    try removeLostPages(of: old, db)
    let released = try addDocuments(over: old, db)
    let originals = try writeOriginals(rows, db)
    try writePages(over: old, originals, db)
    try writeOrders(over: old, db)
    try noteNumbers(db)
    try removeRest(of: old, db)
    try db.removeUnusedOriginals(among: released)
  }

  /// Removes what is left of pages, and of metadata, that the store cannot read any more: they are added again.
  private func removeLostPages(of old: Self, _ db: any CatalogTransaction) throws {
    for page in old.documents.values.flatMap({ $0?.pagesWithLostMetadata ?? [] }) {
      try db.removeMetadata(of: page)
    }
    let (sound, stay) = (
      Set(old.pageIDs), lostPages.subtracting(old.lostPagesOfDocuments(missingIn: self))
    )
    for page in old.lostPages.sorted(by: { $0.rawValue < $1.rawValue })
    where !sound.contains(page) && !stay.contains(page) {
      // One that is in another document is listed here by mistake.
      if let row = try db.soundPage(page), !ids.contains(row.document) { continue }
      try db.removePage(page)
      try db.removeMetadata(of: page)
    }
  }

  /// Returns the pages that cannot be read of documents that others do not have: no row may name such a document.
  private func lostPagesOfDocuments(missingIn others: Self) -> Set<PageID> {
    documents.reduce(into: []) { pages, entry in
      guard (others.documents[entry.key] ?? nil) == nil else { return }
      pages.formUnion(entry.value?.lostPages ?? [])
    }
  }

  /// Adds the rows of new documents, to which pages and nodes refer.
  ///
  /// - Returns: The originals of the pages before.
  private func addDocuments(over old: Self, _ db: any CatalogTransaction) throws -> [Int64] {
    for id in ids where old.documents[id]??.state == nil {
      guard let new = documents[id] ?? nil else { continue }
      try db.insert(
        DocumentRow(
          title: new.title.text, metadata: new.metadata.text, created: new.created, state: new.state
        ))
    }
    return Set(try old.pageIDs.compactMap { try db.page($0)?.blob }).sorted()
  }

  /// Writes what is known of originals.
  private func writeOriginals(
    _ published: [ContentDigest: BlobRow], _ db: any CatalogTransaction
  ) throws -> [ContentDigest: Int64] {
    var ids: [ContentDigest: Int64] = [:]
    for (digest, original) in originals.sorted(by: {
      $0.key.bytes.lexicographicallyPrecedes($1.key.bytes)
    }) {
      let known = try published[digest] ?? db.original(digest)
      guard let known else {
        // Its bytes could not be read.
        ids[digest] =
          try BlobRow.insert(
            db, digest, byteCount: original.byteCount, header: original.header,
            damage: BlobRow.lostDamage
          ).id
        continue
      }
      ids[digest] = known.id
      // The copy has bytes that the store has lost.
      if original.isMarkedLost && !known.isMarkedLost { continue }
      var new = original
      new.id = known.id
      if new != known { try db.update(new) }
    }
    return ids
  }

  /// Lets the store use no number of these pages: some may have been added since its counter was copied.
  private func noteNumbers(_ db: any CatalogTransaction) throws {
    guard let last = pageIDs.last, let next = Int64(exactly: last.rawValue + 1) else { return }
    guard try db.counter(.page) ?? 0 < next else { return }
    try db.set(.page, to: next)
  }

  private func writePages(
    over old: Self, _ originals: [ContentDigest: Int64], _ db: any CatalogTransaction
  ) throws {
    for page in pages {
      guard let original = originals[page.original.digest] else { continue }
      var row = page.row
      row.blob = original
      if let known = try db.pageAfterRemovingDamaged(row.id) {
        if row.trash == nil { row.leaf = known.leaf }
        if row != known { try db.update(row) }
      } else {
        try db.insert(row)
      }
      try page.writeMetadata(over: old.page(row.id)?.metadata, db)
    }
  }

  /// Removes the documents that are no longer there, and the pages that none of the others has.
  private func removeRest(of old: Self, _ db: any CatalogTransaction) throws {
    for id in removedPages(of: old) {
      try db.removePage(id)
      try db.removeMetadata(of: id)
    }
    for id in removedDocuments(of: old) {
      try db.removeDocument(id)
      try ChangeLog.append(.removed, of: id, to: db)
    }
  }

  func removedPages(of old: Self) -> [PageID] {
    let present = Set(pageIDs)
    return old.pageIDs.filter { !present.contains($0) }
  }

  func removedDocuments(of old: Self) -> [DocumentID] {
    old.ids.filter { old.documents[$0]??.state != nil && documents[$0]??.state == nil }
  }
}

extension CatalogTransaction {
  /// Returns the row of a page; removes one that cannot be read.
  fileprivate func pageAfterRemovingDamaged(_ id: PageID) throws -> PageRow? {
    do {
      return try page(id)
    } catch PageStoreError.corrupted {
      try removePage(id)
      try removeMetadata(of: id)
      return nil
    }
  }
}

extension CopiedDocument.Page {
  fileprivate func writeMetadata(over old: ExactText?, _ db: any CatalogTransaction) throws {
    guard metadata != old else { return }
    if let metadata {
      try db.replace(PageMetadataRow(id: row.id, text: metadata.text))
    } else {
      try db.removeMetadata(of: row.id)
    }
  }
}
