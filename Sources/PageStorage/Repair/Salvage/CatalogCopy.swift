// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages
import GallerySystem

/// Copies the sound parts of a catalog into a new one, and rebuilds the rest.
struct CatalogCopy {
  let source: SalvageSource
  let target: SalvageTarget
  /// The row IDs of originals in the new catalog, by those in the old one.
  private var blobs: [Int64: Int64] = [:]
  /// The last change in the old catalog.
  private(set) var lastChange: Int64 = 0
  /// The pages whose entries had wrong checksums: sound orders and records prevail over them.
  var unproven: Set<PageID> = []
  /// The documents of the old catalog, if all their orders were readable.
  var documentsInOrder: Set<DocumentID> = []

  private var db: Database { target.db }
  private var reader: TolerantReader? { source.old.map { TolerantReader(db: $0) } }

  init(source: SalvageSource, target: SalvageTarget) {
    self.source = source
    self.target = target
  }

  /// Copies originals, documents, pages and their orders.
  mutating func run(_ report: inout RepairReport) throws {
    guard let reader else { return }
    let last = try reader.first("SELECT MAX(id) FROM change", []) { $0.integer(0) } ?? 0
    lastChange = (0..<DocumentRow.maximumID).contains(last) ? last : 0
    try copyBlobs(reader)
    try copyDocuments(reader, &report)
    try copyPages(reader, &report)
    try copyOrders(&report)
    try copyDoomed(reader)
  }

  private mutating func copyBlobs(_ reader: TolerantReader) throws {
    var others: [(row: BlobRow, checksum: Int64)] = []
    try reader.each("blob", BlobRow.columns) { row in
      if let sound = BlobRow(row), try db.original(sound.digest) == nil {
        try db.insert(sound)
        blobs[sound.id] = sound.id
      } else if let unchecked = BlobRow(unchecked: row) {
        others.append((unchecked, row.integer(5)))
      }
    }
    // After the sound entries, which keep their row IDs.
    for (row, checksum) in others where blobs[row.id] == nil {
      if let digest = try digest(of: row, checksum) {
        blobs[row.id] = try target.blob(of: digest).id
      }
    }
  }

  /// Returns the original of an altered entry, `nil` if that is uncertain.
  ///
  /// The altered part may be the row ID, which then matches another original: therefore an entry
  /// rebuilt from the file must have the same checksum.
  private func digest(of row: BlobRow, _ checksum: Int64) throws -> ContentDigest? {
    guard let digest = source.original(near: row.digest) else { return nil }
    var mended = row
    mended.digest = digest
    if mended.checksum == checksum { return digest }
    let file = try target.blob(of: digest)
    (mended.byteCount, mended.header, mended.damage) = (file.byteCount, file.header, file.damage)
    // Or a single bit of the checksum itself was flipped.
    return (mended.checksum ^ checksum).nonzeroBitCount <= 1 ? digest : nil
  }

  private func copyDoomed(_ reader: TolerantReader) throws {
    let digests = try reader.digests("SELECT digest FROM doomed")
    for digest in digests where try db.original(digest) == nil {
      try db.execute(
        sql: "INSERT OR IGNORE INTO doomed VALUES (?)", arguments: [Blob(digest.bytes)])
    }
  }
}

extension TolerantReader {
  /// Reads a query of one column of digests.
  func digests(_ sql: String) throws -> [ContentDigest] {
    var digests: [ContentDigest] = []
    do {
      try db.each(sql) { row in
        if let digest = row.digest(0) {
          digests.append(digest)
        }
      }
    } catch let error as DatabaseError {
      let failure = CatalogErrorConversion.error(error, in: db)
      guard case .corrupted = failure else { throw failure }
    }
    return digests
  }
}

// MARK: - Documents

extension CatalogCopy {
  private func copyDocuments(_ reader: TolerantReader, _ report: inout RepairReport) throws {
    var damaged: [(row: DocumentRow, isStateSound: Bool)] = []
    try reader.each("document", DocumentRow.columns) { row in
      let unchecked = DocumentRow(unchecked: row)
      if (try? DocumentRow(row).document) != nil {
        try insert(unchecked)
      } else if (1..<DocumentRow.maximumID).contains(unchecked.state.id.rawValue) {
        damaged.append((unchecked, unchecked.state.isSound(row)))
      }
    }
    for (row, isStateSound) in damaged {
      try insert(mended(row, isStateSound: isStateSound))
      report.repairedDocuments.append(row.state.id)
    }
  }

  /// Adds a document, initially without pages.
  private func insert(_ row: DocumentRow) throws {
    var row = row
    (row.state.root, row.state.count) = (0, 0)
    // Observers then reread it.
    row.state.revision += 1
    try db.insert(row)
  }

