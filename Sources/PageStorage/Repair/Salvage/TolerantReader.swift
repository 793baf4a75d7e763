// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A reader that skips unreadable rows of a damaged catalog.
struct TolerantReader {
  let db: Database

  /// Calls `body` with each readable row of a table, in row ID order.
  ///
  /// Row IDs may be damaged too: too large ones are ignored.
  ///
  /// - Parameters:
  ///   - table: A table whose key is `id`.
  ///   - columns: The columns, `id` first.
  ///   - body: Takes a row.
  /// - Throws: `PageStoreError.io` if the disk fails, and what `body` throws.
  func each(_ table: String, _ columns: String, _ body: (FastRow) throws -> Void) throws {
    let sql = "SELECT \(columns) FROM \(table) NOT INDEXED WHERE id > ? ORDER BY id"
    guard let query = try statement(sql) else { return }
    var (previous, last) = (Int64.min, Int64.min)
    while true {
      var isOrdered = true
      let isWhole = try skippingDamage {
        try query.each(binding: [last]) { row in
          let id = row.integer(0)
          // A damaged page may lead to a cycle.
          isOrdered = id > last || id > previous
          guard isOrdered else { return false }
          if id > last { previous = last }
          last = id
          try body(row)
          return true
        }
      }
      if isWhole, isOrdered { return }
      guard let next = try nextReadable(table, after: last) else { return }
      (previous, last) = (next - 1, next - 1)
    }
  }

  /// Returns the first readable row after the damage that follows a row ID.
  private func nextReadable(_ table: String, after last: Int64) throws -> Int64? {
    let sql = "SELECT id FROM \(table) NOT INDEXED WHERE id > ? ORDER BY id LIMIT 1"
    guard let query = try statement(sql) else { return nil }
    func first(after number: Int64) throws -> Int64? {
      var found: Int64?
      _ = try skippingDamage {
        try query.each(binding: [number]) { row in
          found = row.integer(0) > number ? row.integer(0) : nil
          return false
        }
      }
      return found
    }
    let start = min(max(last, 0), DocumentRow.maximumID)
    var step: Int64 = 1
    while step < DocumentRow.maximumID, try first(after: start + step) == nil { step *= 2 }
    guard step < DocumentRow.maximumID else { return nil }
    // Search back to the end of the damage.
    var low = step / 2
    while low + 1 < step {
      let middle = (low + step) / 2
      if try first(after: start + middle) == nil { low = middle } else { step = middle }
    }
    return try first(after: start + step)
  }

  /// Returns one row, `nil` if it is missing or unreadable.
  func first<Result>(
    _ sql: String, _ values: [Int64], _ read: (FastRow) throws -> Result?
  ) throws -> Result? {
    var result: Result?
    _ = try skippingDamage {
      try db.cachedStatement(sql: sql).each(binding: values) { row in
        result = try read(row)
        return false
      }
    }
    return result
  }

  private func statement(_ sql: String) throws -> Statement? {
    var statement: Statement?
    _ = try skippingDamage { statement = try db.makeStatement(sql: sql) }
    return statement
  }

  /// Runs a read, ignoring damage but not disk errors.
  ///
  /// - Returns: Whether everything was read.
  private func skippingDamage(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return true
    } catch let error as DatabaseError {
      let failure = CatalogueFailure.error(error, in: db)
      guard case .corrupted = failure else { throw failure }
      return false
    }
  }
}
