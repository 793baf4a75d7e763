// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB

extension BlobRow {
  static let columns = "id, digest, byteCount, header, damage, checksum"

  /// Reads the columns of ``columns`` and verifies the checksum.
  init?(_ row: FastRow, from first: Int32 = 0) {
    self.init(unchecked: row, from: first)
    guard row.integer(first + 5) == checksum, byteCount >= 0 else { return nil }
  }

  /// Reads the columns of ``columns`` without verification; fails without a digest.
  init?(unchecked row: FastRow, from first: Int32 = 0) {
    guard let digest = row.digest(first + 1) else { return nil }
    self.init(
      id: row.integer(first), digest: digest, byteCount: Int(row.integer(first + 2)),
      header: row.bytes(first + 3) { PageHeader(stored: $0) }, damage: row.text(first + 4))
  }

  fileprivate static let query = "SELECT \(columns) FROM blob WHERE id = ?"
}

extension Database {
  /// Returns the row of a digest, using the index.
  func original(_ digest: ContentDigest) throws -> BlobRow? {
    let id = try Int64.fetchOne(
      cachedStatement(sql: "SELECT id FROM blob WHERE digest = ?"),
      arguments: [Blob(digest.bytes)])
    guard let id else { return nil }
    let row = try original(id: id)
    guard row.digest == digest else { throw BlobRow.damagedIndex }
    return row
  }

  func original(id: Int64) throws -> BlobRow {
    let row = try cachedStatement(sql: BlobRow.query).first(binding: id) { BlobRow($0) }
    guard let row = row ?? nil else {
      throw PageStoreError.corrupted(
        .catalog(message: "the entry of blob \(id) is missing or was changed"))
    }
    return row
  }

  func prepareOriginals(_ digests: [ContentDigest]) {}

  func lastOriginalNumber() throws -> Int64 { try integer("SELECT MAX(id) FROM blob") ?? 0 }

  func insert(_ original: BlobRow) throws {
    try cachedStatement(sql: "INSERT INTO blob (\(BlobRow.columns)) VALUES (?, ?, ?, ?, ?, ?)")
      .execute(arguments: [
        original.id, Blob(original.digest.bytes), original.byteCount,
        original.header.map { Blob($0.stored) }, original.damage, original.checksum,
      ])
  }

  func replace(_ original: BlobRow) throws {
    try execute(
      sql: "UPDATE blob SET byteCount = ?, header = ?, damage = ?, checksum = ? WHERE id = ?",
      arguments: [
        original.byteCount, original.header.map { Blob($0.stored) }, original.damage,
        original.checksum, original.id,
      ])
  }

  func originalsWithoutPage(after id: Int64, limit: Int) throws -> [Int64] {
    var ids: [Int64] = []
    try each(
      """
      SELECT id FROM blob WHERE id > ? AND NOT EXISTS \
      (SELECT 1 FROM page WHERE page.blob = blob.id) ORDER BY id LIMIT ?
      """, [id, Int64(limit)]
    ) { ids.append($0.integer(0)) }
    return ids
  }

  func removeUnusedOriginals(among ids: [Int64]) throws {
    for id in ids {
      let use = try cachedStatement(sql: "SELECT 1 FROM page WHERE blob = ? LIMIT 1")
        .first(binding: id) { _ in true }
      guard use == nil else { continue }
      try execute(
        sql: "INSERT OR IGNORE INTO doomed SELECT digest FROM blob WHERE id = ?", arguments: [id])
      try execute(sql: "DELETE FROM blob WHERE id = ?", arguments: [id])
    }
  }

  /// Returns those originals that have a row, sound or not, without using the index.
  ///
  /// - Complexity: O(n) for n originals in the store.
  func presentOriginals(among digests: Set<ContentDigest>) throws -> Set<ContentDigest> {
    var present: Set<ContentDigest> = []
    try each("SELECT digest FROM blob NOT INDEXED") { row in
      let digest = row.digest(0)
      if let digest, digests.contains(digest) { present.insert(digest) }
    }
    return present
  }
}