  /// Returns a usable entry for an altered one.
  private func mended(_ row: DocumentRow, isStateSound: Bool) -> DocumentRow {
    var row = row
    let id = row.state.id
    row.title = source.history.titles[id] ?? row.title
    if let known = source.history.documentMetadata[id] { row.metadata = known.text }
    if (try? row.document) == nil { row.metadata = DocumentRow.emptyMetadata }
    let now = SystemCalls.milliseconds
    let plausible = 0...(2 * now)
    if !plausible.contains(row.created) { row.created = now }
    if !plausible.contains(row.state.modified) { row.state.modified = now }
    // A wrong date must not let the next purge remove the document.
    if !isStateSound, let trashed = row.state.trashed {
      row.state.trashed = plausible.contains(trashed) ? now : nil
    }
    row.state.revision = min(max(row.state.revision, 0), 1 << 32)
    return row
  }

  /// Ensures that a document exists.
  func requireDocument(_ id: DocumentID, _ report: inout RepairReport) throws {
    guard try db.integer("SELECT 1 FROM document WHERE id = ?", [id.rawValue]) == nil else {
      return
    }
    let now = SystemCalls.milliseconds
    try db.insert(
      DocumentRow(
        title: source.history.titles[id] ?? "",
        metadata: source.history.documentMetadata[id]?.text ?? DocumentRow.emptyMetadata,
        created: now, state: DocumentState(id: id, modified: now)))
    report.repairedDocuments.append(id)
  }
}

// MARK: - Pages

extension CatalogCopy {
  private mutating func copyPages(
    _ reader: TolerantReader, _ report: inout RepairReport
  ) throws {
    var damaged: [PageRow] = []
    var documents = Set(try db.integers("SELECT id FROM document"))
    try reader.each("page", PageRow.columns) { row in
      let unchecked = PageRow(unchecked: row)
      guard let sound = try? PageRow(row), let blob = blobs[sound.blob],
        documents.contains(sound.document.rawValue)
      else { return damaged.append(unchecked) }
      try insert(sound, blob: blob)
    }
    for row in damaged {
      guard (1..<UInt64(DocumentRow.maximumID)).contains(row.id.rawValue) else { continue }
      guard let (row, blob) = try mended(row, documents) else {
        report.lostPages.append(row.id)
        continue
      }
      try requireDocument(row.document, &report)
      documents.insert(row.document.rawValue)
      try insert(row, blob: blob)
      unproven.insert(row.id)
      report.repairedPages.append(row.id)
      noteBytes(of: row.id, &report)
    }
  }

  /// Returns a usable entry for an altered one, `nil` if its original is unknown.
  ///
  /// - Returns: The entry, and the row ID of its original in the new catalog.
  private func mended(
    _ row: PageRow, _ documents: Set<Int64>
  ) throws -> (row: PageRow, blob: Int64)? {
    var row = row
    if let document = source.history.documents[row.id] {
      row.document = document
    } else if !documents.contains(row.document.rawValue) {
      return nil
    }
    // The records contain the bytes; otherwise the entry may have had other bytes since.
    let digest = source.history.digest(of: row.id, among: source.originals)
    guard let blob = try digest.map({ try target.blob(of: $0).id }) ?? blobs[row.blob] else {
      return nil
    }
    row.contentVersion = max(0, min(row.contentVersion, Int(Int32.max) - 1)) + 1
    // A wrong date must not let the next purge remove the page.
    if let trash = row.trash {
      let isIndex = (0...Int(DocumentRow.maximumID)).contains(trash.index)
      row.trash = .init(time: SystemCalls.milliseconds, index: isIndex ? trash.index : 0)
    }
    return (row, blob)
  }

  private func insert(_ row: PageRow, blob: Int64) throws {
    var row = row
    row.blob = blob
    row.leaf = 0
    row.aspectRatio = row.ratio(of: try db.original(id: blob))
    guard try db.page(row.id) == nil else { return }
    try db.insert(row)
  }

  /// Reports a page that shows an earlier image because the bytes of its last one are missing.
  private func noteBytes(of page: PageID, _ report: inout RepairReport) {
    guard source.history.hasLostBytes(of: page, among: source.originals) else { return }
    report.revertedPages.append(page)
  }

  /// Adds a page that is only in the records.
  ///
  /// - Returns: `false` if its bytes do not exist, for example after a purge.
  func recover(
    _ page: PageID, to document: DocumentID, trash: PageRow.TrashEntry? = nil,
    _ report: inout RepairReport
  ) throws -> Bool {
    guard let digest = source.history.digest(of: page, among: source.originals) else {
      return false
    }
    try requireDocument(document, &report)
    let blob = try target.blob(of: digest)
    try insert(
      PageRow(id: page, document: document, blob: blob.id, trash: trash), blob: blob.id)
    report.recoveredPages.append(page)
    noteBytes(of: page, &report)
    return true
  }
}
