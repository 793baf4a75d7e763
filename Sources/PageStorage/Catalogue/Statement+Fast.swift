// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// The row that a statement stands at, read without the values that GRDB would make of it.
///
/// A page is looked up in microseconds, of which GRDB's own rows would take most.
struct FastRow {
  fileprivate let statement: OpaquePointer

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func double(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  func text(_ column: Int32) -> String? {
    sqlite3_column_text(statement, column).map { String(cString: $0) }
  }

  /// Calls `body` with the bytes of a column, valid during the call only.
  func bytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
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
    let statement = sqliteStatement
    guard let pointer = Self.pointer(statement) else { return nil }
    sqlite3_bind_int64(pointer, 1, value)
    defer { sqlite3_reset(pointer) }
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return try read(FastRow(statement: pointer))
    case SQLITE_DONE: return nil
    case let code:
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer))))
    }
  }

  private static func pointer(_ statement: SQLiteStatement?) -> OpaquePointer? { statement }
}

/// Bytes as the value of a parameter.
func Blob(_ bytes: [UInt8]) -> Data { Data(bytes) }
