// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

extension StoredPage {
  fileprivate static let query = """
    SELECT p.id, p.document, p.blob, p.leaf, p.contentVersion, p.rotation, p.aspectRatio, \
    p.trashed, p.trashedIndex, p.checksum, p.created, p.trashedAfter, \
    b.id, b.digest, b.byteCount, b.header, b.damage, b.checksum \
    FROM page p JOIN blob b ON b.id = p.blob WHERE p.id = ?
    """

  fileprivate static func fetch(_ statement: Statement, _ id: PageID) throws -> StoredPage? {
    try statement.first(binding: Int64(bitPattern: id.rawValue)) { row in
      let page = try PageRow(row)
      guard let blob = BlobRow(row, from: PageRow.columnCount), blob.id == page.blob else {
        throw PageStoreError.corrupted(.page(id))
      }
      return StoredPage(page, blob)
    }
  }
}

extension Database {
  func storedPage(_ id: PageID) throws -> StoredPage? {
    try StoredPage.fetch(cachedStatement(sql: StoredPage.query), id)
  }

  // The statement is looked up once: finding it by text takes half as long as reading a page.
  func storedPages(_ ids: [UInt64], orThrow damage: PageStoreError) throws -> [StoredPage] {
    let statement = try cachedStatement(sql: StoredPage.query)
    return try ids.map { id in
      guard let page = try StoredPage.fetch(statement, PageID(id)) else { throw damage }
      return page
    }
  }
}
