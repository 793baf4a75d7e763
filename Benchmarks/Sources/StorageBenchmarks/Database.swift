// SPDX-License-Identifier: Apache-2.0

import GRDBSQLite

/// A direct interface to SQLite: the minimum cost of every query.
final class Database {
  private let connection: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// Opens a database with the settings of a store: a write-ahead log, synchronized at each commit.
  init(path: String) throws {
    var connection: OpaquePointer?
    guard sqlite3_open(path, &connection) == SQLITE_OK, let connection else {
      throw CallFailure(name: "sqlite3_open")
    }
    self.connection = connection
    try run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  func run(_ text: String) throws {
    guard sqlite3_exec(connection, text, nil, nil, nil) == SQLITE_OK else {
      throw CallFailure(name: String(cString: sqlite3_errmsg(connection)))
    }
  }

  /// Runs a statement with one number and reads its first row, if any.
  @discardableResult
  func first<Result>(
    _ text: String, _ number: Int64, _ read: (OpaquePointer) -> Result
  ) throws -> Result? {
    let statement = try prepared(text)
    sqlite3_bind_int64(statement, 1, number)
    defer { sqlite3_reset(statement) }
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return read(statement)
    case SQLITE_DONE: return nil
    default: throw CallFailure(name: String(cString: sqlite3_errmsg(connection)))
    }
  }

  private func prepared(_ text: String) throws -> OpaquePointer {
    if let statement = statements[text] { return statement }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, text, -1, &statement, nil) == SQLITE_OK, let statement
    else { throw CallFailure(name: String(cString: sqlite3_errmsg(connection))) }
    statements[text] = statement
    return statement
  }
}
