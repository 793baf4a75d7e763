// SPDX-License-Identifier: Apache-2.0

extension BlobRow {
  /// Adds the row of an original under the next number.
  static func insert(
    _ db: some CatalogTransaction, _ digest: ContentDigest, byteCount: Int, header: PageHeader?,
    damage: String?
  ) throws -> BlobRow {
    let last = try db.lastOriginalNumber()
    guard last >= 0, last < DocumentRow.maximumID else {
      throw PageStoreError.corrupted(.catalog(message: "the numbers of originals are out of range"))
    }
    let row = BlobRow(
      id: last + 1, digest: digest, byteCount: byteCount, header: header, damage: damage)
    try db.insert(row)
    return row
  }
}
