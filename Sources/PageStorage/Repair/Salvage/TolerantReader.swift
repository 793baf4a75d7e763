// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A reader that skips unreadable rows of a damaged catalog.
struct TolerantReader {
  let db: Database

  /// Calls `body` with each readable row of a table, in row ID order.
  ///
  /// Row IDs may be damaged too. After a single one that is too large, reading continues with the
  /// rows behind it. `body` must expect rows that repeat and row IDs out of range.
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
      var failure: (any Error)?
      let isWhole = try skippingDamage {
        try query.each(binding: [last]) { row in
          let id = row.integer(0)
          // A damaged page may lead back to earlier rows. The last row ID may itself be damaged and
          // too large, so the one before it decides. Rows that repeat end the reading: `previous`
          // never falls, and while it stays, `last` falls.
          isOrdered = id > last || (id > previous && id != last)
          guard isOrdered else { return false }
          if id > last { previous = last }
          last = id
          // An error of another database is not damage of this one.
          do { try body(row) } catch { failure = error }
          return failure == nil
        }
      }
      if let failure { throw failure }
      if isWhole, isOrdered { return }
      guard let next = try nextReadable(table, after: last) else { return }
      (previous, last) = (next - 1, next - 1)
    }
  }

  /// Returns the row ID of the first readable row after the damage that follows a row ID.
  ///
  /// Doubles the distance until a row is readable, then bisects. Readable rows between two damaged
  /// parts may be missed. Negative row IDs are not searched: a store assigns none.
  private func nextReadable(_ table: String, after last: Int64) throws -> Int64? {
    let sql = "SELECT id FROM \(table) NOT INDEXED WHERE id > ? ORDER BY id LIMIT 1"
    guard let query = try statement(sql) else { return nil }
    func firstID(after number: Int64) throws -> Int64? {
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
    while step < DocumentRow.maximumID, try firstID(after: start + step) == nil { step *= 2 }
    guard step < DocumentRow.maximumID else { return nil }
    // Search back to the end of the damage.
    var low = step / 2
    while low + 1 < step {
      let middle = (low + step) / 2
      if try firstID(after: start + middle) == nil { low = middle } else { step = middle }
    }
    return try firstID(after: start + step)
  }

  /// Returns the result of `read` for the first row, `nil` if that is missing or unreadable.
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
      let failure = CatalogErrorConversion.error(error, in: db)
      guard case .corrupted = failure else { throw failure }
      return false
    }
  }
}
