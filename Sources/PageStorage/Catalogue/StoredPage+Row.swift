// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB
import GalleryModel

extension StoredPage {
  init(_ row: PageRow, _ blob: BlobRow) {
    self.init(
      id: row.id, document: row.document, digest: blob.digest, byteCount: blob.byteCount,
      header: blob.header, contentVersion: row.contentVersion, rotation: row.rotation,
      damage: blob.damage,
      trash: row.trash.map { Trash(date: Date(milliseconds: $0.time), index: $0.index) })
  }

  /// Returns a page, wherever it is.
  static func fetch(_ db: Database, _ id: PageID) throws -> StoredPage? {
    let statement = try db.cachedStatement(sql: query)
    return try statement.first(binding: Int64(bitPattern: id.rawValue)) { row in
      let page = try PageRow(row)
      guard let blob = BlobRow(row, from: 10), blob.id == page.blob else {
        throw PageStoreError.corrupted(.page(id))
      }
      return StoredPage(page, blob)
    }
  }

  private static let query = """
    SELECT p.id, p.document, p.blob, p.leaf, p.contentVersion, p.rotation, p.aspectRatio, \
    p.trashed, p.trashedIndex, p.checksum, \
    b.id, b.digest, b.byteCount, b.header, b.damage, b.checksum \
    FROM page p JOIN blob b ON b.id = p.blob WHERE p.id = ?
    """
}

extension Date {
  /// Creates a date from milliseconds since 1970.
  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The milliseconds since 1970, rounded, and inside of what the catalogue can hold.
  var milliseconds: Int64 {
    Int64(max(-1e15, min(1e15, (timeIntervalSince1970 * 1000).rounded())))
  }
}
