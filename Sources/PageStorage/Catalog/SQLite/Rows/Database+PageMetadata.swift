// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

extension PageMetadataRow {
  static let columns = "id, content, checksum"

  /// Reads the columns of ``columns`` and verifies the checksum.
  ///
  /// - Throws: `PageStoreError.corrupted(.metadata)`.
  init(_ row: FastRow) throws {
    let id = PageID(UInt64(bitPattern: row.integer(0)))
    let content = row.bytes(1) { bytes in
      bytes.count <= PageMetadata.maximumByteCount ? String(decoding: bytes, as: UTF8.self) : nil
    }
    let entry = PageMetadataRow(id: id, stored: content ?? "")
    guard let entry, row.integer(2) == entry.checksum else {
      throw PageStoreError.corrupted(.metadata(id))
    }
    self = entry
  }

  fileprivate static let query = "SELECT \(columns) FROM pageMetadata WHERE id = ?"

  /// Calls `body` with each damaged entry.
  static func forEachUnsound(_ db: Database, _ body: (PageID) throws -> Void) throws {
    try db.each("SELECT \(columns) FROM pageMetadata") { row in
      let isSound = (try? PageMetadataRow(row)) != nil
      if !isSound { try body(PageID(UInt64(bitPattern: row.integer(0)))) }
    }
  }
}

extension Database {
  func prepareMetadata(of pages: [PageID]) {}

  func metadata(of page: PageID) throws -> PageMetadataRow? {
    try cachedStatement(sql: PageMetadataRow.query).first(
      binding: Int64(bitPattern: page.rawValue)
    ) { row in try PageMetadataRow(row) }
  }

  func replace(_ metadata: PageMetadataRow) throws {
    try cachedStatement(
      sql: "REPLACE INTO pageMetadata (\(PageMetadataRow.columns)) VALUES (?, ?, ?)"
    ).execute(arguments: [
      Int64(bitPattern: metadata.id.rawValue), metadata.text, metadata.checksum,
    ])
  }

  func removeMetadata(of page: PageID) throws {
    try cachedStatement(sql: "DELETE FROM pageMetadata WHERE id = ?")
      .execute(arguments: [Int64(bitPattern: page.rawValue)])
  }
}

// MARK: - Entries of no page

extension PageMetadataRow {
  /// The entries of existing pages.
  ///
  /// A library version without metadata that opened the store before the migration purges pages but
  /// leaves their entries. They are harmless: identifiers are not reused.
  static let ofPages = "pageMetadata WHERE \(hasPage)"

  fileprivate static let hasPage = "EXISTS (SELECT 1 FROM page WHERE page.id = pageMetadata.id)"
}

extension Database {
  func pagesWithLeftMetadata() throws -> [PageID] {
    var pages: [PageID] = []
    try each(
      "SELECT \(PageMetadataRow.columns) FROM pageMetadata WHERE NOT \(PageMetadataRow.hasPage)"
    ) { row in
      if let entry = try? PageMetadataRow(row) { pages.append(entry.id) }
    }
    return pages
  }

  func removeLeftMetadata(of pages: some Sequence<PageID>) throws {
    let sql = "DELETE FROM pageMetadata WHERE id = ? AND NOT \(PageMetadataRow.hasPage)"
    for page in pages {
      try cachedStatement(sql: sql).execute(arguments: [Int64(bitPattern: page.rawValue)])
    }
  }
}
