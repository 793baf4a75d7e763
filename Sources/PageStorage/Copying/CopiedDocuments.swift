// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// Documents of a store that are copied together, because pages have moved between them.
struct CopiedDocuments: Sendable {
  /// The documents, `nil` for one that is no longer there.
  var documents: [DocumentID: CopiedDocument?]

  /// The documents in ascending order.
  private var ids: [DocumentID] { documents.keys.sorted { $0.rawValue < $1.rawValue } }

  /// All pages in ascending order.
  private var pages: [CopiedDocument.Page] {
    documents.values.compactMap(\.self).flatMap(\.pages.values)
      .sorted { $0.row.id.rawValue < $1.row.id.rawValue }
  }

  /// The originals of all pages.
  var originals: [ContentDigest: BlobRow] {
    documents.values.compactMap(\.self).reduce(into: [:]) { all, document in
      all.merge(document.originals) { first, _ in first }
    }
  }

  /// The identifiers of all pages.
  var pageIDs: [PageID] { pages.map(\.row.id) }
}

// MARK: - Comparing

extension CopiedDocuments {
  /// Requires that documents of a copy are earlier states of these.
  ///
  /// - Throws: `PageStoreError.unfitLocation`.
  func requireLater(than old: Self) throws(PageStoreError) {
    for id in ids {
      guard let mine = documents[id] ?? nil, let other = old.documents[id] ?? nil else { continue }
      guard mine.created == other.created, other.state.revision <= mine.state.revision else {
        throw .unfitLocation(
          reason:
            "document \(id.rawValue) of the copy is another one or was changed there: it was created at"
            + " \(other.created) ms and has revision \(other.state.revision), that of the store at"
            + " \(mine.created) ms and \(mine.state.revision); copy to a new store")
      }
    }
  }

  /// Returns a page of each original but some.
  func pagesOfOriginals(except known: Set<ContentDigest>) -> [StoredPage] {
    var known = known
    return pages.filter { known.insert($0.original.digest).inserted }.map(\.storedPage)
  }
}

// MARK: - Writing

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
    let released = try addDocuments(over: old, db)
    let originals = try writeOriginals(rows, db)
    try writePages(over: old, originals, db)
    try writeOrders(over: old, db)
    try noteNumbers(db)
    try removeRest(of: old, db)
    try db.removeUnusedOriginals(among: released)
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
      if let known = try db.page(row.id) {
        if row.trash == nil { row.leaf = known.leaf }
        if row != known { try db.update(row) }
      } else {
        try db.insert(row)
      }
      try page.writeMetadata(over: old.page(row.id)?.metadata, db)
    }
  }

  /// Returns a page of any of the documents.
  private func page(_ id: PageID) -> CopiedDocument.Page? {
    documents.values.lazy.compactMap { $0?.pages[id] }.first
  }

  /// Writes the orders and states of documents, and notes the changes for observers.
  private func writeOrders(over old: Self, _ db: any CatalogTransaction) throws {
    var orders: [DocumentID: PageOrder] = [:]
    // Each page leaves its order before it enters another one.
    for id in ids {
      guard let state = try db.documentState(id) else { continue }
      var order = PageOrder(db, id, root: state.root, count: state.count)
      if documents[id]??.order != old.documents[id]??.order {
        _ = try order.takeTail(from: 0)
        try order.flush()
      }
      orders[id] = order
    }
    let moved = ids.map { id in
      let order = (documents[id] ?? nil)?.order ?? []
      return orders[id]?.count == order.count ? 0 : order.count
    }
    try db.prepareNewOrderNodes(moved.reduce(0) { $0 + PageOrder.nodeCount(ofPages: $1) })
    for id in ids {
      guard let new = documents[id] ?? nil, var order = orders[id] else { continue }
      if order.count != new.order.count {
        for (index, page) in new.order.enumerated() { try order.insert(page.rawValue, at: index) }
        try order.flush()
      }
      var state = new.state
      (state.root, state.count) = (order.root, order.count)
      try db.update(
        DocumentRow(
          title: new.title.text, metadata: new.metadata.text, created: new.created, state: state))
      try new.note(over: old.documents[id] ?? nil, db)
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

  private func removedPages(of old: Self) -> [PageID] {
    let present = Set(pageIDs)
    return old.pageIDs.filter { !present.contains($0) }
  }

  private func removedDocuments(of old: Self) -> [DocumentID] {
    old.ids.filter { old.documents[$0]??.state != nil && documents[$0]??.state == nil }
  }
}

// MARK: - Records

extension CopiedDocuments {
  /// The records from which a folder can rebuild its catalog.
  private func records(over old: Self) throws -> [StoreRecord] {
    let known = Dictionary(uniqueKeysWithValues: old.pages.map { ($0.row.id, $0) })
    var records = ids.flatMap { id in
      (documents[id] ?? nil)?.records(over: old.documents[id] ?? nil) ?? []
    }
    for page in pages { records += page.records(over: known[page.row.id]) }
    records += removedPages(of: old).map { .removedPage($0) }
    return records + removedDocuments(of: old).map { .removedDocument($0) }
  }
}

extension CopiedDocument {
  fileprivate func records(over old: Self?) -> [StoreRecord] {
    var records: [StoreRecord] = []
    if title != old?.title { records.append(.document(state.id, title: title.text)) }
    if metadata != old?.metadata ?? ExactText(DocumentRow.emptyMetadata) {
      records.append(.documentMetadata(state.id, text: metadata.text))
    }
    return records
  }

  /// Notes for observers how the document has changed.
  fileprivate func note(over old: Self?, _ db: any CatalogTransaction) throws {
    let id = state.id
    guard let old else { return try ChangeLog.append(.created, of: id, to: db) }
    if title != old.title { try ChangeLog.append(.renamed, of: id, to: db) }
    if metadata != old.metadata { try ChangeLog.append(.metadataChanged, of: id, to: db) }
    if (state.trashed == nil) != (old.state.trashed == nil) {
      try ChangeLog.append(state.trashed == nil ? .restored : .trashed, of: id, to: db)
    }
    let described = pages.keys.filter { pages[$0]?.metadata != old.pages[$0]?.metadata }
    if state.revision != old.state.revision {
      try ChangeLog.append(nil, revision: state.revision, of: id, to: db)
    } else if !described.isEmpty {
      let pages = described.sorted { $0.rawValue < $1.rawValue }
      try ChangeLog.append(.pageMetadataChanged, of: id, pages: pages, to: db)
    }
  }
}

extension CopiedDocument.Page {
  fileprivate func records(over old: Self?) -> [StoreRecord] {
    var records: [StoreRecord] = []
    if old == nil {
      records.append(.page(row.id, row.document, original.digest))
    } else if old?.original.digest != original.digest {
      records.append(.replacement(row.id, original.digest))
    }
    if metadata != old?.metadata {
      records.append(.metadata(row.id, text: metadata?.text ?? PageMetadata.emptyText))
    }
    return records
  }

  fileprivate func writeMetadata(over old: ExactText?, _ db: any CatalogTransaction) throws {
    guard metadata != old else { return }
    if let metadata {
      try db.replace(PageMetadataRow(id: row.id, text: metadata.text))
    } else {
      try db.removeMetadata(of: row.id)
    }
  }
}
