// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

/// The entry of a page's metadata, in a separate table: reading pages does not read it.
///
/// Pages without metadata have no entry.
struct PageMetadataRow {
  var id: PageID
  /// The metadata in stored form.
  var text: String
  /// The decoded metadata.
  private var metadata = PageMetadata()

  static let columns = "id, content, checksum"

  private var checksum: Int64 {
    var sum = Checksum()
    sum.add(id.rawValue)
    var text = text
    text.withUTF8 { sum.add(UnsafeRawBufferPointer($0)) }
    return sum.stored
  }

  init(id: PageID, text: String) {
    self.id = id
    self.text = text
  }

  /// Reads the columns of ``columns`` and verifies the checksum.
  ///
  /// - Throws: `PageStoreError.corrupted(.metadata)`.
  init(_ row: FastRow) throws {
    id = PageID(UInt64(bitPattern: row.integer(0)))
    let content = row.bytes(1) { bytes in
      bytes.count <= PageMetadata.maximumByteCount ? String(decoding: bytes, as: UTF8.self) : nil
    }
    text = content ?? ""
    guard row.integer(2) == checksum, let metadata = PageMetadata(stored: text) else {
      throw PageStoreError.corrupted(.metadata(id))
    }
    self.metadata = metadata
  }
}

extension PageMetadataRow {
  private static let query = "SELECT \(columns) FROM pageMetadata WHERE id = ?"

  private static func row(_ db: Database, of page: PageID) throws -> PageMetadataRow? {
    try db.cachedStatement(sql: query).first(binding: Int64(bitPattern: page.rawValue)) { row in
      try PageMetadataRow(row)
    }
  }

  /// Returns the stored metadata of a page, `nil` if it has none.
  static func text(_ db: Database, of page: PageID) throws -> String? {
    try row(db, of: page)?.text
  }

  /// Returns the stored metadata of a page, `nil` if it has none or they are damaged.
  static func soundText(_ db: Database, of page: PageID) throws -> String? {
    do {
      return try text(db, of: page)
    } catch PageStoreError.corrupted(.metadata) {
      return nil
    }
  }

  /// Returns the metadata of a page, which may have none.
  static func fetch(_ db: Database, of page: PageID) throws -> PageMetadata {
    try row(db, of: page)?.metadata ?? PageMetadata()
  }

  /// Returns whether the stored metadata differ or are damaged, so that a record is needed.
  static func isNew(_ text: String, of page: PageID, _ db: Database) throws -> Bool {
    do {
      return !isSame(try self.text(db, of: page) ?? PageMetadata.emptyText, text)
    } catch PageStoreError.corrupted(.metadata) {
      return true
    }
  }

  /// Compares bytes: strings that Swift treats as equal can have different bytes and checksums.
  static func isSame(_ old: String, _ new: String) -> Bool { old.utf8.elementsEqual(new.utf8) }

  /// Writes the metadata of a page, replacing existing ones.
  static func store(_ text: String, of page: PageID, _ db: Database) throws {
    guard text != PageMetadata.emptyText else { return try remove(db, page) }
    let row = PageMetadataRow(id: page, text: text)
    try db.cachedStatement(sql: "REPLACE INTO pageMetadata (\(columns)) VALUES (?, ?, ?)")
      .execute(arguments: [Int64(bitPattern: page.rawValue), text, row.checksum])
  }

  /// Removes the metadata of a page.
  static func remove(_ db: Database, _ page: PageID) throws {
    try db.cachedStatement(sql: "DELETE FROM pageMetadata WHERE id = ?")
      .execute(arguments: [Int64(bitPattern: page.rawValue)])
  }

  /// Calls `body` with each damaged entry.
  static func forEachUnsound(_ db: Database, _ body: (PageID) throws -> Void) throws {
    try db.each("SELECT \(columns) FROM pageMetadata") { row in
      let isSound = (try? PageMetadataRow(row)) != nil
      if !isSound { try body(PageID(UInt64(bitPattern: row.integer(0)))) }
    }
  }
}

// MARK: - Entries of no page

extension PageMetadataRow {
  /// The entries of existing pages.
  ///
  /// A library version without metadata that opened the store before the migration purges pages but
  /// leaves their entries. They are harmless: identifiers are not reused.
  static let ofPages = "pageMetadata WHERE \(hasPage)"

  private static let hasPage = "EXISTS (SELECT 1 FROM page WHERE page.id = pageMetadata.id)"

  /// Returns the page identifiers in sound entries of removed pages.
  static func leftovers(_ db: Database) throws -> [PageID] {
    var pages: [PageID] = []
    try db.each("SELECT \(columns) FROM pageMetadata WHERE NOT \(hasPage)") { row in
      if let entry = try? PageMetadataRow(row) { pages.append(entry.id) }
    }
    return pages
  }

  /// Removes entries whose pages do not exist.
  static func removeLeftovers(_ pages: some Sequence<PageID>, _ db: Database) throws {
    for page in pages {
      try db.cachedStatement(sql: "DELETE FROM pageMetadata WHERE id = ? AND NOT \(hasPage)")
        .execute(arguments: [Int64(bitPattern: page.rawValue)])
    }
  }
}
