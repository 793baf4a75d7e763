// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// Rebuilds the rows of one document of a store on servers: its own, its order, its pages and their metadata.
///
/// Sound rows are believed, and an order more than a page. What a damaged row says is kept where it can be true: no
/// records tell what it said before. A page whose original has no row is lost; the bytes of that are recovered as a
/// page of its own.
struct DocumentRowRepair {
  let db: any ServedTransaction
  /// The document as pages and nodes name it.
  let owner: DocumentID
  /// The document as it will be: another one if the number is none.
  let document: DocumentID
  /// Whether it takes damaged pages that name it and that the order of another document lists.
  let takesListed: Bool
  private(set) var report = RepairReport()

  init(_ owner: DocumentID, _ db: any ServedTransaction, takesListed: Bool) throws {
    (self.owner, self.db, self.takesListed) = (owner, db, takesListed)
    let isNumber = owner.rawValue > 0 && owner.rawValue < DocumentRow.maximumID
    document = isNumber ? owner : DocumentID(try db.lastDocumentNumber() + 1)
  }

  /// Rebuilds the rows.
  ///
  /// - Returns: What was done: nothing for a document that is being purged, or that has neither a row nor pages.
  /// - Throws: The engine's errors.
  mutating func run() throws -> RepairReport {
    let found = try db.uncheckedDocument(owner)
    if let found, found.isSound, found.row.state.isBeingPurged { return report }
    let order = SalvagedOrder(
      try db.soundNodes(of: owner), root: root(found), count: found?.row.state.count ?? 0)
    let pages = try mendedPages(order)
    guard found != nil || !pages.isEmpty else { return report }
    try mendMetadata(of: pages.map(\.id))
    let new = try rebuild(order, of: pages)
    try write(found, new)
    report.removeDuplicates()
    return report
  }

  /// Returns the root of the order, `nil` if it is unknown: a damaged row does not prove that there are no pages.
  private func root(_ found: UncheckedRow<DocumentRow>?) -> Int64? {
    guard let found, found.isSound || found.row.state.root != 0 else { return nil }
    return found.row.state.root
  }

  /// Replaces the order by one of the pages that are not in the trash.
  private mutating func rebuild(_ old: SalvagedOrder, of pages: [PageRow]) throws -> PageOrder {
    var rest = Set(pages.filter { $0.trash == nil }.map(\.id.rawValue))
    var list = old.pages.filter { rest.remove($0) != nil }
    list += rest.sorted()
    if !old.isWhole || list != old.pages { report.reorderedDocuments.append(document) }
    try db.prepareNewOrderNodes(PageOrder.nodeCount(ofPages: list.count))
    try db.removeOrderNodes(of: owner, and: old.children.sorted())
    var order = PageOrder(db, document, root: 0, count: 0)
    for page in list { try order.insert(page, at: order.count) }
    try order.flush()
    return order
  }

  /// Writes the row of the document; observers read all of it again.
  private mutating func write(_ found: UncheckedRow<DocumentRow>?, _ order: PageOrder) throws {
    var row = try mendedDocument(found)
    (row.state.root, row.state.count, row.state.modified) = (order.root, order.count, db.now)
    row.state.revision += 1
    if let found, found.row.state.id == document {
      try db.update(row)
    } else {
      if found != nil { try db.removeDocument(owner) }
      try db.insert(row)
      try ChangeLog.append(.created, of: document, to: db)
    }
    try ChangeLog.append(nil, revision: row.state.revision, of: document, to: db)
  }

  private mutating func mendedDocument(
    _ found: UncheckedRow<DocumentRow>?
  ) throws -> DocumentRow {
    let now = db.now
    var row = DocumentRow(
      title: found?.row.title ?? RepairReport.recoveryTitle,
      metadata: found?.row.metadata ?? DocumentRow.emptyMetadata, created: now,
      state: DocumentState(id: document, modified: now))
    if let found { row.created = time(found.row.created) ?? now }
    if DocumentRow.pairs(of: row.metadata) == nil { row.metadata = DocumentRow.emptyMetadata }
    if let found, found.isSound {
      row.state = found.row.state
    } else {
      // One that was being purged may have lost pages; it can be restored, or purged again.
      row.state.trashed = found?.row.state.trashed.map { time($0) ?? now }
      row.state.revision = max(
        try db.lastLoggedRevision(of: owner), revision(found?.row.state.revision))
    }
    if found?.isSound != true || row.metadata != found?.row.metadata {
      report.repairedDocuments.append(document)
    }
    return row
  }

  /// Returns a date if it can be one of the past.
  func time(_ time: Int64) -> Int64? {
    let day: Int64 = 86_400_000
    return (0...db.now + day).contains(time) ? time : nil
  }

  private func revision(_ number: Int?) -> Int {
    number.map { (0..<DocumentState.limit).contains($0) ? $0 : 0 } ?? 0
  }
}

extension DocumentRowRepair {
  /// Notes what becomes of a page.
  mutating func note(_ page: PageID, as list: WritableKeyPath<RepairReport, [PageID]>) {
    report[keyPath: list].append(page)
  }
}
