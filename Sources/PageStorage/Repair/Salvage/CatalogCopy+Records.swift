// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages
import GallerySystem

extension CatalogCopy {
  /// Repeats the changes that the records contain and the old catalog has lost.
  ///
  /// Without an old catalog, these are all changes.
  ///
  /// - Parameters:
  ///   - report: Receives what was recovered and what is lost.
  ///   - acknowledged: The number of the last acknowledged change.
  /// - Throws: `PageStoreError`, `DatabaseError`.
  func takeLostChanges(_ report: inout RepairReport, acknowledged: Int64) throws {
    let lost = source.history.changes.filter { source.old == nil || $0.number > lastChange }
    var arrivals: [DocumentID: [PageID]] = [:]
    for change in lost {
      for record in change.records {
        switch record {
        // A removed page that still exists has lost its removal.
        case .change, .removedPage, .removedDocument: break
        // Done last, for all pages.
        case .metadata, .documentMetadata: break
        case .document(let id, let title): try takeDocument(id, title, &report)
        case .page(let page, let document, _):
          guard try target.db.page(page) == nil else { continue }
          if try recover(page, to: document, &report) {
            arrivals[document, default: []].append(page)
          }
        case .replacement(let page, let digest):
          try takeReplacement(page, digest, &report)
        }
      }
    }
    try takeLostEntries(&arrivals, &report, acknowledged: acknowledged)
    for id in source.history.titles.keys { try requireDocument(id, &report) }
    for (id, known) in source.history.documentMetadata
    where source.old == nil || known.change > lastChange {
      try takeMetadata(known.text, of: id, &report)
    }
    for (document, pages) in arrivals { try append(pages, to: document) }
  }

  /// Adds pages whose entries were lost: not removed, and with existing bytes.
  ///
  /// If all orders were sound and none contains such a page, it was in the trash, and is restored
  /// there. Otherwise an acknowledged page without bytes is lost, unless it was purged on a full
  /// disk, where the purge was not recorded.
  private func takeLostEntries(
    _ arrivals: inout [DocumentID: [PageID]], _ report: inout RepairReport, acknowledged: Int64
  ) throws {
    let history = source.history
    for (page, document) in history.documents.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard try target.db.page(page) == nil else { continue }
      guard documentsInOrder.contains(document) else {
        guard try recover(page, to: document, &report) else {
          if history.arrivals[page] ?? 0 <= acknowledged { report.lostPages.append(page) }
          continue
        }
        arrivals[document, default: []].append(page)
        if !report.reorderedDocuments.contains(document) {
          report.reorderedDocuments.append(document)
        }
        continue
      }
      let end = try target.db.state(of: document).count
      _ = try recover(
        page, to: document, trash: .init(time: SystemCalls.milliseconds, index: end), &report)
    }
  }

  private func takeDocument(
    _ id: DocumentID, _ title: String, _ report: inout RepairReport
  ) throws {
    guard try target.db.integer("SELECT 1 FROM document WHERE id = ?", [id.rawValue]) != nil else {
      // It may have been removed since.
      return source.history.titles[id] == nil ? () : try requireDocument(id, &report)
    }
    var row = try DocumentRow.fetchAnywhere(target.db, id)
    guard row.title != title else { return }
    row.title = title
    try target.db.update(row)
    report.repairedDocuments.append(id)
  }

  private func takeMetadata(
    _ text: String, of id: DocumentID, _ report: inout RepairReport
  ) throws {
    guard try target.db.integer("SELECT 1 FROM document WHERE id = ?", [id.rawValue]) != nil else {
      return
    }
    var row = try DocumentRow.fetchAnywhere(target.db, id)
    guard !row.metadata.utf8.elementsEqual(text.utf8) else { return }
    row.metadata = text
    try target.db.update(row)
    if !report.repairedDocuments.contains(id) { report.repairedDocuments.append(id) }
  }

  private func takeReplacement(
    _ page: PageID, _ digest: ContentDigest, _ report: inout RepairReport
  ) throws {
    guard source.originals.contains(digest), var row = try target.db.page(page) else {
      return
    }
    let blob = try target.blob(of: digest)
    guard row.blob != blob.id else { return }
    (row.blob, row.rotation) = (blob.id, .none)
    row.contentVersion = min(row.contentVersion, Int(Int32.max) - 1) + 1
    row.aspectRatio = blob.header?.aspectRatio
    try target.db.update(row)
    report.repairedPages.append(page)
  }

  /// Appends pages to an order.
  private func append(_ pages: [PageID], to document: DocumentID) throws {
    let state = try target.db.state(of: document)
    guard !state.isBeingPurged else { return }
    var order = PageOrder(target.db, document, root: state.root, count: state.count)
    // Identifiers increase in the order in which pages were added.
    for page in pages.sorted(by: { $0.rawValue < $1.rawValue }) {
      try order.insert(page.rawValue, at: order.count)
    }
    try store(order)
  }

  /// Writes the counters, so that no identifier or change number is reused.
  ///
  /// - Parameter lastNumber: The last change number in the records.
  /// - Throws: `PageStoreError`, `DatabaseError`.
  func finish(lastNumber: Int64) throws {
    let db = target.db
    let last = max(Int64(clamping: source.history.lastPage), try db.lowestFreePageNumber() - 1)
    let old = try source.old.flatMap { old in
      try TolerantReader(db: old).first("SELECT MAX(id) FROM page", []) { $0.integer(0) }
    }
    let counted = try? source.old.flatMap { try $0.counter(.page) }
    let known = [last, old ?? 0, max((counted ?? nil) ?? 1, 1) - 1]
    let next = 1 + (known.filter { (0..<DocumentRow.maximumID).contains($0) }.max() ?? 0)
    try db.set(.page, to: next)
    try copyKnowledge()
    try ChangeLog.appendUnnamed(after: max(lastNumber, lastChange, 0), to: db)
    // Their files stay, and become pages if they are not otherwise known.
    try db.execute(sql: "DELETE FROM blob WHERE id NOT IN (SELECT blob FROM page)")
  }

  /// Counts that what is known of originals has changed: it may be lost, and lists showed damaged rows.
  private func copyKnowledge() throws {
    if let known = try? source.old?.counter(.originals), known < .max {
      try target.db.set(.originals, to: known)
    }
    try CounterRow.advanceOriginals(target.db)
  }
}

extension DocumentRow {
  /// Returns the entry of a document, which may be in the trash.
  fileprivate static func fetchAnywhere(_ db: Database, _ id: DocumentID) throws -> DocumentRow {
    let row = try db.cachedStatement(sql: "SELECT \(columns) FROM document WHERE id = ?")
      .first(binding: id.rawValue) { try DocumentRow($0) }
    guard let row else { throw PageStoreError.notFound(.document(id)) }
    return row
  }
}
