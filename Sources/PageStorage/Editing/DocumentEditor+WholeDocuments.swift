// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension DocumentEditor {
  /// Takes over pages of another document.
  mutating func receive(_ pages: [UInt64], at index: Int) throws {
    try db.preparePages(pages.map { PageID($0) })
    for (place, page) in pages.enumerated() {
      try PageRow.give(db, PageID(page), to: document)
      try order.insert(page, at: index + place)
    }
  }

  /// Fills a new document with copies of pages and of their sound metadata.
  ///
  /// - Returns: The records of the copies, and the new document, which the caller must finish.
  static func copy(
    _ source: DocumentID, to target: DocumentID, _ ids: [PageID], _ db: any CatalogTransaction
  ) throws -> (records: [StoreRecord], new: DocumentEditor) {
    try db.prepareDocument(source)
    var old = try DocumentEditor(db, source)
    var new = try DocumentEditor(db, target)
    var records: [StoreRecord] = []
    for (index, page) in try old.order.pages(in: 0..<old.order.count).enumerated() {
      guard var row = try db.page(PageID(page)) else { throw old.order.damage }
      let metadata = try PageMetadataRow.soundText(db, of: row.id)
      row.id = ids[index]
      row.document = target
      row.contentVersion = 0
      try db.insert(row)
      try new.order.insert(row.id.rawValue, at: index)
      let blob = try db.original(id: row.blob)
      records.append(.page(row.id, target, blob.digest))
      guard let metadata else { continue }
      try PageMetadataRow.store(metadata, of: row.id, db)
      records.append(.metadata(row.id, text: metadata))
    }
    return (records, new)
  }
}

extension PageRow {
  /// Moves a page to another document.
  static func give(_ db: any CatalogTransaction, _ id: PageID, to document: DocumentID) throws {
    guard var row = try db.page(id) else { throw PageStoreError.corrupted(.page(id)) }
    guard row.document != document else { return }
    row.document = document
    try db.update(row)
  }
}

extension PageOrder {
  /// Removes the pages from an index to the end from the order.
  mutating func takeTail(from index: Int) throws -> [UInt64] {
    let pages = try pages(in: index..<count)
    for index in (index..<count).reversed() { _ = try remove(at: index) }
    return pages
  }
}

extension Changeset {
  /// Creates the insertion of consecutive stored pages.
  init(appending pages: [UInt64], at index: Int, _ db: any CatalogTransaction) throws {
    self.init(
      insertions: try pages.enumerated().map { place, page in
        guard let page = try db.storedPage(PageID(page)) else {
          throw PageStoreError.corrupted(.page(PageID(page)))
        }
        return Insertion(index: index + place, page: page.page)
      })
  }
}
