// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

extension CatalogCopy {
  /// Copies the orders, and rebuilds those that are unreadable or do not match the pages.
  mutating func copyOrders(_ report: inout RepairReport) throws {
    let documents = try target.db.integers("SELECT id FROM document")
    let leaves = try leaves()
    var areWhole = source.old != nil
    var orders: [(document: DocumentID, pages: [UInt64], isWhole: Bool)] = []
    for id in documents {
      let document = DocumentID(id)
      guard try !target.db.state(of: document).isBeingPurged else { continue }
      let (pages, isWhole) = try salvagedPages(of: document, leaves[id] ?? [])
      orders.append((document, pages, isWhole))
      // Before any order is filled: the page must not stay in another one.
      for page in pages { try claim(PageID(page), for: document) }
    }
    for (document, _, isWhole) in orders where !isWhole { try restoreUnproven(of: document) }
    for (document, pages, isWhole) in orders {
      areWhole = areWhole && isWhole
      let isSame = try fill(document, with: pages, &report)
      if !(isWhole && isSame) { report.reorderedDocuments.append(document) }
    }
    if areWhole { documentsInOrder = Set(documents.map { DocumentID($0) }) }
  }

  /// Returns the pages in the old order, and whether it was sound.
  ///
  /// Unreadable parts are searched in the leaves that refer to pages of the document.
  private func salvagedPages(
    of document: DocumentID, _ leaves: [Int64]
  ) throws -> (pages: [UInt64], isWhole: Bool) {
    guard let old = source.old else { return ([], true) }
    let reader = TolerantReader(db: old)
    let state = try reader.first(
      "SELECT \(DocumentState.columns) FROM document WHERE id = ?", [document.rawValue]
    ) { DocumentState(unchecked: $0) }
    guard let state, state.count >= 0, state.root >= 0 else { return ([], false) }
    var order = PageOrder(old, document, root: state.root, count: state.count)
    var pages: [UInt64] = []
    do {
      let limit = try old.pageCountLimit()
      try order.forEachLeaf { _, part in
        pages += part
        guard pages.count <= limit else { throw PageStoreError.corrupted(.order(document)) }
      }
      return (pages, true)
    } catch {
      let failure = CatalogErrorConversion.error(error, in: old)
      if case .io = failure { throw failure }
    }
    // First the pages below readable nodes, in order.
    pages = []
    var visited: Set<Int64> = []
    order.salvage(order.root, &pages, &visited, depth: 0)
    for leaf in leaves where !visited.contains(leaf) {
      order.salvage(leaf, &pages, &visited, depth: PageOrder.maximumDepth - 1)
    }
    return (pages, false)
  }

  /// Returns the leaf nodes, by document.
  private func leaves() throws -> [Int64: [Int64]] {
    guard let old = source.old else { return [:] }
    var leaves: [Int64: [Int64]] = [:]
    try TolerantReader(db: old).each("node", "id, document, isLeaf") { row in
      if row.integer(2) != 0 { leaves[row.integer(1), default: []].append(row.integer(0)) }
    }
    return leaves
  }

  /// Fills a document with the listed pages, then with all its other pages.
  ///
  /// - Returns: Whether the listed pages are exactly those of the document.
  private func fill(
    _ document: DocumentID, with named: [UInt64], _ report: inout RepairReport
  ) throws -> Bool {
    let db = target.db
    var isSame = true
    for page in Set(named).sorted() {
      // An order refers only to existing pages: the entry was lost.
      guard try db.page(PageID(page)) == nil else { continue }
      if try !recover(PageID(page), to: document, &report) { report.lostPages.append(PageID(page)) }
      isSame = false
    }
    var rest = Set(
      try db.integers(
        "SELECT id FROM page WHERE document = ? AND trashed IS NULL", [document.rawValue]
      ).map { UInt64(bitPattern: $0) })
    var order = PageOrder(db, document, root: 0, count: 0)
    for page in named {
      guard rest.remove(page) != nil else {
        isSame = false
        continue
      }
      try order.insert(page, at: order.count)
    }
    isSame = isSame && rest.isEmpty
    for page in rest.sorted() { try order.insert(page, at: order.count) }
    try store(order)
    return isSame
  }

  /// Restores the deleted pages of a document whose entries and whose order are both unproven.
  private func restoreUnproven(of document: DocumentID) throws {
    for page in unproven {
      guard var row = try target.db.page(page), row.document == document,
        row.trash != nil
      else { continue }
      row.trash = nil
      try target.db.update(row)
    }
  }

  /// Restores a page whose own entry is unproven to the document whose order contains it.
  private mutating func claim(_ page: PageID, for document: DocumentID) throws {
    guard unproven.remove(page) != nil, var row = try target.db.page(page),
      row.document != document || row.trash != nil
    else { return }
    (row.document, row.trash) = (document, nil)
    try target.db.update(row)
  }

  /// Writes an order, and its root and count into the document.
  func store(_ order: PageOrder) throws {
    var order = order
    try order.flush()
    var state = try target.db.state(of: order.document)
    (state.root, state.count) = (order.root, order.count)
    try target.db.update(state)
  }
}

extension PageOrder {
  /// Collects the pages below a node as far as they are readable, visiting each node once.
  fileprivate mutating func salvage(
    _ id: Int64, _ pages: inout [UInt64], _ visited: inout Set<Int64>, depth: Int
  ) {
    guard depth < Self.maximumDepth, visited.insert(id).inserted, let node = try? node(id) else {
      return
    }
    pages += node.pages
    for child in node.children { salvage(child.id, &pages, &visited, depth: depth + 1) }
  }
}
