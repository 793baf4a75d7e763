// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB

/// The entry of original bytes in the catalog.
struct BlobRow: Equatable {
  var id: Int64
  var digest: ContentDigest
  var byteCount: Int
  var header: PageHeader?
  var damage: String?

  var checksum: Int64 {
    var sum = Checksum()
    sum.add(id)
    digest.withUnsafeBytes { sum.add($0) }
    sum.add(Int64(byteCount))
    if let header {
      header.withStoredBytes { sum.add($0) }
    } else {
      sum.add(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    Array((damage ?? "").utf8).withUnsafeBytes { sum.add($0) }
    return sum.stored
  }
}

extension BlobRow {
  static let columns = "id, digest, byteCount, header, damage, checksum"

  /// Reads the columns of ``columns`` and verifies the checksum.
  init?(_ row: FastRow, from first: Int32 = 0) {
    self.init(unchecked: row, from: first)
    guard row.integer(first + 5) == checksum, byteCount >= 0 else { return nil }
  }

  /// Reads the columns of ``columns`` without verification; fails without a digest.
  init?(unchecked row: FastRow, from first: Int32 = 0) {
    id = row.integer(first)
    guard let digest = row.digest(first + 1) else { return nil }
    self.digest = digest
    byteCount = Int(row.integer(first + 2))
    header = row.bytes(first + 3) { PageHeader(stored: $0) }
    damage = row.text(first + 4)
  }

  /// Returns the entry of a digest, using the index.
  static func fetch(_ db: Database, _ digest: ContentDigest) throws -> BlobRow? {
    let id = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM blob WHERE digest = ?"),
      arguments: [Blob(digest.bytes)])
    guard let id else { return nil }
    let row = try fetch(db, id: id)
    guard row.digest == digest else { throw Self.damagedIndex }
    return row
  }

  /// Returns those originals that have an entry, sound or not, without using the index.
  ///
  /// - Complexity: O(n) for n originals in the store.
  static func present(_ db: Database, among digests: Set<ContentDigest>) throws -> Set<
    ContentDigest
  > {
    var present: Set<ContentDigest> = []
    try db.each("SELECT digest FROM blob NOT INDEXED") { row in
      let digest = row.digest(0)
      if let digest, digests.contains(digest) { present.insert(digest) }
    }
    return present
  }

  static var damagedIndex: PageStoreError {
    .corrupted(.catalog(message: "an index differs from its table; repair rebuilds it"))
  }

  private static let query = "SELECT \(columns) FROM blob WHERE id = ?"

  /// Returns the entry with a row ID.
  static func fetch(_ db: Database, id: Int64) throws -> BlobRow {
    let row = try db.cachedStatement(sql: query)
      .first(binding: id) { BlobRow($0) }
    guard let row = row ?? nil else {
      throw PageStoreError.corrupted(.catalog(message: "the entry of blob \(id)"))
    }
    return row
  }

  /// Adds an entry with a row ID chosen by SQLite.
  static func insert(
    _ db: Database, _ digest: ContentDigest, byteCount: Int, header: PageHeader?, damage: String?
  ) throws -> BlobRow {
    let last = try db.integer("SELECT MAX(id) FROM blob") ?? 0
    guard last >= 0, last < DocumentRow.maximumID else {
      throw PageStoreError.corrupted(.catalog(message: "the numbers of originals"))
    }
    let row = BlobRow(
      id: last + 1, digest: digest, byteCount: byteCount, header: header, damage: damage)
    try row.insert(db)
    return row
  }

  /// Replaces the entry, and counts that what is known of originals has changed.
  func update(_ db: Database) throws {
    try CounterRow.advanceOriginals(db)
    try db.execute(
      sql: "UPDATE blob SET byteCount = ?, header = ?, damage = ?, checksum = ? WHERE id = ?",
      arguments: [byteCount, header.map { Blob($0.stored) }, damage, checksum, id])
  }

  func insert(_ db: Database) throws {
    try db.cachedStatement(sql: "INSERT INTO blob (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)")
      .execute(arguments: [
        id, Blob(digest.bytes), byteCount, header.map { Blob($0.stored) }, damage, checksum,
      ])
  }

  /// Removes entries that no page uses, and lists their files as doomed.
  static func removeUnused(_ db: Database, among ids: Set<Int64>) throws {
    for id in ids.sorted() {
      let use = try db.cachedStatement(sql: "SELECT 1 FROM page WHERE blob = ? LIMIT 1")
        .first(binding: id) { _ in true }
      guard use == nil else { continue }
      try db.execute(
        sql: "INSERT OR IGNORE INTO doomed SELECT digest FROM blob WHERE id = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM blob WHERE id = ?", arguments: [id])
    }
  }
}
