// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB
import GalleryPages

extension StoredPage {
  init(_ row: PageRow, _ blob: BlobRow) {
    self.init(
      id: row.id, document: row.document, digest: blob.digest, byteCount: blob.byteCount,
      header: blob.header, contentVersion: row.contentVersion, rotation: row.rotation,
      damage: blob.damage, created: row.created.map { Date(milliseconds: $0) },
      trash: row.trash.map { Trash(date: Date(milliseconds: $0.time), index: $0.index) })
  }

  /// Returns a page, which may be in the trash.
  static func fetch(_ db: Database, _ id: PageID) throws -> StoredPage? {
    try fetch(statement(db), id)
  }

  fileprivate static func statement(_ db: Database) throws -> Statement {
    try db.cachedStatement(sql: query)
  }

  fileprivate static func fetch(_ statement: Statement, _ id: PageID) throws -> StoredPage? {
    try statement.first(binding: Int64(bitPattern: id.rawValue)) { row in
      let page = try PageRow(row)
      guard let blob = BlobRow(row, from: PageRow.columnCount), blob.id == page.blob else {
        throw PageStoreError.corrupted(.page(id))
      }
      return StoredPage(page, blob)
    }
  }

  private static let query = """
    SELECT p.id, p.document, p.blob, p.leaf, p.contentVersion, p.rotation, p.aspectRatio, \
    p.trashed, p.trashedIndex, p.checksum, p.created, p.trashedAfter, \
    b.id, b.digest, b.byteCount, b.header, b.damage, b.checksum \
    FROM page p JOIN blob b ON b.id = p.blob WHERE p.id = ?
    """
}

extension PageOrder {
  /// Returns the pages of a range of indexes.
  ///
  /// The statement is looked up once: finding it by text takes half as long as reading a page.
  ///
  /// - Throws: `PageStoreError.corrupted` if one of them has no entry; `DatabaseError`.
  mutating func storedPages(in range: Range<Int>) throws -> [StoredPage] {
    let statement = try StoredPage.statement(db)
    return try pages(in: range).map { id in
      guard let page = try StoredPage.fetch(statement, PageID(id)) else { throw damage }
      return page
    }
  }
}

extension Date {
  /// Creates a date from milliseconds since 1970.
  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The milliseconds since 1970, rounded, and clamped to the range of the catalog.
  var milliseconds: Int64 {
    Int64(max(-1e15, min(1e15, (timeIntervalSince1970 * 1000).rounded())))
  }
}
