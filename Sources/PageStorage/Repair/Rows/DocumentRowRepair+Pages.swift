// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension DocumentRowRepair {
  /// Mends the rows of the document's pages, and removes those of lost ones.
  ///
  /// - Parameter order: The order of the document.
  /// - Returns: The rows, in the trash or not.
  /// - Throws: The engine's errors.
  mutating func mendedPages(_ order: SalvagedOrder) throws -> [PageRow] {
    let found = try ownPages(order)
    try db.preparePages(found.map(\.row.id))
    var pages: [PageRow] = []
    for page in found {
      let leaf = order.leaves[page.row.id.rawValue]
      guard let row = try mended(page, isListed: leaf != nil, isWhole: order.isWhole) else {
        try db.removePage(page.row.id)
        try db.removeMetadata(of: page.row.id)
        note(page.row.id, as: \.lostPages)
        continue
      }
      pages.append(row)
      let isInPlace = row.trash != nil || leaf == nil || leaf == row.leaf
      guard !page.isSound || row != page.row || !isInPlace else { continue }
      try db.update(row)
      note(row.id, as: \.repairedPages)
    }
    return pages
  }

  /// Returns the rows of pages that belong to the document.
  ///
  /// A sound row tells the document of a page, and a damaged one if no order lists the page.
  private mutating func ownPages(
    _ order: SalvagedOrder
  ) throws -> [UncheckedRow<PageRow>] {
    let naming = try db.uncheckedPages(of: owner)
    let doubtful = naming.filter { !$0.isSound && order.leaves[$0.row.id.rawValue] == nil }
    let elsewhere = takesListed ? [] : try listedElsewhere(doubtful.map(\.row))
    let others = Set(order.pages.map { PageID($0) }).subtracting(naming.map(\.row.id))
    let listed = try db.uncheckedPages(others.sorted { $0.rawValue < $1.rawValue })
    for page in others.subtracting(listed.map(\.row.id)) { note(page, as: \.lostPages) }
    return naming.filter { !elsewhere.contains($0.row.id) } + listed.filter { !$0.isSound }
  }

  /// Returns those of the pages that the order of another document lists.
  private func listedElsewhere(_ pages: [PageRow]) throws -> Set<PageID> {
    var nodes: [Int64: OrderNode] = [:]
    for (document, node) in try db.soundNodes(Set(pages.map(\.leaf)).sorted())
    where document != owner { nodes[node.id] = node }
    return Set(pages.filter { nodes[$0.leaf]?.pages.contains($0.id.rawValue) == true }.map(\.id))
  }

  /// Returns the row that a page can have, `nil` if its original is unknown.
  private func mended(
    _ found: UncheckedRow<PageRow>, isListed: Bool, isWhole: Bool
  ) throws -> PageRow? {
    var row = found.row
    guard row.id.rawValue > 0, row.id.rawValue < UInt64(DocumentRow.maximumID),
      let original = try original(row.blob)
    else { return nil }
    row.document = document
    if !found.isSound {
      row.created = row.created.flatMap(time)
      row.trash = trash(row, isListed: isListed, isWhole: isWhole)
    }
    row.aspectRatio = row.ratio(of: original)
    if row.aspectRatio != found.row.aspectRatio || !found.isSound {
      // What shows the page makes its picture again.
      let version = found.row.contentVersion
      row.contentVersion = (0..<Int(Int32.max)).contains(version) ? version + 1 : 1
    }
    return row
  }

  /// Returns the place in the trash of a page with a damaged row.
  ///
  /// A page that a whole order does not list was in the trash.
  private func trash(_ row: PageRow, isListed: Bool, isWhole: Bool) -> PageRow.TrashEntry? {
    let known = row.trash.flatMap { time($0.time) }
    guard !isListed, isWhole || known != nil else { return nil }
    let index = row.trash?.index ?? 0
    return PageRow.TrashEntry(
      time: known ?? db.now, index: (0...Int(DocumentRow.maximumID)).contains(index) ? index : 0,
      previous: row.trash?.previous.flatMap {
        $0.rawValue < UInt64(DocumentRow.maximumID) ? $0 : nil
      })
  }

  private func original(_ id: Int64) throws -> BlobRow? {
    do {
      return try db.original(id: id)
    } catch PageStoreError.corrupted {
      return nil
    }
  }

  /// Keeps damaged metadata that can be read, and removes others.
  mutating func mendMetadata(of pages: [PageID]) throws {
    for found in try db.uncheckedMetadata(of: pages) where !found.isSound {
      if found.row.text.isEmpty {
        try db.removeMetadata(of: found.row.id)
      } else {
        try db.replace(found.row)
      }
      note(found.row.id, as: \.repairedMetadata)
    }
  }
}
