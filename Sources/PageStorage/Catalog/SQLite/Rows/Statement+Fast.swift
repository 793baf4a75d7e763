// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// The current row of a statement, read without GRDB's value conversion.
///
/// A page lookup takes microseconds, most of which GRDB's rows would use. Unexpected values in a
/// crafted or damaged catalog never trap: SQLite converts them to a number or text, and the row's
/// checksum then fails.
struct FastRow {
  /// The placeholder for a checksum that the first version did not have, see ``CatalogViews``.
  static let missingChecksum = "none in version 1"

  fileprivate let statement: OpaquePointer

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func double(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  func text(_ column: Int32) -> String? {
    sqlite3_column_text(statement, column).map { start in
      let count = Int(sqlite3_column_bytes(statement, column))
      return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }

  /// Calls `body` with the bytes of a column, valid during the call only.
  func bytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let start = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// The digest in a column, `nil` for anything else.
  func digest(_ column: Int32) -> ContentDigest? {
    bytes(column) { $0.count == ContentDigest.byteCount ? ContentDigest(raw: $0) : nil }
  }

  /// Returns whether a column contains a checksum.
  ///
  /// Rows of the first version have none: their view contains a placeholder.
  func has(_ sum: Checksum, at column: Int32) -> Bool {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: integer(column) == sum.stored
    case SQLITE_TEXT: text(column) == Self.missingChecksum
    default: false
    }
  }
}

extension Statement {
  /// Runs a statement with one integer and reads its first row.
  ///
  /// - Parameters:
  ///   - value: The value of the only parameter.
  ///   - read: Reads the row.
  /// - Returns: `nil` if there is no row.
  /// - Throws: `DatabaseError`, and what `read` throws.
  func first<Result>(binding value: Int64, _ read: (FastRow) throws -> Result) throws -> Result? {
    guard let pointer = Self.pointer(sqliteStatement) else { return nil }
    sqlite3_bind_int64(pointer, 1, value)
    defer { sqlite3_reset(pointer) }
    return try Self.step(pointer) ? try read(FastRow(statement: pointer)) : nil
  }

  /// Runs a statement and reads all its rows.
  ///
  /// - Parameters:
  ///   - values: The values of the parameters.
  ///   - read: Reads a row; returns `false` to end.
  /// - Throws: `DatabaseError`, and what `read` throws.
  func each(binding values: [Int64], while read: (FastRow) throws -> Bool) throws {
    guard let pointer = Self.pointer(sqliteStatement) else { return }
    for (index, value) in values.enumerated() {
      sqlite3_bind_int64(pointer, Int32(index + 1), value)
    }
    defer { sqlite3_reset(pointer) }
    while try Self.step(pointer) {
      guard try read(FastRow(statement: pointer)) else { return }
    }
  }

  private static func step(_ pointer: OpaquePointer) throws -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer))))
    }
  }

  private static func pointer(_ statement: SQLiteStatement?) -> OpaquePointer? { statement }
}

extension Database {
  /// Reads all rows of a query.
  func each(_ sql: String, _ values: [Int64] = [], _ read: (FastRow) throws -> Void) throws {
    try makeStatement(sql: sql).each(binding: values) { row in
      try read(row)
      return true
    }
  }

  /// Reads the first row of a query, `nil` if there is none.
  func first<Result>(
    _ sql: String, _ values: [Int64] = [], _ read: (FastRow) throws -> Result
  ) throws -> Result? {
    var result: Result?
    try cachedStatement(sql: sql).each(binding: values) { row in
      result = try read(row)
      return false
    }
    return result
  }

  /// Reads a query of one column of integers.
  func integers(_ sql: String, _ values: [Int64] = []) throws -> [Int64] {
    var integers: [Int64] = []
    try each(sql, values) { integers.append($0.integer(0)) }
    return integers
  }

  /// Reads a query of one integer.
  func integer(_ sql: String, _ values: [Int64] = []) throws -> Int64? {
    try first(sql, values) { $0.isNull(0) ? nil : $0.integer(0) } ?? nil
  }
}

/// Converts bytes to a parameter value.
func Blob(_ bytes: [UInt8]) -> Data { Data(bytes) }

extension Database {
  /// Returns the bytes of the database in file form.
  func serialized() throws -> [UInt8] {
    var byteCount: Int64 = 0
    guard let bytes = sqlite3_serialize(sqliteConnection, "main", &byteCount, 0) else {
      throw DatabaseError(resultCode: .SQLITE_NOMEM)
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(byteCount)))
  }
}
