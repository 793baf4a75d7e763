// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

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
  static func fetch(
    _ db: some CatalogTransaction, _ key: EditKey, at time: Date
  ) throws -> ReceiptRow? {
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
  ///   must not look as if the edit had never been applied; the engine's errors.
  static func neighborhood(
    of key: ContentDigest, at now: Int64, _ db: some CatalogTransaction
  ) throws -> Neighborhood {
    let homes = homes(of: key)
    var near = Neighborhood()
    let counts = (below: neighborCount, above: neighborCount + Int(probeCount))
    try db.readReceipts(around: homes.lowerBound, counts) { facts, read in
      let mayBeIt = homes.contains(facts.id) || facts.key == key
      let isExpired = isExpired(facts.time, at: now)
      guard mayBeIt || isExpired else { return }
      guard let entry = try? read() else {
        // A damaged entry of another key is left to a verification.
        guard mayBeIt else { return }
        throw PageStoreError.corrupted(.receipt(number: facts.id))
      }
      near.add(entry, key, isExpired: isExpired)
    }
    return near
  }
}

extension ReceiptRow.Neighborhood {
  fileprivate mutating func add(_ entry: ReceiptRow, _ key: ContentDigest, isExpired: Bool) {
    if entry.key == key {
      found = entry
    } else if isExpired {
      expired.append(entry.id)
    } else {
      taken.insert(entry.id)
    }
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
  ///   - db: The transaction.
  /// - Throws: `PageStoreError.keyReused` if there is no place left, the engine's errors.
  func insert(near: Neighborhood, _ db: some CatalogTransaction) throws {
    for id in near.expired { try db.removeReceipt(id: id) }
    var row = self
    guard let id = Self.homes(of: key).first(where: { !near.taken.contains($0) }) else {
      throw PageStoreError.keyReused
    }
    row.id = near.found?.id ?? id
    try db.replace(row)
  }
}
