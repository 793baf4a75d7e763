// SPDX-License-Identifier: Apache-2.0

import GalleryPages

@testable import PageStorage

extension TableCatalog {
  func preparePages(_ ids: [PageID]) {}

  func prepareMetadata(of pages: [PageID]) {}

  func preparePlaces(of pages: [PageID]) {}

  func prepareOriginals(_ digests: [ContentDigest]) {}

  func prepareDocument(_ id: DocumentID) {}

  func prepareOrderNodes(_ ids: () -> [Int64]) {}

  func prepareNewOrderNodes(_ count: Int) {}

  func page(_ id: PageID) throws -> PageRow? {
    try load(.page(id))
    return tables.pages[id]
  }

  func pages(_ ids: [UInt64], orThrow damage: PageStoreError) throws -> [PageRow] {
    try ids.map { id in
      guard let row = try page(PageID(id)) else { throw damage }
      return row
    }
  }

  func storedPage(_ id: PageID) throws -> StoredPage? {
    guard let row = try page(id) else { return nil }
    return StoredPage(row, try original(id: row.blob))
  }

  func storedPages(_ ids: [UInt64], orThrow damage: PageStoreError) throws -> [StoredPage] {
    try ids.map { id in
      guard let page = try storedPage(PageID(id)) else { throw damage }
      return page
    }
  }

  func listedPages(_ ids: [UInt64], orThrow damage: PageStoreError) throws -> [ListedPage] {
    try storedPages(ids, orThrow: damage).map { ListedPage($0) }
  }

  func lastPageNumber() throws -> Int64 {
    try load(.query("last page"))
    return tables.pages.keys.map { Int64($0.rawValue) }.max() ?? 0
  }

  func insert(_ page: PageRow) { update(page) }

  func update(_ page: PageRow) {
    var page = page
    if page.trash != nil { page.leaf = 0 }
    tables.pages[page.id] = page
    changedRowCount += 1
  }

  func setLeaves(_ leaves: [(page: UInt64, leaf: Int64)]) {
    for (page, leaf) in leaves { tables.pages[PageID(page)]?.leaf = leaf }
    changedRowCount += leaves.count
  }

  func removePage(_ id: PageID) { tables.pages[id] = nil }
}

// MARK: - Originals

extension TableCatalog {
  func original(_ digest: ContentDigest) throws -> BlobRow? {
    try load(.digest(digest))
    return tables.originals.values.first { $0.digest == digest }
  }

  func original(id: Int64) throws -> BlobRow {
    try load(.original(id))
    guard let row = tables.originals[id] else {
      throw PageStoreError.corrupted(.catalog(message: "no original \(id)"))
    }
    return row
  }

  func lastOriginalNumber() throws -> Int64 {
    try load(.query("last original"))
    return tables.originals.keys.max() ?? 0
  }

  func insert(_ original: BlobRow) { replace(original) }

  func replace(_ original: BlobRow) {
    tables.originals[original.id] = original
    changedRowCount += 1
  }

  func originalsWithoutPage(after id: Int64, limit: Int) throws -> [Int64] {
    try load(.query("originals without page after \(id)"))
    let used = Set(tables.pages.values.map(\.blob))
    return Array(
      tables.originals.keys.filter { $0 > id && !used.contains($0) }.sorted().prefix(limit))
  }

  func removeUnusedOriginals(among ids: [Int64]) {
    for id in ids where !tables.pages.values.contains(where: { $0.blob == id }) {
      guard let row = tables.originals.removeValue(forKey: id) else { continue }
      tables.doomed.insert(row.digest)
      changedRowCount += 1
    }
  }
}

// MARK: - Orders

extension TableCatalog {
  func orderNode(_ id: Int64, of document: DocumentID) throws -> OrderNode? {
    try load(.node(id))
    guard let found = tables.nodes[id], found.document == document else { return nil }
    return found.node
  }

  func newOrderNode(of document: DocumentID) throws -> Int64 {
    try load(.query("last node"))
    let id = (tables.nodes.keys.max() ?? 0) + 1
    tables.nodes[id] = (document, OrderNode(id: id, parent: 0, entries: .children([])))
    changedRowCount += 1
    return id
  }

  func update(_ node: OrderNode, of document: DocumentID) {
    tables.nodes[node.id] = (document, node)
    changedRowCount += 1
  }

  func removeOrderNode(_ id: Int64) { tables.nodes[id] = nil }
}
