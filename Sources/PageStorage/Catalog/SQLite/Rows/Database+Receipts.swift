// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB

extension ReceiptRow {
  static let columns = "id, time, key, request, response, checksum"

  /// Reads the columns of ``columns`` and verifies the checksum.
  ///
  /// - Throws: `PageStoreError.corrupted(.receipt)`.
  init(_ row: FastRow) throws {
    let number = row.integer(0)
    let response = row.bytes(4) { bytes in
      bytes.count <= EditReceipt.maximumResponseByteCount ? Array(bytes) : nil
    }
    guard let key = row.digest(2), let request = row.digest(3), let response,
      let entry = ReceiptRow(
        id: number, key: key, request: request, response: response, time: row.integer(1)),
      row.integer(5) == entry.checksum
    else { throw PageStoreError.corrupted(.receipt(number: number)) }
    self = entry
  }

  /// Calls `body` with the row ID of each damaged entry.
  static func forEachUnsound(_ db: Database, _ body: (Int64) throws -> Void) throws {
    try db.each("SELECT \(columns) FROM receipt") { row in
      let isSound = (try? ReceiptRow(row)) != nil
      if !isSound { try body(row.integer(0)) }
    }
  }
}

extension Database {
  func readReceipts(
    around id: Int64, _ counts: (below: Int, above: Int),
    _ take: (ReceiptRow.Facts, () throws -> ReceiptRow) throws -> Void
  ) throws {
    let columns = ReceiptRow.columns
    let below = "SELECT \(columns) FROM receipt WHERE id < ? ORDER BY id DESC LIMIT ?"
    let above = "SELECT \(columns) FROM receipt WHERE id >= ? ORDER BY id LIMIT ?"
    for (sql, count) in [(below, counts.below), (above, counts.above)] {
      try cachedStatement(sql: sql).each(binding: [id, Int64(count)]) { row in
        let facts = ReceiptRow.Facts(
          id: row.integer(0), time: row.integer(1), key: row.digest(2))
        try take(facts) { try ReceiptRow(row) }
        return true
      }
    }
  }

  func replace(_ receipt: ReceiptRow) throws {
    try cachedStatement(
      sql: "REPLACE INTO receipt (\(ReceiptRow.columns)) VALUES (?, ?, ?, ?, ?, ?)"
    ).execute(arguments: [
      receipt.id, receipt.time, Blob(receipt.key.bytes), Blob(receipt.request.bytes),
      Blob(receipt.response), receipt.checksum,
    ])
  }

  func removeReceipt(id: Int64) throws {
    try cachedStatement(sql: "DELETE FROM receipt WHERE id = ?").execute(arguments: [id])
  }
}
