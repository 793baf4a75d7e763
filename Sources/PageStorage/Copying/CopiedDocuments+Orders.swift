// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension CopiedDocuments {
  /// Writes the orders and states of documents, and notes the changes for observers.
  func writeOrders(over old: Self, _ db: any CatalogTransaction) throws {
    var orders: [DocumentID: PageOrder] = [:]
    // Each page leaves its order before it enters another one.
    for id in ids {
      guard let state = try db.documentState(id) else { continue }
      var order = PageOrder(db, id, root: state.root, count: state.count)
      let known = old.documents[id] ?? nil
      let lost = known?.lostPages ?? []
      if documents[id]??.order != known?.order || !lost.isSubset(of: lostPages) {
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
}

extension CopiedDocument {
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
