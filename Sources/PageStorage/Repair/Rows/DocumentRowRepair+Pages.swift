// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension DocumentRowRepair {
  /// Mends the rows of the document's pages, and removes those of lost ones.
  ///
  /// - Parameters:
  ///   - order: The order of the document.
  ///   - found: The rows of its pages.
  /// - Returns: The rows, in the trash or not.
  /// - Throws: The engine's errors.
  mutating func mendedPages(
    _ order: SalvagedOrder, _ found: [UncheckedRow<PageRow>]
  ) throws -> [PageRow] {
    try db.preparePages(found.map(\.row.id))
    let places = Set(order.pages)
    var pages: [PageRow] = []
    for page in found {
      let id = page.row.id
      guard let row = try mended(page, isListed: places.contains(id.rawValue), order.isWhole) else {
        try remove(id)
        continue
      }
      pages.append(row)
      let leaf = order.leaves[id.rawValue]
      let isInPlace = row.trash != nil || leaf == nil || leaf == row.leaf
      guard !page.isSound || row != page.row || !isInPlace else { continue }
      try db.update(row)
      note(id, as: \.repairedPages)
    }
    // What a purge is going to remove may be the bytes of a page that is lost here.
    if !report.lostPages.isEmpty { try db.keepLooseOriginals() }
    return pages
  }

  private mutating func remove(_ page: PageID) throws {
    try db.removePage(page)
    try db.removeMetadata(of: page)
    note(page, as: \.lostPages)
  }

  /// Returns the rows of pages that belong to the document.
  ///
  /// A sound row tells the document of a page. A damaged one belongs to the document that has a place for it.
  ///
  /// - Parameters:
  ///   - order: The order of the document.
  ///   - naming: The rows that name the document.
  /// - Returns: The rows.
  /// - Throws: The engine's errors.
  mutating func ownPages(
    _ order: SalvagedOrder, _ naming: [UncheckedRow<PageRow>]
  ) throws -> [UncheckedRow<PageRow>] {
    let places = Set(order.pages)
    let others = Set(order.pages.map { PageID($0) }).subtracting(naming.map(\.row.id))
    let listed = try db.uncheckedPages(others.sorted { $0.rawValue < $1.rawValue })
    let lost = others.subtracting(listed.map(\.row.id))
    for page in lost.sorted(by: { $0.rawValue < $1.rawValue }) { note(page, as: \.lostPages) }
    let own = naming.filter {
      $0.isSound || doubtful != .left || places.contains($0.row.id.rawValue)
    }
    return own + listed.filter { !$0.isSound }
  }

  /// Returns the row that a page can have, `nil` if its original is unknown.
  private func mended(
    _ found: UncheckedRow<PageRow>, isListed: Bool, _ isWhole: Bool
  ) throws -> PageRow? {
    var row = found.row
    guard row.id.rawValue > 0, row.id.rawValue < UInt64(RowRepair.idLimit),
      let original = try original(row.blob)
    else { return nil }
    row.document = document
    if !found.isSound {
      row.created = row.created.flatMap(time)
      row.trash = trash(row, isListed: isListed, isWhole && doubtful != .takenIntoOrder)
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
  /// A page that a whole order does not list was in the trash. The date may be wrong, and must not let a purge remove the
  /// page at once.
  private func trash(_ row: PageRow, isListed: Bool, _ isWhole: Bool) -> PageRow.TrashEntry? {
    guard !isListed, isWhole || row.trash != nil else { return nil }
    let index = row.trash?.index ?? 0
    return PageRow.TrashEntry(
      time: db.now, index: (0...Int(DocumentRow.maximumID)).contains(index) ? index : 0,
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
