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
  /// How damaged pages are treated that name the document and have no place in its order.
  let doubtful: Doubtful
  private(set) var report = RepairReport()

  /// The treatment of pages whose document is in doubt.
  enum Doubtful {
    /// They are left: the order of another document may list them.
    case left
    /// No other document has taken them; a page that the order does not list was in the trash.
    case taken
    /// No other document has taken them; the order was damaged, so that they may have been in it.
    case takenIntoOrder
  }

  init(_ owner: DocumentID, _ db: any ServedTransaction, doubtful: Doubtful) throws {
    (self.owner, self.db, self.doubtful) = (owner, db, doubtful)
    let isNumber = owner.rawValue > 0 && owner.rawValue < RowRepair.idLimit
    document = isNumber ? owner : DocumentID(try db.lastDocumentNumber() + 1)
  }

  /// Rebuilds the rows.
  ///
  /// - Returns: What was done: nothing for a document that has neither a row nor pages. One that is being purged has no
  ///   order, and keeps its row.
  /// - Throws: The engine's errors.
  mutating func run() throws -> RepairReport {
    let found = try db.uncheckedDocument(owner)
    if let found, found.isSound, found.row.state.isBeingPurged {
      // Its sound pages are left to the purge.
      let damaged = try db.uncheckedPages(of: owner).filter { !$0.isSound }
      _ = try mendedPages(SalvagedOrder([], root: 0, count: 0), damaged)
      return report
    }
    let naming = try db.uncheckedPages(of: owner)
    let members = Dictionary(grouping: naming.map(\.row).filter { $0.trash == nil }, by: \.leaf)
    let order = SalvagedOrder(
      try db.soundNodes(of: owner), root: root(found), count: found?.row.state.count ?? 0,
      members: members.mapValues { $0.map(\.id.rawValue) })
    let pages = try mendedPages(order, try ownPages(order, naming))
    guard found != nil || !pages.isEmpty else { return report }
    try mendMetadata(of: pages.map(\.id))
    let row = try mendedDocument(found)
    let new = try rebuilt(order, of: pages, root: found?.row.state.root ?? 0)
    try write(row, found, new)
    report.removeDuplicates()
    return report
  }

  /// Returns the root of the order, `nil` if it is unknown: a damaged row does not prove that there are no pages.
  private func root(_ found: UncheckedRow<DocumentRow>?) -> Int64? {
    guard let found, found.isSound || found.row.state.root != 0 else { return nil }
    return found.row.state.root
  }

  /// Returns the order of the pages that are not in the trash: a new one, unless the old one is that.
  private mutating func rebuilt(
    _ old: SalvagedOrder, of pages: [PageRow], root: Int64
  ) throws -> PageOrder {
    var rest = Set(pages.filter { $0.trash == nil }.map(\.id.rawValue))
    var list = old.pages.filter { rest.remove($0) != nil }
    list += rest.sorted()
    guard !old.isWhole || list != old.pages || document != owner else {
      let moved = pages.filter { $0.trash == nil && old.leaves[$0.id.rawValue] != $0.leaf }
      let leaves = moved.compactMap { page in
        old.leaves[page.id.rawValue].map { (page: page.id.rawValue, leaf: $0) }
      }
      if !leaves.isEmpty { try db.setLeaves(leaves) }
      return PageOrder(db, document, root: root, count: list.count)
    }
    report.reorderedDocuments.append(document)
    try db.prepareNewOrderNodes(PageOrder.nodeCount(ofPages: list.count))
    // Their numbers may have been given again.
    let foreign = try db.soundNodes(old.lostNodes.sorted()).filter { $0.document != owner }
    try db.removeOrderNodes(
      of: owner, and: old.lostNodes.subtracting(foreign.map(\.node.id)).sorted())
    var order = PageOrder(db, document, root: 0, count: 0)
    for page in list { try order.insert(page, at: order.count) }
    try order.flush()
    return order
  }

  /// Writes the row of the document; observers read all of it again.
  private func write(
    _ row: DocumentRow, _ found: UncheckedRow<DocumentRow>?, _ order: PageOrder
  ) throws {
    var row = row
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
    if let found {
      row.created = found.isSound ? found.row.created : time(found.row.created) ?? now
    }
    if DocumentRow.pairs(of: row.metadata) == nil { row.metadata = DocumentRow.emptyMetadata }
    if let found, found.isSound {
      row.state = found.row.state
    } else {
      // The date may be wrong, and must not let a purge remove it at once. One that was being purged can be restored.
      row.state.trashed = found?.row.state.trashed.map { _ in now }
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
    number.map { (0..<RowRepair.revisionLimit).contains($0) ? $0 : 0 } ?? 0
  }
}

extension DocumentRowRepair {
  /// Notes what becomes of a page.
  mutating func note(_ page: PageID, as list: WritableKeyPath<RepairReport, [PageID]>) {
    report[keyPath: list].append(page)
  }
}
