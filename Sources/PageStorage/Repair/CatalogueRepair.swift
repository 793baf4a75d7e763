// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB
import GalleryModel
import PageImaging

/// Makes entries of the catalogue anew, inside of one transaction.
struct CatalogueRepair {
  let db: Database
  let folder: StoreFolder
  let limits: DecodingLimits

  /// Makes the entries of originals anew, and compares all originals with their digests.
  ///
  /// - Returns: The numbers of the originals that are damaged.
  func repairBlobs() throws -> Set<Int64> {
    var damaged: Set<Int64> = []
    let query = try db.cachedStatement(sql: "SELECT \(BlobRow.columns) FROM blob WHERE id = ?")
    for id in try Int64.fetchAll(db, sql: "SELECT id FROM blob") {
      let stored = try query.first(binding: id) { BlobRow($0) } ?? nil
      guard var row = try query.first(binding: id, { BlobRow(unchecked: $0) }) ?? nil else {
        continue
      }
      if try folder.isSound(row.digest) {
        try readHeader(of: &row)
      } else {
        damaged.insert(id)
        row.damage = "the original bytes are missing or were changed"
      }
      if row != stored { try row.update(db) }
    }
    return damaged
  }

  /// Reads the facts of an original that is sound.
  private func readHeader(of row: inout BlobRow) throws {
    let path = folder.blob(row.digest)
    row.byteCount = try SystemCalls.byteCount(of: path) ?? row.byteCount
    do throws(ImagingError) {
      row.header = PageHeader(
        try ImageHeader(reading: try ByteSource(path: path), limits: limits))
      row.damage = nil
    } catch {
      (row.header, row.damage) = (nil, error.description)
    }
  }

  /// Makes the entries of pages anew that follow from others.
  ///
  /// - Returns: The pages whose entries were changed.
  func repairPages() throws -> [PageID] {
    var repaired: [PageID] = []
    let query = try db.cachedStatement(sql: "SELECT \(PageRow.columns) FROM page WHERE id = ?")
    for id in try Int64.fetchAll(db, sql: "SELECT id FROM page") {
      let stored = try query.first(binding: id) { try? PageRow($0) } ?? nil
      guard var row = try query.first(binding: id, { PageRow(unchecked: $0) }),
        let blob = try? BlobRow.fetch(db, id: row.blob)
      else { continue }
      row.contentVersion = max(0, min(row.contentVersion, Int(Int32.max)))
      row.aspectRatio = blob.header.map {
        row.rotation.swapsSides ? 1 / $0.aspectRatio : $0.aspectRatio
      }
      guard row != stored else { continue }
      try row.update(db)
      repaired.append(row.id)
    }
    return repaired
  }

  /// Makes the orders anew that cannot be read, or that name other pages than there are.
  ///
  /// - Returns: The documents whose order was made anew.
  func repairOrders() throws -> [DocumentID] {
    var report = VerificationReport()
    _ = try CatalogueVerification(db: db).run(&report)
    var documents: Set<DocumentID> = []
    for problem in report.problems {
      if case .order(let document) = problem { documents.insert(document) }
      if case .page(let page) = problem, let row = try? PageRow.fetch(db, page) {
        documents.insert(row.document)
      }
    }
    for document in documents { try rebuildOrder(of: document) }
    return documents.sorted { $0.rawValue < $1.rawValue }
  }

  private func rebuildOrder(of document: DocumentID) throws {
    let row = try Row.fetchOne(
      db, sql: "SELECT root FROM document WHERE id = ?", arguments: [document.rawValue])
    guard let root = row?[0] as Int64? else { return }
    var rest = Set(
      try Int64.fetchAll(
        db, sql: "SELECT id FROM page WHERE document = ? AND trashed IS NULL",
        arguments: [document.rawValue]
      ).map { UInt64(bitPattern: $0) })
    var salvaged: [UInt64] = []
    var old = PageOrder(db, document, root: root, count: 0)
    old.salvage(root, &salvaged, depth: 0)
    let leaves = try Int64.fetchAll(
      db, sql: "SELECT id FROM node WHERE document = ? AND isLeaf ORDER BY id",
      arguments: [document.rawValue])
    for leaf in leaves { salvaged += (try? old.node(leaf))?.pages ?? [] }
    salvaged += rest.sorted()
    try db.execute(sql: "DELETE FROM node WHERE document = ?", arguments: [document.rawValue])
    try db.execute(
      sql: "UPDATE document SET root = 0, pageCount = 0 WHERE id = ?",
      arguments: [document.rawValue])
    var order = PageOrder(db, document, root: 0, count: 0)
    for page in salvaged where rest.remove(page) != nil {
      try order.insert(page, at: order.count)
    }
    try order.flush()
    let revision = try Int.fetchOne(
      db, sql: "UPDATE document SET revision = revision + 1 WHERE id = ? RETURNING revision",
      arguments: [document.rawValue])
    try ChangeLog.append(nil, revision: revision ?? 1, of: document, to: db)
  }

  /// Makes pages of originals that belong to none.
  ///
  /// - Parameters:
  ///   - digests: The originals.
  ///   - ids: A name for each.
  /// - Returns: The pages.
  /// - Throws: `PageStoreError`, `DatabaseError`.
  func adopt(_ digests: [ContentDigest], ids: [PageID]) throws -> [PageID] {
    let sound = try digests.filter { try folder.isSound($0) }
    guard !sound.isEmpty else { return [] }
    let document = try DocumentRow.insert(db, title: "Recovered pages", metadata: [:])
    var editor = try DocumentEditor(db, document)
    for (digest, id) in zip(sound, ids) {
      try add(id, digest, to: document)
      try editor.order.insert(id.rawValue, at: editor.order.count)
    }
    try editor.finish(nil)
    return Array(ids.prefix(sound.count))
  }

  /// Adds the entries of a page whose original is there.
  func add(_ id: PageID, _ digest: ContentDigest, to document: DocumentID) throws {
    var blob = try BlobRow.fetch(db, digest)
    if blob == nil {
      var new = try BlobRow.insert(db, digest, byteCount: 0, header: nil, damage: nil)
      try readHeader(of: &new)
      try new.update(db)
      blob = new
    }
    guard let blob else { return }
    try PageRow(
      id: id, document: document, blob: blob.id, aspectRatio: blob.header?.aspectRatio
    ).insert(db)
  }
}

extension PageOrder {
  /// Collects the pages below a node as far as they can be read.
  fileprivate mutating func salvage(_ id: Int64, _ pages: inout [UInt64], depth: Int) {
    guard depth < Self.maximumDepth, let node = try? node(id) else { return }
    pages += node.pages
    for child in node.children { salvage(child.id, &pages, depth: depth + 1) }
  }
}
