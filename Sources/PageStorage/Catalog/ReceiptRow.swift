// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB

/// The entry of a keyed edit's receipt.
///
/// The row ID is made of the first bits of the key's digest, and up to ``probeCount`` rows follow
/// each other where these bits agree.
struct ReceiptRow: Hashable {
  /// The digest of the key.
  let key: ContentDigest
  /// The digest of the request.
  let request: ContentDigest
  let response: [UInt8]
  /// The time of the request, in milliseconds since 1970.
  let time: Int64
  /// The row ID.
  private(set) var id: Int64

  static let columns = "id, time, key, request, response, checksum"

  private static let probeCount: Int64 = 4

  private static let retention = EditReceipt.retention.components.seconds * 1_000

  /// The lowest row ID for a key, below 2^52.
  private static func home(of key: ContentDigest) -> Int64 {
    let bits = key.bytes.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return 1 + Int64(bits >> 12) & ~(probeCount - 1)
  }

  private static func homes(of key: ContentDigest) -> Range<Int64> {
    let home = home(of: key)
    return home..<home + probeCount
  }

  private var checksum: Int64 {
    var sum = Checksum()
    sum.add(id)
    sum.add(time)
    for bytes in [key.bytes, request.bytes, response] {
      bytes.withUnsafeBytes { sum.add($0) }
    }
    return sum.stored
  }

  init(key: ContentDigest, request: ContentDigest, response: [UInt8], time: Int64) {
    (self.key, self.request, self.response, self.time) = (key, request, response, time)
    id = Self.home(of: key)
  }

  init(_ asked: KeyedRequest, response: [UInt8]) {
    self.init(
      key: asked.key.digest, request: asked.digest, response: response,
      time: asked.time.milliseconds)
  }

  /// Reads the columns of ``columns`` and verifies the checksum.
  ///
  /// - Throws: `PageStoreError.corrupted(.receipt)`.
  init(_ row: FastRow) throws {
    let number = row.integer(0)
    let response = row.bytes(4) { bytes in
      bytes.count <= EditReceipt.maximumResponseByteCount ? Array(bytes) : nil
    }
    guard let key = row.digest(2), let request = row.digest(3), let response else {
      throw PageStoreError.corrupted(.receipt(number: number))
    }
    (self.key, self.request, self.response) = (key, request, response)
    (id, time) = (number, row.integer(1))
    guard row.integer(5) == checksum, Self.homes(of: key).contains(id) else {
      throw PageStoreError.corrupted(.receipt(number: number))
    }
  }

  /// The receipt as a value.
  var receipt: EditReceipt {
    EditReceipt(
      request: request, response: response,
      time: Date(milliseconds: time))
  }

  /// Returns whether the receipt is no longer kept at a time.
  func isExpired(at now: Int64) -> Bool { Self.isExpired(time, at: now) }

  private static func isExpired(_ time: Int64, at now: Int64) -> Bool {
    let age = now.subtractingReportingOverflow(time)
    return age.overflow ? time < now : age.partialValue > retention
  }
}

// MARK: - Lookup

extension ReceiptRow {
  /// The number of entries on each side of a key that a lookup reads.
  private static let neighborCount = 8

  /// The entries around a key.
  struct Neighborhood {
    /// The receipt of the key, also if it has expired.
    fileprivate(set) var found: ReceiptRow?
    /// The row IDs that are taken by receipts of other keys.
    fileprivate var taken: Set<Int64> = []
    /// Some sound entries that have expired.
    fileprivate(set) var expired: [Int64] = []
  }

  /// Returns the receipt of a key if it is still kept.
  static func fetch(_ db: Database, _ key: EditKey, at time: Date) throws -> ReceiptRow? {
    let now = time.milliseconds
    return try neighborhood(of: key.digest, at: now, db).found.flatMap {
      $0.isExpired(at: now) ? nil : $0
    }
  }

  /// Reads the entries around a key.
  ///
  /// An entry whose row ID was altered is still among its neighbors, where it is found by its key.
  ///
  /// - Throws: `PageStoreError.corrupted(.receipt)` if a damaged entry may be that of the key: it
  ///   must not look as if the edit had never been applied. `DatabaseError`.
  static func neighborhood(
    of key: ContentDigest, at now: Int64, _ db: Database
  ) throws -> Neighborhood {
    let homes = homes(of: key)
    var near = Neighborhood()
    func take(_ row: FastRow) throws {
      let id = row.integer(0)
      let isExpired = isExpired(row.integer(1), at: now)
      guard homes.contains(id) || row.digest(2) == key || isExpired else { return }
      guard let entry = try? ReceiptRow(row) else {
        // A damaged entry of another key is left to a verification.
        guard homes.contains(id) || row.digest(2) == key else { return }
        throw PageStoreError.corrupted(.receipt(number: id))
      }
      if entry.key == key {
        near.found = entry
      } else if isExpired {
        near.expired.append(id)
      } else {
        near.taken.insert(id)
      }
    }
    let below =
      "SELECT \(columns) FROM receipt WHERE id < ? ORDER BY id DESC LIMIT \(neighborCount)"
    let above =
      "SELECT \(columns) FROM receipt WHERE id >= ? ORDER BY id LIMIT \(neighborCount + 4)"
    for sql in [below, above] {
      try db.cachedStatement(sql: sql).each(binding: [homes.lowerBound]) { row in
        try take(row)
        return true
      }
    }
    return near
  }
}

// MARK: - Changes

extension ReceiptRow {
  /// Writes the receipt of a new edit, and removes a few that have expired.
  ///
  /// The places of keys are random, so that each receipt is removed soon after it has expired.
  ///
  /// - Parameters:
  ///   - near: The entries around the key, in the same transaction.
  ///   - db: The connection.
  /// - Throws: `PageStoreError.keyReused` if there is no place left, `DatabaseError`.
  func insert(near: Neighborhood, _ db: Database) throws {
    for id in near.expired {
      try db.cachedStatement(sql: "DELETE FROM receipt WHERE id = ?").execute(arguments: [id])
    }
    var row = self
    guard let id = Self.homes(of: key).first(where: { !near.taken.contains($0) }) else {
      throw PageStoreError.keyReused
    }
    row.id = near.found?.id ?? id
    try row.store(db)
  }

  /// Writes an entry under its own row ID.
  func store(_ db: Database) throws {
    try db.cachedStatement(sql: "REPLACE INTO receipt (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)")
      .execute(arguments: [
        id, time, Blob(key.bytes), Blob(request.bytes), Blob(response), checksum,
      ])
  }

  /// Calls `body` with the row ID of each damaged entry.
  static func forEachUnsound(_ db: Database, _ body: (Int64) throws -> Void) throws {
    try db.each("SELECT \(columns) FROM receipt") { row in
      let isSound = (try? ReceiptRow(row)) != nil
      if !isSound { try body(row.integer(0)) }
    }
  }
}
